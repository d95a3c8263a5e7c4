import { type RawBuilder, sql } from 'kysely'

/**
 * A condition: a row's id is one that a reference may stand for.
 *
 * @param column with its table, such as "application.id".
 * @param ids the first and the last such id; undefined if no reference was typed.
 * @returns no condition without ids.
 */
export function isCalled(
  column: string,
  ids: { first: string; last: string } | undefined,
): RawBuilder<boolean>[] {
  return ids ? [sql<boolean>`${sql.ref(column)} between ${ids.first} and ${ids.last}`] : []
}
