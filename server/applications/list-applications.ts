import type { Database } from '../database/database.ts'
import { type ApplicationFilter, applicationsOf } from './application-filter.ts'
import { type ListedApplication, selectListed, toListed } from './listed-application.ts'

export type { ApplicationFilter } from './application-filter.ts'
export type { ListedApplication } from './listed-application.ts'

/**
 * One page of the applications that are meant, newest first, and how many there are in all, both at
 * the same moment. The first pages are read off an index, however many there are.
 *
 * @param page counted from 1; past the last, it is empty.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function listApplications(
  { build, readTogether }: Database,
  filter: ApplicationFilter,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ applications: ListedApplication[]; total: number }> {
  const listed = selectListed(build, filter)
    .orderBy('received_at', 'desc')
    .orderBy('application.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
  const counted = applicationsOf(build, filter).select(({ fn }) => fn.countAll().as('count'))
  const [rows, [count]] = await readTogether([listed.compile(), counted.compile()])
  return { applications: rows.map(toListed), total: Number(count?.count) }
}
