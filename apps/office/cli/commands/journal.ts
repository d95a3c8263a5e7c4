import { openStored } from '@naic/house/storage.ts'
import { readJournal } from '@naic/store/journal/journal.ts'
import type { AddCommands } from '../command-run.ts'
import { givenNumber } from '../options.ts'
import { type Column, type Format, printRows } from '../print.ts'

export const add: AddCommands = (program, run) => {
  program
    .command('journal')
    .description('who did what when, newest first; it can only grow, and names no applicant')
    .option('--newest <number>', 'how many entries', givenNumber(1, 1_000_000), 50)
    .option('--json', 'for programs: a list of objects')
    .addHelpText('after', '\nExample: council journal --newest 500')
    .action(async ({ newest, ...format }: { newest: number } & Format) => {
      await using stored = await openStored(run.settings())
      printRows(run, await readJournal(stored.database, newest), columns, format)
    })
}

const columns: readonly Column<Awaited<ReturnType<typeof readJournal>>[number]>[] = [
  { key: 'at', title: 'When', of: ({ at }) => at, kind: 'time' },
  { key: 'who', title: 'Who', of: ({ who }) => who },
  { key: 'did', title: 'Did', of: ({ did }) => did },
  { key: 'subject', title: 'To', of: ({ subject }) => subject },
  { key: 'detail', title: 'More', of: ({ detail }) => detail },
]
