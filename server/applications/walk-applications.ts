import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { ApplicationFilter } from './application-filter.ts'
import { type ApplicationRow, selectListed } from './listed-application.ts'

const rowsAtOnce = 200

/**
 * All applications that are meant, newest first, some at a time: however many there are, no more
 * are in memory. What comes in meanwhile is newer than the first and not among them.
 *
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function* walkApplications(
  { build, read }: Pick<Database, 'build' | 'read'>,
  filter: ApplicationFilter,
): AsyncGenerator<ApplicationRow[]> {
  const ordered = selectListed(build, filter)
    .orderBy('received_at', 'desc')
    .orderBy('application.id', 'desc')
    .limit(rowsAtOnce)
  let query = ordered
  for (;;) {
    const rows = await read(query.compile())
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    query = ordered.where(
      sql<boolean>`(received_at, application.id) < (${last.received_at}, ${last.id})`,
    )
  }
}
