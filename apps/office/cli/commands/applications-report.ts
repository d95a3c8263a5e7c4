import { readFilter } from '@naic/admissions/applications/application-filter.ts'
import {
  type Report,
  reportColumns,
  type ReportRow,
  reportRows,
  reportTables,
  stageNames,
  stages,
} from '@naic/admissions/applications/funnel.ts'
import { makeReport } from '@naic/admissions/applications/report.ts'
import { openStored } from '@naic/house/storage.ts'
import { printableJson } from '@naic/store/sheets/printable-text.ts'
import type { Run } from '../command-run.ts'
import { type Commands, givenText } from '../command.ts'
import { addFormats, type Column, type Formats, keepOutputPrivate, printRows } from '../print.ts'

export const commands: Commands = {
  'applications report': {
    summary: 'how far the applications of a period have come, in numbers alone',
    examples: [
      'applications report --since 2026-01-01 --until 2026-03-31',
      'applications report --since 2026-01-01 --out report.xlsx',
    ],
    define: (line, run) =>
      addFormats(line)
        .option('--since <day>', 'the first day in India on which they came in', givenText)
        .option('--until <day>', 'the last such day; without it, today', givenText)
        .addHelpText('after', `\n${counts}`)
        .action(async ({ since, until, ...formats }: Days & Formats) => {
          const read = readFilter({ since, until })
          if (!read.ok) {
            const mistakes = read.mistakes.map(({ field, reason }) => `--${field} ${reason}`)
            return line.error(`error: ${mistakes.join('\n')}`)
          }
          await using stored = await openStored(run.settings())
          await print(run, await makeReport(stored.database, read.filter, new Date()), formats)
        }),
  },
}

type Days = { since?: string; until?: string }

const counts = `Each application counts once, at the furthest stage that it has reached, and at all before it. Who was
accepted and declined later had reached "accepted"; a status that was set back was not reached.`

async function print(run: Run, report: Report, formats: Formats): Promise<void> {
  if (formats.json) {
    keepOutputPrivate(run)
    return run.print(printableJson(report))
  }
  if (formats.csv || formats.out !== undefined) {
    return void (await printRows(run, reportRows(report), reportColumns, formats))
  }
  if (!report.period) return run.say('There is no such application.')
  for (const { of, rows } of reportTables(report)) {
    await printRows(run, rows, columnsOf(of), {})
    run.print('')
  }
  await printRows(
    run,
    report.now,
    [
      { key: 'value', title: 'Now', of: ({ value }) => value },
      { key: 'count', title: 'Count', of: ({ count }) => count },
    ],
    {},
  )
}

const columnsOf = (of: string): Column<Omit<ReportRow, 'by'>>[] => [
  { key: 'value', title: of, of: ({ value }) => value, most: 40 },
  ...stages.map((stage) => ({
    key: stage,
    title: stageNames[stage],
    of: (row: Omit<ReportRow, 'by'>) => row[stage],
  })),
]
