import type { Config } from '#server/config.ts'
import { applicationColumns } from '#server/applications/application-columns.ts'
import type { ApplicationFilter } from '#server/applications/application-filter.ts'
import { listApplications, type ListedApplication } from '#server/applications/list-applications.ts'
import { toListed } from '#server/applications/listed-application.ts'
import { walkApplications } from '#server/applications/walk-applications.ts'
import type { Database } from '#server/database/database.ts'
import { openStored } from '#server/storage.ts'
import { addFilters, type FilterOptions, filterOf } from '../application-filters.ts'
import { type Command, givenNumber } from '../command.ts'
import {
  addFormats,
  type Column,
  type Formats,
  perPageHelp,
  printAll,
  printRows,
  usualPerPage,
} from '../terminal/print-rows.ts'

type Page = { page?: number; perPage?: number }

export const command: Command = {
  summary: 'applications, newest first ("applications" alone does the same)',
  isDefault: true,
  examples: [
    'applications list',
    'applications list --status shortlisted --domain "Data Science"',
    'applications list --since 2026-03-01 --until 2026-03-31 --college "city college" --page 2',
    'applications list --today --csv > today.csv',
  ],
  define: (line, settings) =>
    addFormats(addFilters(line))
      .option('--page <number>', 'which page, the newest being 1', givenNumber(1, 1_000_000))
      .option('--per-page <number>', perPageHelp, givenNumber(1, 100_000))
      .action((options: FilterOptions & Formats & Page) =>
        list(settings, filterOf(line, options), options),
      ),
}

const forPeople: readonly Column<ListedApplication>[] = [
  { key: 'reference', title: 'Reference', of: ({ reference }) => reference },
  { key: 'received', title: 'Received', of: ({ receivedAt }) => receivedAt, kind: 'time' },
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
    const isForPrograms = formats.json || formats.csv
    const columns = isForPrograms ? applicationColumns : forPeople
    if (isForPrograms && page === undefined && perPage === undefined) {
      const total = await printAll(everyApplication(database, filter), columns, formats)
      console.error(whichOf(total, { page: 1, perPage: total }))
      return
    }
    const shown = { page: page ?? 1, perPage: perPage ?? usualPerPage }
    const { applications, total } = await listApplications(database, filter, shown)
    await printRows(applications, columns, formats)
    console.error(whichOf(total, shown))
  } finally {
    await close()
  }
}

async function* everyApplication(database: Database, filter: ApplicationFilter) {
  for await (const rows of walkApplications(database, filter)) yield rows.map(toListed)
}

function whichOf(total: number, { page, perPage }: Required<Page>): string {
  if (total === 0) return 'There is no such application.'
  const pages = Math.ceil(total / perPage)
  if (page > pages) return `There is no page ${page}: of ${total}, the last is --page ${pages}.`
  const first = (page - 1) * perPage + 1
  const last = Math.min(page * perPage, total)
  const shown = first === last ? `${first}` : `${first} to ${last}`
  return `${shown} of ${total}.${page < pages ? ` Next: --page ${page + 1}` : ''}`
}
