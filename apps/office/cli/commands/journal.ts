import { openStored } from '@naic/house/storage.ts'
import { readJournal } from '@naic/store/journal/journal.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenNumber } from '../command.ts'
import { addFormats, type Column, type Formats, printRows } from '../print.ts'

export const commands: Commands = {
  journal: {
    summary: 'who did what when, newest first; it can only grow, and names no applicant',
    examples: ['journal', 'journal --newest 500 --csv > journal.csv'],
    define: (line, run) =>
      addFormats(line)
        .option('--newest <number>', 'how many entries', givenNumber(1, 1_000_000), 50)
        .action((options: { newest: number } & Formats) => list(run, options)),
  },
}

const columns: readonly Column<Awaited<ReturnType<typeof readJournal>>[number]>[] = [
  { key: 'at', title: 'When', of: ({ at }) => at, kind: 'time' },
  { key: 'who', title: 'Who', of: ({ who }) => who },
  { key: 'did', title: 'Did', of: ({ did }) => did },
  { key: 'subject', title: 'To', of: ({ subject }) => subject },
  { key: 'detail', title: 'More', of: ({ detail }) => detail },
]

async function list(run: Run, options: { newest: number } & Formats): Promise<void> {
  await using stored = await openStored(run.settings())
  await printRows(run, await readJournal(stored.database, options.newest), columns, options)
}
