import type { DatabaseSync, SQLInputValue } from 'node:sqlite'

/** Kysely's SQLite dialect is written for another driver; this is the part of it that it calls. */
export function forKysely(sqlite: DatabaseSync) {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      const statement = sqlite.prepare(sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters: readonly unknown[]) => statement.all(...values(parameters)),
        run: (parameters: readonly unknown[]) => statement.run(...values(parameters)),
        iterate: (parameters: readonly unknown[]) => statement.iterate(...values(parameters)),
      }
    },
  }
}
