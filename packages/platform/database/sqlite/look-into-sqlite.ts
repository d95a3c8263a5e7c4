import { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery } from 'kysely'
import { type Database, DatabaseUnusable, type RowsOf, type StatementResult } from '../database.ts'
import { migrationsToCome, type Schema } from '../tables.ts'
import { migrationsIn, sqliteBuild, whatIsWrong } from './sqlite-database.ts'
import { SqliteThread } from './sqlite-thread.ts'

const waitMs = 2_000

/**
 * Opens a SQLite file for reading alone, as it is: its schema is not brought up to date.
 *
 * @returns with the names of the migrations that are to come. Where there are any, most of what this
 *   version would ask cannot be answered.
 * @throws DatabaseUnusable where it cannot be opened, or is of a newer version.
 */
export function lookIntoSqlite(
  file: string,
  schema: Schema,
): { database: Database; toCome: string[] } {
  const done = migrationsOf(file, schema)
  const reader = new SqliteThread(file, 'read')
  const run = (queries: readonly CompiledQuery[]): Promise<StatementResult[]> =>
    reader.run(queries.map(({ sql, parameters }) => ({ sql, parameters })))
  const database: Database = {
    build: sqliteBuild(),
    schema,
    isShared: false,
    atomic: () => Promise.reject(new Error('This database was opened for reading alone.')),
    read: async <Row>(query: CompiledQuery<Row>) => ((await run([query]))[0]?.rows ?? []) as Row[],
    readTogether: async <const Queries extends readonly CompiledQuery[]>(queries: Queries) =>
      (await run(queries)).map(({ rows }) => rows) as RowsOf<Queries>,
    inTurn: (work) => work(),
    close: () => reader.close(),
  }
  return { database, toCome: migrationsToCome(schema, done) }
}

function migrationsOf(file: string, schema: Schema): string[] {
  let sqlite: DatabaseSync | undefined
  try {
    sqlite = new DatabaseSync(file, { readOnly: true, timeout: waitMs })
    return migrationsIn(
      <Row>(sql: string) => (sqlite as DatabaseSync).prepare(sql).all() as Row[],
      schema,
    )
  } catch (error) {
    throw new DatabaseUnusable(`The database ${file} ${whatIsWrong(error)}`, { cause: error })
  } finally {
    sqlite?.close()
  }
}
