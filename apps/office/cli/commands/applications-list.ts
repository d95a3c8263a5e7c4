import { applicationColumns } from '@naic/admissions/applications/application-columns.ts'
import type { ApplicationFilter } from '@naic/admissions/applications/application-filter.ts'
import {
  listApplications,
  type ListedApplication,
  toListed,
  walkApplications,
} from '@naic/admissions/applications/list-applications.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { openStored } from '@naic/installation/storage.ts'
import { addFilters, type FilterOptions, filterOf } from '../application-filters.ts'
import type { Command } from '../command.ts'
import type { Run } from '../command-run.ts'
import {
  addFormats,
  addPages,
  type Column,
  type Formats,
  type Page,
  pageOf,
  printParts,
  printRows,
  sayPage,
} from '../print.ts'

export const command: Command = {
  summary: 'applications, newest first ("applications" alone does the same)',
  examples: [
    'applications list',
    'applications list --status shortlisted --domain "Data Science"',
    'applications list --since 2026-03-01 --until 2026-03-31 --college "city college" --page 2',
    'applications list --today --csv > today.csv',
  ],
  define: (line, run) =>
    addPages(addFormats(addFilters(line))).action((options: FilterOptions & Formats & Page) =>
      list(run, filterOf(line, options), options),
    ),
}

const forPeople: readonly Column<ListedApplication>[] = [
  { key: 'reference', title: 'Reference', of: ({ reference }) => reference },
  { key: 'received', title: 'Received', of: ({ receivedAt }) => receivedAt, kind: 'time' },
  { key: 'name', title: 'Name', of: ({ name }) => name, most: 28 },
  { key: 'college', title: 'College', of: ({ college }) => college, most: 32 },
  { key: 'year', title: 'Year', of: ({ year }) => year },
  { key: 'domain', title: 'Domain', of: ({ domain }) => domain },
  {
    key: 'internship',
    title: 'Internship',
    of: ({ internship, internshipTitle }) => internshipTitle ?? internship,
    most: 32,
  },
  { key: 'status', title: 'Status', of: ({ status }) => status },
]

async function list(run: Run, filter: ApplicationFilter, options: Page & Formats): Promise<void> {
  const columns = options.json || options.csv ? applicationColumns : forPeople
  const page = pageOf(options)
  const { database, close } = await openStored(run.settings())
  try {
    if (!page) {
      const total = await printParts(run, everyApplication(database, filter), columns, options)
      return sayPage(run, total, 'application')
    }
    const { applications, total } = await listApplications(database, filter, page)
    await printRows(run, applications, columns, options)
    sayPage(run, total, 'application', page)
  } finally {
    await close()
  }
}

async function* everyApplication(database: Database, filter: ApplicationFilter) {
  for await (const rows of walkApplications(database, filter)) yield rows.map(toListed)
}
