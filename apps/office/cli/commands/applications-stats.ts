import { Option } from 'commander'
import type { ApplicationFilter } from '@naic/admissions/applications/application-filter.ts'
import { countApplications, countedBy } from '@naic/admissions/applications/count-applications.ts'
import { openStored } from '@naic/installation/storage.ts'
import { addFilters, type FilterOptions, filterOf } from '../application-filters.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import { addFormats, type Column, type Formats, printRows } from '../print.ts'

type CountedBy = (typeof countedBy)[number]
type Count = { by: CountedBy; value: string; count: number }

const withoutBeingAsked: readonly CountedBy[] = ['status', 'domain', 'week', 'college', 'year']
const mostColleges = 15

export const command: Command = {
  summary: 'how many applications there are of each kind',
  examples: [
    'applications stats',
    'applications stats --by college --since 2026-01-01',
    'applications stats --by week --domain "Data Science" --csv > weeks.csv',
  ],
  define: (line, run) =>
    addFormats(addFilters(line))
      .addOption(new Option('--by <what>', 'of one kind alone').choices(countedBy))
      .action((options: FilterOptions & Formats & { by?: CountedBy }) =>
        countAll(run, filterOf(line, options), options),
      ),
}

const titles: Record<CountedBy, string> = {
  status: 'Status',
  domain: 'Domain',
  week: 'Week, by its Monday in India',
  college: 'College',
  year: 'Year of study',
  internship: 'Internship',
}

const valueColumn: Column<Count> = { key: 'value', title: 'Value', of: ({ value }) => value }
const countColumn: Column<Count> = { key: 'count', title: 'Count', of: ({ count }) => count }
const columns = [{ key: 'by', title: 'By', of: ({ by }: Count) => by }, valueColumn, countColumn]

async function countAll(
  run: Run,
  filter: ApplicationFilter,
  { by, ...formats }: { by?: CountedBy } & Formats,
): Promise<void> {
  const { database, close } = await openStored(run.settings())
  try {
    const counts: Count[] = []
    for (const each of by ? [by] : withoutBeingAsked) {
      const rows = await countApplications(database, filter, each)
      counts.push(...rows.map(({ value, count }) => ({ by: each, value, count })))
    }
    if (formats.json || formats.csv) await printRows(run, counts, columns, formats)
    else await show(run, counts)
  } finally {
    await close()
  }
}

/** A table of each kind, of colleges the most frequent. */
async function show(run: Run, counts: readonly Count[]): Promise<void> {
  if (counts.length === 0) run.say('There is no such application.')
  for (const [by, rows = []] of Object.entries(Object.groupBy(counts, (one) => one.by))) {
    const shown = by === 'college' ? rows.slice(0, mostColleges) : rows
    const title = titles[by as CountedBy]
    await printRows(run, shown, [{ ...valueColumn, title, most: 60 }, countColumn], {})
    const others = rows.length - shown.length
    if (others > 0) run.print(`and ${others} others (--by college --csv has them)`)
    run.print('')
  }
}
