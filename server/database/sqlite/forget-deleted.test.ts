import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesWith } from '#test/support/files-with.ts'
import { forgetDeleted } from './forget-deleted.ts'

const name = 'लता मैसूर'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-forget-'))
  file = path.join(folder, 'naic.sqlite')
})
afterEach(() => rm(folder, { recursive: true }))

/** A database as an older version left it, which did not overwrite what it deleted. */
function write(...statements: string[]): void {
  const sqlite = new DatabaseSync(file)
  sqlite.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = OFF')
  sqlite.exec('CREATE TABLE IF NOT EXISTS person (id INTEGER PRIMARY KEY, name TEXT)')
  for (const statement of statements) sqlite.exec(statement)
  sqlite.close()
}

const addMany = `INSERT INTO person (name) WITH RECURSIVE n (i) AS
  (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) SELECT '${name} ' || i FROM n`

test('a text of any script that was deleted is in no file, wherever its pieces lay', async () => {
  write(addMany, 'DELETE FROM person')
  expect(await filesWith(folder, name)).toEqual(['./naic.sqlite'])
  expect(await forgetDeleted(file, ['lata@example.com', name])).toEqual({ isDone: true, found: [] })
  expect(await filesWith(folder, name)).toEqual([])
})

test('a text that stands in a row which was not deleted is told of', async () => {
  write(addMany, 'DELETE FROM person WHERE id > 1')
  expect(await forgetDeleted(file, [name, `${name} 40000`])).toEqual({
    isDone: true,
    found: [name],
  })
})
