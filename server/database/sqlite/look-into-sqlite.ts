import { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery } from 'kysely'
import { type Database, DatabaseUnusable, type RowsOf, type StatementResult } from '../database.ts'
import { migrationsToCome } from '../migrations/other-version.ts'
import { sqliteBuild, whatIsWrong } from './sqlite-database.ts'
import { SqliteThread } from './sqlite-thread.ts'
import { migrationsIn, otherVersionIn } from './stored-version.ts'

const waitMs = 2_000

/**
 * Opens a SQLite file for reading alone, as it is: its schema is not brought up to date.
 *
 * @returns with the names of the migrations that are to come. Where there are any, most of what this
 *   version would ask cannot be answered.
 * @throws DatabaseUnusable where it cannot be opened, or is of a newer version.
 */
export function lookIntoSqlite(file: string): { database: Database; toCome: string[] } {
  const done = migrationsOf(file)
  const reader = new SqliteThread(file, 'read')
  const run = (queries: readonly CompiledQuery[]): Promise<StatementResult[]> =>
    reader.run(queries.map(({ sql, parameters }) => ({ sql, parameters })))
  const database: Database = {
    build: sqliteBuild(),
    isShared: false,
    atomic: () => Promise.reject(new Error('This database was opened for reading alone.')),
    read: async <Row>(query: CompiledQuery<Row>) => ((await run([query]))[0]?.rows ?? []) as Row[],
    readTogether: async <const Queries extends readonly CompiledQuery[]>(queries: Queries) =>
      (await run(queries)).map(({ rows }) => rows) as RowsOf<Queries>,
    inTurn: (work) => work(),
    close: () => reader.close(),
  }
  return { database, toCome: migrationsToCome(done) }
}

function migrationsOf(file: string): string[] {
  let sqlite: DatabaseSync | undefined
  try {
    sqlite = new DatabaseSync(file, { readOnly: true, timeout: waitMs })
    const rows = <Row>(sql: string) => (sqlite as DatabaseSync).prepare(sql).all() as Row[]
    const other = otherVersionIn(rows)
    if (other) throw new DatabaseUnusable(`is ${other}`)
    return migrationsIn(rows)
  } catch (error) {
    throw new DatabaseUnusable(`The database ${file} ${whatIsWrong(error)}`, { cause: error })
  } finally {
    sqlite?.close()
  }
}
