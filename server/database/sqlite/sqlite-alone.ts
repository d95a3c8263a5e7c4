import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { CompiledQuery } from 'kysely'
import { type Database, DatabaseUnusable, type RowsOf } from '../database.ts'
import type { Schema } from '../tables.ts'
import { openSqliteDatabase, sqliteBuild } from './sqlite-database.ts'

/** A command that has just ended may still have it open. */
const waitMs = 2_000

/**
 * Opens the SQLite file for reading, with its schema up to date, while no other process has it open;
 * until it is closed, or this process ends however it does, no other can open it. It blocks the
 * thread that asks, and cannot be written to.
 *
 * @throws DatabaseUnusable where the file cannot be opened, or another process has it open.
 */
export async function openSqliteAlone(file: string, schema: Schema): Promise<Database> {
  await (await openSqliteDatabase(file, schema)).close()
  const sqlite = new DatabaseSync(file, { timeout: waitMs })
  try {
    // Locks of this mode are kept when the transaction ends: https://www.sqlite.org/pragma.html#pragma_locking_mode
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK')
  } catch (error) {
    sqlite.close()
    throw new DatabaseUnusable(
      `Another program has ${file} open: a command of the council, or a backup. Let it end first.`,
      { cause: error },
    )
  }
  const rowsOf = <Row>({ sql, parameters }: CompiledQuery<Row>) =>
    sqlite.prepare(sql).all(...(parameters as SQLInputValue[])) as Row[]
  return {
    build: sqliteBuild(),
    schema,
    isShared: false,
    atomic: () => Promise.reject(new Error('This database was opened for reading alone.')),
    read: async (query) => rowsOf(query),
    // Nobody else can write meanwhile.
    readTogether: async <const Queries extends readonly CompiledQuery[]>(queries: Queries) =>
      queries.map(rowsOf) as unknown as RowsOf<Queries>,
    inTurn: (work) => work(),
    close: async () => sqlite.close(),
  }
}
