import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Migrator } from 'kysely/migration'
import { type Database, DatabaseUnusable, type RowsOf, type StatementResult } from '../database.ts'
import { forKysely } from './for-kysely.ts'
import { SqliteThread } from './sqlite-thread.ts'
import { otherVersion, type Schema, type Tables } from '../tables.ts'

/**
 * Opens (or makes) the SQLite file and brings its schema up to date.
 *
 * Writing and reading each have a thread of their own: a disk that takes its time to sync
 * must hold up neither the pages nor a look-up.
 *
 * @param file path of the database file; its folder is made if it is missing.
 * @throws DatabaseUnusable where the file cannot be opened or is not a database of ours.
 */
export async function openSqliteDatabase(file: string, schema: Schema): Promise<Database> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  try {
    await migrate(file, schema)
  } catch (error) {
    throw new DatabaseUnusable(`The database ${file} ${whatIsWrong(error)}`, { cause: error })
  }
  chmodSync(file, 0o600)

  const build = sqliteBuild()
  const writer = new SqliteThread(file, 'write')
  const reader = new SqliteThread(file, 'read')

  return {
    build,
    schema,
    isShared: false,
    atomic: (statements) => writer.run(statements.map(plain)),
    async read<Row>(query: CompiledQuery<Row>) {
      const [result] = await reader.run([plain(query)])
      return (result as StatementResult).rows as Row[]
    },
    async readTogether<const Queries extends readonly CompiledQuery[]>(queries: Queries) {
      const results = await reader.run(queries.map(plain))
      return results.map(({ rows }) => rows) as RowsOf<Queries>
    },
    inTurn: (work) => work(),
    async close() {
      await Promise.all([writer.close(), reader.close()])
    },
  }
}

/** Writes statements for SQLite; it never runs one. */
export const sqliteBuild = () =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })

/**
 * Does something while no other process has the database open; who opens it meanwhile waits.
 * Where one has, or it cannot be opened, nothing is done.
 */
export async function whileAlone(file: string, work: () => Promise<void>): Promise<void> {
  const sqlite = openForUsAlone(file)
  if (!sqlite) return
  try {
    await work()
  } finally {
    sqlite.close()
  }
}

function openForUsAlone(file: string): DatabaseSync | undefined {
  let sqlite: DatabaseSync | undefined
  try {
    sqlite = new DatabaseSync(file)
    sqlite.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
    return sqlite
  } catch {
    sqlite?.close()
    return undefined
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

/** @returns what is wrong with a file that SQLite does not open, after its name. */
export function whatIsWrong(error: unknown): string {
  if (error instanceof DatabaseUnusable) return error.message
  const { errcode = 0, message } = error as Error & { errcode?: number }
  const other = `is not one of this version of the program (${message}).`
  return faults.get(errcode & 0xff) ?? other
}

/** A compiled query without the parts that cannot cross to another thread. */
const plain = ({ sql, parameters }: CompiledQuery) => ({ sql, parameters })

type Rows = <Row>(sql: string) => Row[]

/**
 * @param rows of a statement on a database, which may have no table at all.
 * @returns names of the migrations that it has.
 * @throws DatabaseUnusable for a database of another version.
 */
export function migrationsIn(rows: Rows, schema: Schema): string[] {
  const [table] = rows("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'")
  if (!table) return []
  const done = rows<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')
  const names = done.map(({ name }) => name)
  const other = otherVersion(schema, names)
  if (other) throw new DatabaseUnusable(`is ${other}`)
  return names
}

async function migrate(file: string, schema: Schema): Promise<void> {
  // A migration may put a table in the place of another, to which rows refer meanwhile.
  const sqlite = new DatabaseSync(file, { timeout: 10_000, enableForeignKeyConstraints: false })
  const database = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: forKysely(sqlite) }),
  })
  try {
    // Before anything is written.
    migrationsIn(<Row>(query: string) => sqlite.prepare(query).all() as Row[], schema)
    sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
    const migrator = new Migrator({
      db: database,
      provider: { getMigrations: async () => schema.migrations },
    })
    // All or nothing, and one process at a time: Kysely itself takes no transaction here.
    sqlite.exec('BEGIN IMMEDIATE')
    const { error } = await migrator.migrateToLatest()
    if (error) throw error
    sqlite.exec('COMMIT')
  } finally {
    await database.destroy()
    // Kysely closes only what it has used, which a file of another version never was.
    if (sqlite.isOpen) sqlite.close()
  }
}
