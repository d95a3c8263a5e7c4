import type { Config } from '#server/config.ts'
import { applicationColumns } from '#server/applications/application-columns.ts'
import type { ApplicationFilter } from '#server/applications/application-filter.ts'
import { listApplications, type ListedApplication } from '#server/applications/list-applications.ts'
import { timeInIndia } from '#server/sheets/indian-day.ts'
import { openStored } from '#server/storage.ts'
import { addFilters, type FilterOptions, filterOf } from '../application-filters.ts'
import { type Command, givenNumber } from '../command.ts'
import { addFormats, type Column, type Formats, printRows } from '../terminal/print-rows.ts'

type Page = { page: number; perPage: number }

export const command: Command = {
  summary: 'applications, newest first ("applications" alone does the same)',
  isDefault: true,
  examples: [
    'applications list',
    'applications list --status shortlisted --domain "Data Science"',
    'applications list --since 2026-03-01 --until 2026-03-31 --college "city college" --page 2',
    'applications list --today --per-page 1000 --csv > today.csv',
  ],
  define: (line, settings) =>
    addFormats(addFilters(line))
      .option('--page <number>', 'which page, the newest being 1', givenNumber(1, 1_000_000), 1)
      .option('--per-page <number>', 'how many on a page', givenNumber(1, 100_000), 50)
      .action((options: FilterOptions & Formats & Page) =>
        list(settings, filterOf(line, options), options),
      ),
}

const forPeople: readonly Column<ListedApplication>[] = [
  { key: 'reference', title: 'Reference', of: ({ reference }) => reference },
  { key: 'received', title: 'Received', of: ({ receivedAt }) => timeInIndia(receivedAt) },
  { key: 'name', title: 'Name', of: ({ name }) => name, most: 28 },
  { key: 'college', title: 'College', of: ({ college }) => college, most: 32 },
  { key: 'year', title: 'Year', of: ({ year }) => year },
  { key: 'domain', title: 'Domain', of: ({ domain }) => domain },
  { key: 'internship', title: 'Internship', of: internshipOf },
  { key: 'status', title: 'Status', of: ({ status }) => status },
]

function internshipOf({ internship, internshipTitle }: ListedApplication): string {
  return internshipTitle ?? internship ?? ''
}

async function list(
  settings: () => Config,
  filter: ApplicationFilter,
  { page, perPage, ...formats }: Page & Formats,
): Promise<void> {
  const { database, close } = await openStored(settings())
  try {
    const { applications, total } = await listApplications(database, filter, { page, perPage })
    const columns = formats.json || formats.csv ? applicationColumns : forPeople
    await printRows(applications, columns, formats)
    console.error(whichOf(total, { page, perPage }))
  } finally {
    await close()
  }
}

function whichOf(total: number, { page, perPage }: Page): string {
  if (total === 0) return 'There is no such application.'
  const pages = Math.ceil(total / perPage)
  if (page > pages) return `There is no page ${page}: of ${total}, the last is --page ${pages}.`
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  const shown = first === last ? `${first}` : `${first} to ${last}`
  return `${shown} of ${total}.${page < pages ? ` Next: --page ${page + 1}` : ''}`
}
