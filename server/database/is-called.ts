import { type RawBuilder, sql } from 'kysely'
import { idsOf } from '#forms/reference.ts'

/**
 * A condition: a row has the reference that a text is, as people type it.
 *
 * @param column with its table, such as "application.id".
 * @returns nothing for a text that is no reference.
 */
export function isCalled(column: string, text: string): RawBuilder<boolean>[] {
  const ids = idsOf(text)
  return ids ? [sql<boolean>`${sql.ref(column)} between ${ids.first} and ${ids.last}`] : []
}
