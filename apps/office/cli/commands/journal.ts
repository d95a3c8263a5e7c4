import type { Config } from '@naic/installation/config.ts'
import { readJournal } from '@naic/platform/journal/journal.ts'
import { openStored } from '@naic/installation/storage.ts'
import { type Command, givenNumber } from '../command.ts'
import type { Run } from '../command-run.ts'
import { addFormats, type Column, type Formats, printRows } from '../print.ts'

type Entry = Awaited<ReturnType<typeof readJournal>>[number]

const columns: readonly Column<Entry>[] = [
  { key: 'at', title: 'When', of: ({ at }) => at, kind: 'time' },
  { key: 'who', title: 'Who', of: ({ who }) => who },
  { key: 'did', title: 'Did', of: ({ did }) => did },
  { key: 'subject', title: 'To', of: ({ subject }) => subject },
  { key: 'detail', title: 'More', of: ({ detail }) => detail },
]

export const command: Command = {
  summary: 'who did what when, newest first; it can only grow, and names no applicant',
  examples: ['journal', 'journal --newest 500 --csv > journal.csv'],
  define: (line, run) =>
    addFormats(line)
      .option('--newest <number>', 'how many entries', givenNumber(1, 1_000_000), 50)
      .action((options: { newest: number } & Formats) =>
        printJournal(run, run.settings(), options),
      ),
}

async function printJournal(
  run: Run,
  config: Config,
  options: { newest: number } & Formats,
): Promise<void> {
  const { database, close } = await openStored(config)
  try {
    await printRows(run, await readJournal(database, options.newest), columns, options)
  } finally {
    await close()
  }
}
