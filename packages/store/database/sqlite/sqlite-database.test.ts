import { councilSchema } from '@naic/house/council-schema.ts'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Unavailable } from '#unavailable.ts'
import { ConstraintViolated, type Reading } from '../database.ts'
import { describeDatabase } from '@naic/test/support/describe-database.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { openSqliteDatabase } from './sqlite-database.ts'

describeDatabase('SQLite', async () => {
  const folder = await newFolder()
  return {
    open: () => openSqliteDatabase(folder.file('naic.sqlite'), councilSchema),
    remove: folder.remove,
  }
})

const folder = eachTest(newFolder)
const file = () => folder.file('naic.sqlite')
const database = eachTest(() => openSqliteDatabase(file(), councilSchema))

const run = async <Row>(reading: Reading, statement: string) =>
  (await sql.raw<Row>(statement).execute(reading)).rows
const insert = (id: string, body = '') =>
  database.write((transaction) =>
    run(
      transaction,
      `INSERT INTO letter (id, created_at, to_name, to_address, subject, body, attempts, due_at)
       VALUES ('${id}', '', '', 'a@example.com', '', '${body}', 0, '')`,
    ),
  )

test('the file is for its owner only, and waits for the disk at each commit', async () => {
  const [journal, synchronous] = await database.write(async (transaction) => [
    await run(transaction, 'PRAGMA journal_mode'),
    await run(transaction, 'PRAGMA synchronous'),
  ])
  expect(journal).toEqual([{ journal_mode: 'wal' }])
  expect(synchronous).toEqual([{ synchronous: 2 }])
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  expect((await stat(`${file()}-wal`)).mode & 0o777).toBe(0o600)
})

test('the schema is made whole or not at all, even if several processes open a new file at once', async () => {
  const made = folder.file('made.sqlite')
  const making = Array.from({ length: 3 }, () => openElsewhere(made))
  const seen = new Set<number>()
  while (making.some(({ exitCode }) => exitCode === null)) {
    if (existsSync(made)) seen.add(countTables(made))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(making.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0])
  const all = countTables(made)
  expect([...seen].filter((count) => count !== 0 && count !== all)).toEqual([])
})

function countTables(of: string): number {
  const sqlite = new DatabaseSync(of, { timeout: 5_000 })
  const counted = sqlite.prepare('SELECT count(*) AS tables FROM sqlite_master').get()
  sqlite.close()
  return Number(counted?.['tables'])
}

/** Opens and closes the file in a process of its own. */
function openElsewhere(opened: string) {
  const module = path.join(import.meta.dirname, 'sqlite-database.ts')
  const schema = path.join(import.meta.dirname, '../../../house/council-schema.ts')
  const code = `Promise.all([import('${module}'), import('${schema}')]).then(async ([m, s]) => (await m.openSqliteDatabase('${opened}', s.councilSchema)).close())`
  return spawn('node', ['-e', code], { stdio: 'inherit' })
}

test('a group waits for another program that writes', async () => {
  const other = new DatabaseSync(file())
  other.exec('BEGIN IMMEDIATE')
  const waiting = insert('a')
  await new Promise((resolve) => setTimeout(resolve, 300))
  other.exec('COMMIT')
  other.close()
  await waiting
  expect(await run(database.read, 'SELECT id FROM letter')).toEqual([{ id: 'a' }])
})

test('whoever opens it waits for no transaction, which may be one of this very process', async () => {
  await database.write(async (transaction) => {
    await run(transaction, "UPDATE letter SET subject = 'x'")
    await (await openSqliteDatabase(file(), councilSchema)).close()
  })
})

test('work that asks for nothing for ten seconds is given up, and the others go on', async () => {
  const forgotten = database.write(async (transaction) => {
    await run(transaction, "INSERT INTO log_node VALUES ('a', 'x')")
    await new Promise(() => undefined)
  })
  const other = insert('b')
  await expect(forgotten).rejects.toBeInstanceOf(Unavailable)
  await other
  expect(await run(database.read, 'SELECT id FROM log_node')).toEqual([])
}, 20_000)

test('a row that must stay cannot be replaced by its rowid either', async () => {
  for (const id of ['a', 'b'])
    await database.write((transaction) =>
      run(transaction, `INSERT INTO log_node VALUES ('${id}', 'x')`),
    )
  const replacing = database.write((transaction) =>
    run(
      transaction,
      `REPLACE INTO log_node (rowid, id, hash) SELECT rowid, 'c', 'x' FROM log_node`,
    ),
  )
  await expect(replacing).rejects.toBeInstanceOf(ConstraintViolated)
  expect(await run(database.read, 'SELECT id FROM log_node')).toEqual([{ id: 'a' }, { id: 'b' }])
})

test('a file that is no database is refused and left as it is', async () => {
  const other = folder.file('notes.txt')
  await writeFile(other, 'These are notes, and by no means a database. '.repeat(100))
  await expect(openSqliteDatabase(other, councilSchema)).rejects.toThrow(/database/)
  expect((await stat(other)).size).toBe(4_500)
})
