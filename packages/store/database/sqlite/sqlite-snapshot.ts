import { stat, statfs } from 'node:fs/promises'
import { backup, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

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
 * Reads a database, and is handed its rows: `rows('SELECT id FROM letter')`.
 *
 * @param isSnapshot whether nobody writes to it: then no files beside it have to be made
 *   (https://www.sqlite.org/uri.html).
 */
export async function readSqlite<Result>(
  file: string,
  isSnapshot: boolean,
  read: (rows: <Row>(sql: string) => Promise<Row[]>) => Promise<Result>,
): Promise<Result> {
  const address = pathToFileURL(file)
  if (isSnapshot) address.searchParams.set('immutable', '1')
  using database = new DatabaseSync(address, { readOnly: true, timeout: 10_000 })
  return await read(async <Row>(sql: string) => database.prepare(sql).all() as Row[])
}
