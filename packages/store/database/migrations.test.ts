import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { councilSchema } from '@naic/house/council-schema.ts'
import { schemaState } from './migrations.ts'
import { openSqliteDatabase } from './sqlite/sqlite-database.ts'
import type { Schema } from './tables.ts'

const folder = eachTest(newFolder)
const file = () => folder.file('naic.sqlite')

const schemaOf = (more: Schema['migrations']): Schema => ({
  ...councilSchema,
  migrations: { ...councilSchema.migrations, ...more },
})
const add = (column: string) => async (database: Kysely<unknown>) =>
  void (await sql.raw(`ALTER TABLE application ADD COLUMN ${column} text`).execute(database))

const withCities = schemaOf({ '002-cities': add('city') })
const open = async (schema: Schema) => (await openSqliteDatabase(file(), schema)).close()

function recorded(): string[] {
  const sqlite = new DatabaseSync(file())
  const rows = sqlite.prepare('SELECT name FROM kysely_migration ORDER BY name').all()
  sqlite.close()
  return rows.map(({ name }) => String(name))
}

test('changes that come later are made once, all or none', async () => {
  await open(councilSchema)
  expect(schemaState(withCities, recorded()).toCome).toEqual(['002-cities'])
  const twice = schemaOf({ '002-cities': add('city'), '003-city': add('city') })
  await expect(open(twice)).rejects.toThrow('duplicate column name: city')
  expect(recorded()).toEqual(['001-first-schema'])
  await open(withCities)
  await open(withCities)
  expect(recorded()).toEqual(['001-first-schema', '002-cities'])
})

test.each([
  ['older', councilSchema],
  ['other', schemaOf({ '002-towns': add('town') })],
])('an %s version refuses what it does not know, and keeps nothing open', async (_, schema) => {
  await open(withCities)
  await expect(open(schema)).rejects.toThrow(
    /naic.sqlite is of a newer version of the program, which knows 002-cities: install that version again, or restore the backup from before it .+[.]$/,
  )
  expect(recorded()).toEqual(['001-first-schema', '002-cities'])
  const alone = new DatabaseSync(file())
  alone.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE')
  alone.close()
})
