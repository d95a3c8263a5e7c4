import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { councilSchema } from '@naic/installation/council-schema.ts'
import { schemaState } from './migrations.ts'
import { openSqliteDatabase } from './sqlite/sqlite-database.ts'
import type { Addition, Schema, SchemaChange } from './tables.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-migrations-'))
  file = path.join(folder, 'naic.sqlite')
})
afterEach(() => rm(folder, { recursive: true }))

const schemaOf = (more: Record<string, SchemaChange>): Schema => ({
  ...councilSchema,
  migrations: { ...councilSchema.migrations, ...more },
})

const cities: SchemaChange = { adds: ['ALTER TABLE application ADD COLUMN city text'] }
const towns: SchemaChange = { adds: ['ALTER TABLE application ADD COLUMN town text'] }
const make: Extract<SchemaChange, { breaks: string }>['make'] = async (database) =>
  void (await sql`ALTER TABLE application DROP COLUMN city`.execute(database))
const breaks = 'the programs that read the city'

const open = async (schema: Schema) => (await openSqliteDatabase(file, schema)).close()

async function recorded(): Promise<string[]> {
  const sqlite = new DatabaseSync(file)
  const rows = sqlite.prepare('SELECT name FROM kysely_migration ORDER BY name').all()
  sqlite.close()
  return rows.map(({ name }) => String(name))
}

describe('a version of the program works on what a newer one left', () => {
  /** What a program meets that knows the first of these changes: how many, and what the newer one knows. */
  test.each<[what: string, knows: number, Record<string, SchemaChange>, mayWork: boolean]>([
    ['if it only added', 0, { '002-cities': cities, '003-towns': towns }, true],
    ['not if it broke', 0, { '002-cities': cities, '003-no-city': { breaks, make } }, false],
    [
      'not if it broke and then added',
      1,
      { '002-cities': cities, '003-no-city': { breaks, make }, '004-towns': towns },
      false,
    ],
    [
      'if it broke only those that are older still',
      1,
      { '002-cities': cities, '003-no-city': { breaks, needs: '002-cities', make } },
      true,
    ],
    [
      'not if it is one of those',
      0,
      { '002-cities': cities, '003-no-city': { breaks, needs: '002-cities', make } },
      false,
    ],
    [
      'also if that added since',
      1,
      {
        '002-cities': cities,
        '003-no-city': { breaks, needs: '002-cities', make },
        '004-towns': towns,
      },
      true,
    ],
  ])('%s', async (_what, knows, changes, mayWork) => {
    await open(schemaOf(changes))
    const all = await recorded()
    const own = schemaOf(Object.fromEntries(Object.entries(changes).slice(0, knows)))
    const opening = open(own)
    if (mayWork) await opening
    else
      await expect(opening).rejects.toThrow(/is of another version of the program, which knows 00/)
    expect(schemaState(own, all)).toMatchObject({
      toCome: [],
      unknown: all.slice(knows + 1),
      refusal: mayWork ? undefined : expect.stringMatching(/Run that version, or a newer one[.]$/),
    })
    expect(await recorded()).toEqual(all)
  })

  test('not if each knows a change that the other does not', async () => {
    await open(schemaOf({ '002-cities': cities }))
    await expect(open(schemaOf({ '002-towns': towns }))).rejects.toThrow('which knows 002-cities')
    expect(await recorded()).toHaveLength(2)
  })
})

test('a change that comes later is made once, by itself, all or nothing', async () => {
  await open(councilSchema)
  await open(schemaOf({ '002-cities': cities }))
  const twice = schemaOf({
    '002-cities': cities,
    '003-towns': {
      adds: [...('adds' in towns ? towns.adds : []), ...('adds' in towns ? towns.adds : [])],
    },
  })
  await expect(open(twice)).rejects.toThrow('duplicate column name: town')
  expect(await recorded()).toHaveLength(2)
  await open(schemaOf({ '002-cities': cities, '003-towns': towns }))
  expect(await recorded()).toHaveLength(3)
})

describe('what is called an addition', () => {
  const table = (columns: string): Addition =>
    `CREATE TABLE visit (id text PRIMARY KEY NOT NULL, ${columns})`

  test.each<Addition>([
    'ALTER TABLE application ADD COLUMN city text',
    "ALTER TABLE application ADD COLUMN city text NOT NULL DEFAULT 'Gaya'",
    'ALTER TABLE application ADD COLUMN visits integer NOT NULL DEFAULT 0',
    'CREATE INDEX IF NOT EXISTS application_by_college ON application (college, id)',
    table('application_id text NOT NULL REFERENCES application (id) ON DELETE CASCADE'),
  ])('is made: %s', async (statement) => {
    await open(schemaOf({ '002-more': { adds: [statement] } }))
    expect(await recorded()).toEqual(['001-first-schema', '002-more needs 001-first-schema'])
  })

  test.each<[says: string, Addition]>([
    ['has a default', 'ALTER TABLE application ADD COLUMN city text NOT NULL'],
    ['no mere addition', 'ALTER TABLE application ADD COLUMN city text UNIQUE'],
    ['no mere addition', 'ALTER TABLE application ADD COLUMN city text; DELETE FROM letter'],
    ['no mere addition', "ALTER TABLE application ADD COLUMN city text DEFAULT (random() || '')"],
    ['no mere addition', 'CREATE TABLE visit (id text); DROP TABLE letter; SELECT (1)'],
    ['ON DELETE CASCADE', table('application_id text REFERENCES application (id)')],
    [
      'ON DELETE CASCADE',
      table('application_id text REFERENCES application (id) ON DELETE RESTRICT'),
    ],
  ])('is refused, since it %s: %s', async (says, statement) => {
    await open(councilSchema)
    const opening = open(schemaOf({ '002-more': { adds: [statement] } }))
    await expect(opening).rejects.toThrow(says)
    expect(await recorded()).toEqual(['001-first-schema'])
  })
})

test('a new table that only grows refuses changes by itself', async () => {
  const visit = { ...councilSchema.tables.journal, key: ['id'], unique: [], growsOnly: true }
  const schema = schemaOf({
    '002-visits': { adds: ['CREATE TABLE visit (id text PRIMARY KEY NOT NULL)'] },
  })
  await open({ ...schema, tables: { ...schema.tables, visit } } as Schema)
  const sqlite = new DatabaseSync(file)
  sqlite.exec("INSERT INTO visit VALUES ('one')")
  expect(() => sqlite.exec("UPDATE visit SET id = 'two'")).toThrow('never changed or deleted')
  sqlite.close()
})
