import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesWith } from '@naic/test/support/files-with.ts'
import { forgetDeleted } from './sqlite-database.ts'

const name = 'लता मैसूर'

let folder: string
let file: string
let sqlite: DatabaseSync
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-forget-'))
  file = path.join(folder, 'naic.sqlite')
  // The worst case: a program that does not overwrite what it deletes.
  sqlite = new DatabaseSync(file)
  sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA secure_delete = OFF;
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO person (name) WITH RECURSIVE n (i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) SELECT '${name} ' || i FROM n;
    INSERT INTO person (name) VALUES ('Ravi Iyer');
    PRAGMA wal_checkpoint(TRUNCATE);
    DELETE FROM person WHERE name <> 'Ravi Iyer'`)
})
afterEach(async () => {
  sqlite.close()
  await rm(folder, { recursive: true })
})

test('a deleted text of any script is in no file, while another program has the database open', async () => {
  expect(await filesWith(folder, name)).not.toEqual([])
  expect(forgetDeleted(file)).toBe(true)
  expect(await filesWith(folder, name)).toEqual([])
  expect(sqlite.prepare('SELECT name FROM person').all()).toEqual([{ name: 'Ravi Iyer' }])
})

test('it fails while somebody still reads the older state, and succeeds after that', async () => {
  const reader = new DatabaseSync(file, { readOnly: true })
  reader.exec('BEGIN')
  expect(reader.prepare('SELECT count(*) AS count FROM person').get()).toEqual({ count: 1 })
  expect(forgetDeleted(file, 100)).toBe(false)
  reader.close()
  expect(forgetDeleted(file)).toBe(true)
  expect(await filesWith(folder, name)).toEqual([])
})
