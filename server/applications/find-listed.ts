import { idsOf } from '#forms/reference.ts'
import type { Database } from '../database/database.ts'
import { type ListedApplication, selectListed, toListed } from './listed-application.ts'

export type FoundListed =
  /** `changes` counts those of its status so far. */
  | { state: 'found'; application: ListedApplication; changes: number }
  /** A reference that these share, of which each must be asked for by its id. */
  | { state: 'several'; others: { id: string; name: string }[] }
  | { state: 'unknown' }

/**
 * @param asked a reference as people type it, or a whole id.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function findListed(
  { build, read }: Pick<Database, 'build' | 'read'>,
  asked: string,
): Promise<FoundListed> {
  const ids = idsOf(asked) ?? { first: asked, last: asked }
  const rows = await read(
    selectListed(build, {})
      .where('application.id', '>=', ids.first)
      .where('application.id', '<=', ids.last)
      .orderBy('application.id')
      .compile(),
  )
  const [row, ...others] = rows
  if (!row) return { state: 'unknown' }
  if (others.length > 0) {
    return { state: 'several', others: rows.map(({ id, name }) => ({ id, name })) }
  }
  return { state: 'found', application: toListed(row), changes: row.changes ?? 0 }
}
