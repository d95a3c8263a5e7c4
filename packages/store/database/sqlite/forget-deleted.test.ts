import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { filesWith } from '@naic/test/support/files-with.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { forgetDeleted } from './sqlite-database.ts'

const name = 'लता मैसूर'

const folder = eachTest(newFolder)
const file = () => folder.file('naic.sqlite')
const sqlite = eachTest(() => new DatabaseSync(file()))
beforeEach(() => {
  // The worst case: a program that does not overwrite what it deletes.
  sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA secure_delete = OFF;
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO person (name) WITH RECURSIVE n (i) AS
      (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) SELECT '${name} ' || i FROM n;
    INSERT INTO person (name) VALUES ('Ravi Iyer');
    PRAGMA wal_checkpoint(TRUNCATE);
    DELETE FROM person WHERE name <> 'Ravi Iyer'`)
})

test('a deleted text of any script is in no file, while another program has the database open', async () => {
  expect(await filesWith(folder.path, name)).not.toEqual([])
  expect(forgetDeleted(file())).toBe(true)
  expect(await filesWith(folder.path, name)).toEqual([])
  expect(sqlite.prepare('SELECT name FROM person').all()).toEqual([{ name: 'Ravi Iyer' }])
})

test('it fails while somebody still reads the older state, and succeeds after that', async () => {
  const reader = new DatabaseSync(file(), { readOnly: true })
  reader.exec('BEGIN')
  expect(reader.prepare('SELECT count(*) AS count FROM person').get()).toEqual({ count: 1 })
  expect(forgetDeleted(file(), 100)).toBe(false)
  reader.close()
  expect(forgetDeleted(file())).toBe(true)
  expect(await filesWith(folder.path, name)).toEqual([])
})
