import { chmodSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { connected, type StatementResult, toStatement } from '../connected.ts'
import { type Database, DatabaseUnusable, type Question, type RowsOf } from '../database.ts'
import {
  changesDone,
  makeChanges,
  requireUsable,
  schemaState,
  type SchemaState,
} from '../migrations.ts'
import type { Schema } from '../tables.ts'
import { connectedSqlite } from './connected-sqlite.ts'
import { SqliteThread } from './sqlite-thread.ts'
import { SqliteWriter } from './sqlite-writer.ts'

/**
 * Opens (or makes) the SQLite file and brings its schema up to date.
 *
 * Writing and reading each have a thread of their own: a slow sync to the disk must hold up neither
 * the pages nor a look-up.
 *
 * @param file path of the database file, in a folder that is there.
 * @param keptMb of what is read again and again, in memory.
 * @throws DatabaseUnusable if the file cannot be opened or is not a database of this program.
 */
export async function openSqliteDatabase(
  file: string,
  schema: Schema,
  keptMb = keptForSearchesMb,
): Promise<Database> {
  await orUnusable(file, () => migrate(file, schema))
  chmodSync(file, 0o600)
  return databaseOn(new SqliteThread(file, 'read', keptMb), new SqliteWriter(file), schema)
}

/** Opens a file for reading only, as it is: if it lacks a change, most questions fail. @throws DatabaseUnusable */
export async function lookIntoSqlite(file: string, schema: Schema) {
  const state = await orUnusable(file, async () => requireUsable('is', await lookAt(file, schema)))
  const database = databaseOn(new SqliteThread(file, 'read', keptForSearchesMb), undefined, schema)
  return { database, state }
}

/** The desk and the commands look through all applications (decision 160). */
const keptForSearchesMb = 32

/** @param writer undefined for a database that is only read. */
function databaseOn(
  reader: SqliteThread,
  writer: SqliteWriter | undefined,
  schema: Schema,
): Database {
  const read = connected('sqlite', async (statement) => {
    const [result] = await reader.ask('read', statement)
    return result as StatementResult
  })
  return {
    read,
    schema,
    isShared: false,
    async write(work) {
      if (!writer) throw new Error('This database was opened for reading only.')
      return writer.write(work)
    },
    async readTogether<const Questions extends readonly Question[]>(questions: Questions) {
      const results = await reader.ask('read', ...questions.map(toStatement))
      return results.map(({ rows }) => rows) as RowsOf<Questions>
    },
    async close() {
      // Until Kysely has handed on what was asked.
      await setImmediate()
      await Promise.all([writer?.close(), reader.close()])
    },
  }
}

/** @returns what the schema of a file has, which is only looked at. @throws DatabaseUnusable */
export const sqliteSchemaState = (file: string, schema: Schema): Promise<SchemaState> =>
  orUnusable(file, () => lookAt(file, schema))

async function lookAt(file: string, schema: Schema): Promise<SchemaState> {
  using sqlite = new DatabaseSync(file, { readOnly: true, timeout: 2_000 })
  return await stateOf(sqlite, schema)
}

async function stateOf(sqlite: DatabaseSync, schema: Schema): Promise<SchemaState> {
  const isThere = "SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'"
  return schemaState(schema, await changesDone(isThere, (sql) => sqlite.prepare(sql).all()))
}

async function migrate(file: string, schema: Schema): Promise<void> {
  // A migration may replace a table that rows refer to.
  using sqlite = new DatabaseSync(file, { timeout: 10_000, enableForeignKeyConstraints: false })
  // Before anything is written.
  const { toCome } = requireUsable('is', await stateOf(sqlite, schema))
  if (toCome.length === 0) return requireWritable(sqlite)
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
  // All or nothing, and one process at a time.
  sqlite.exec('BEGIN IMMEDIATE')
  const state = requireUsable('is', await stateOf(sqlite, schema))
  await makeChanges(connectedSqlite<unknown>(sqlite), schema, state.toCome)
  sqlite.exec('COMMIT')
}

/** Nobody is waited for: who writes just now may be this process itself. @throws what SQLite throws. */
function requireWritable(sqlite: DatabaseSync): void {
  try {
    sqlite.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK')
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== 5) throw error
  }
}

const damaged = 'is damaged, or is no database. Restore the newest backup (docs/backup.md).'
const noRight =
  'may not be opened and written to by the user that this runs as. Give it to that user.'

/** By primary result code: https://www.sqlite.org/rescode.html */
const faults = new Map([
  [5, 'is kept locked by another program. End that program first.'],
  [8, noRight],
  [10, 'cannot be read or written: the disk is at fault.'],
  [11, damaged],
  [13, 'cannot be written to: the disk is full.'],
  [14, noRight],
  [26, damaged],
])

async function orUnusable<Result>(file: string, open: () => Result | Promise<Result>) {
  try {
    return await open()
  } catch (error) {
    const { errcode = 0, message } = error as Error & { errcode?: number }
    const fault =
      error instanceof DatabaseUnusable
        ? message
        : (faults.get(errcode & 0xff) ?? `is not one of this version of the program (${message}).`)
    throw new DatabaseUnusable(`The database ${file} ${fault}`, { cause: error })
  }
}

/**
 * Makes sure that nothing of a deleted row is left in SQLite's files: rewrites the database
 * without its free pages, and empties the write-ahead log. Deleting alone does not do it:
 * `secure_delete` overwrites a row where it is, but not copies of its page, and the log keeps the old
 * pages until it is cut. Others may use the database meanwhile; a writer waits.
 *
 * @returns false if something may be left, because somebody reads an older state or writes for longer
 *   than `waitMs`, or because the disk has no room for a second copy.
 */
export function forgetDeleted(file: string, waitMs = 10_000): boolean {
  using sqlite = new DatabaseSync(file, { timeout: waitMs })
  try {
    sqlite.exec('PRAGMA secure_delete = ON; VACUUM')
    return sqlite.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0
  } catch (error) {
    if (isPassing(error)) return false
    throw error
  }
}

/** https://www.sqlite.org/rescode.html: busy, and full. */
const isPassing = (error: unknown) => [5, 13].includes((error as { errcode?: number }).errcode ?? 0)
