import { stat, statfs } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { Reading, Transaction } from '../database.ts'
import { makeChanges } from '../migrations.ts'
import type { Schema } from '../tables.ts'
import { connectedSqlite } from './connected-sqlite.ts'

/** Left free, so that what visitors send meanwhile finds room. */
const spareBytes = 100 * 1024 * 1024

/** More pages than a file can have. */
const allAtOnce = 2 ** 31 - 1

/**
 * Copies a database as it is at one moment, while others read it and write to it: all in one step,
 * which of a write-ahead log holds up nobody. The copy is a single file.
 *
 * @param file of the database, which is not changed, whatever version of the schema it has.
 * @param to a file that is there and empty.
 * @param without names of tables whose rows are left out, to the last byte.
 */
export async function takeSnapshot(file: string, to: string, without: readonly string[]) {
  using source = new DatabaseSync(file, { readOnly: true, timeout: 10_000 })
  await backup(source, to, { rate: allAtOnce })
  using copy = new DatabaseSync(to)
  copy.exec('PRAGMA journal_mode = MEMORY; PRAGMA secure_delete = ON')
  const isThere = copy.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?')
  for (const table of without) if (isThere.get(table)) copy.exec(`DELETE FROM "${table}"`)
}

/** @returns how many bytes are missing in a folder for a snapshot of the database; 0 where none are. */
export async function missingBytes(file: string, folder: string): Promise<number> {
  const wal = await stat(`${file}-wal`).catch(() => ({ size: 0 }))
  const needed = (await stat(file)).size + wal.size + spareBytes
  const { bavail, bsize } = await statfs(folder)
  return Math.max(0, needed - bavail * bsize)
}

/**
 * Makes a database in an empty file, and fills it. The caller syncs it, and throws it away if this throws.
 *
 * @param done names of the changes of the schema that it gets.
 * @param fill is handed the names of its tables as well.
 */
export async function makeSqlite(
  file: string,
  schema: Schema,
  done: readonly string[],
  fill: (transaction: Transaction, tables: ReadonlySet<string>) => Promise<void>,
): Promise<void> {
  using sqlite = new DatabaseSync(file)
  sqlite.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN')
  await makeChanges(connectedSqlite<unknown>(sqlite), schema, done)
  const tables = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  await fill(connectedSqlite(sqlite), new Set(tables.map(({ name }) => String(name))))
  sqlite.exec('COMMIT')
}

/**
 * Reads a database as it is.
 *
 * @param isSnapshot whether nobody writes to it: then no files beside it have to be made
 *   (https://www.sqlite.org/uri.html).
 */
export async function readSqlite<Result>(
  file: string,
  isSnapshot: boolean,
  read: (reading: Reading) => Promise<Result>,
): Promise<Result> {
  const address = pathToFileURL(file)
  if (isSnapshot) address.searchParams.set('immutable', '1')
  using sqlite = new DatabaseSync(address, { readOnly: true, timeout: 10_000 })
  return await read(connectedSqlite(sqlite))
}
