import { Option } from 'commander'
import type { ApplicationFilter } from '#server/applications/application-filter.ts'
import { countApplications, countedBy } from '#server/applications/count-applications.ts'
import type { Config } from '#server/config.ts'
import { openStored } from '#server/storage.ts'
import { addFilters, type FilterOptions, filterOf } from '../application-filters.ts'
import type { Command } from '../command.ts'
import { type Bar, printBars } from '../terminal/print-bars.ts'
import { addFormats, type Column, type Formats, printRows } from '../terminal/print-rows.ts'

type CountedBy = (typeof countedBy)[number]
type Count = Bar & { by: CountedBy }

const withoutBeingAsked: readonly CountedBy[] = ['status', 'domain', 'week', 'college', 'year']
const mostColleges = 15

export const command: Command = {
  summary: 'how many applications there are of each kind, as bars',
  examples: [
    'applications stats',
    'applications stats --by college --since 2026-01-01',
    'applications stats --by week --domain "Data Science" --csv > weeks.csv',
  ],
  define: (line, settings) =>
    addFormats(addFilters(line))
      .addOption(new Option('--by <what>', 'of one kind alone').choices(countedBy))
      .action((options: FilterOptions & Formats & { by?: CountedBy }) =>
        count(settings, filterOf(line, options), options),
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

const columns: readonly Column<Count>[] = [
  { key: 'by', title: 'By', of: ({ by }) => by },
  { key: 'value', title: 'Value', of: ({ value }) => value },
  { key: 'count', title: 'Count', of: ({ count: number }) => number },
]

async function count(
  settings: () => Config,
  filter: ApplicationFilter,
  { by, ...formats }: { by?: CountedBy } & Formats,
): Promise<void> {
  const { database, close } = await openStored(settings())
  try {
    const counts: Count[] = []
    for (const each of by ? [by] : withoutBeingAsked) {
      const bars = await countApplications(database, filter, each)
      counts.push(...bars.map(({ value, count: number }) => ({ by: each, value, count: number })))
    }
    if (formats.json || formats.csv) await printRows(counts, columns, formats)
    else show(counts)
  } finally {
    await close()
  }
}

function show(counts: readonly Count[]): void {
  if (counts.length === 0) console.error('There is no such application.')
  for (const [by, bars = []] of Object.entries(Object.groupBy(counts, (one) => one.by))) {
    const shown = by === 'college' ? bars.slice(0, mostColleges) : bars
    printBars(titles[by as CountedBy], shown)
    const others = bars.slice(shown.length)
    const sum = others.reduce((total, { count: number }) => total + number, 0)
    if (others.length > 0)
      console.log(
        `  and ${others.length} others, with ${sum} in all (--by college --csv has them)\n`,
      )
  }
}
