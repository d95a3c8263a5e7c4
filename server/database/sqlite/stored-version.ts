import { otherVersion } from '../migrations/other-version.ts'

/** @param rows of a statement on a database, which may have no table at all. */
export function otherVersionIn(rows: <Row>(sql: string) => Row[]): string | undefined {
  const [table] = rows("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'")
  if (!table) return undefined
  const done = rows<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
  return otherVersion(done.map(({ name }) => name))
}
