import { otherVersion } from '../migrations/other-version.ts'

type Rows = <Row>(sql: string) => Row[]

/** @param rows of a statement on a database, which may have no table at all. */
export const otherVersionIn = (rows: Rows): string | undefined => otherVersion(migrationsIn(rows))

/** @returns names of the migrations that a database has. */
export function migrationsIn(rows: Rows): string[] {
  const [table] = rows("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'")
  if (!table) return []
  return rows<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name').map(
    ({ name }) => name,
  )
}
