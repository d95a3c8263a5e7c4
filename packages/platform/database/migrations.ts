import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { letOnlyGrow } from './grow-only.ts'
import type { Schema, SchemaChange, TableFacts } from './tables.ts'

/**
 * The changes of the schema, one after the other, and which versions of the program may work on what they
 * leave (decision 132). The database itself says it: the name under which a change is recorded has the
 * change that a program must know to work with it.
 */

/** What a database has, as this program sees it. */
export type SchemaState = {
  /** Under their names in the database, in their order. */
  done: readonly string[]
  /** Those that this program would make. */
  toCome: readonly string[]
  /** Those of `done` that a newer version made. */
  unknown: readonly string[]
  /** Why this program may not work on it, to follow "is" or "are"; undefined: it may. */
  refusal: string | undefined
}

/** @param done what the database has, as it is recorded there. */
export function schemaState(schema: Schema, done: readonly string[]): SchemaState {
  const ours = recordedNames(schema)
  const toCome = ours.filter((name) => !done.includes(name))
  const unknown = done.filter((name) => !ours.includes(name))
  const areIgnorable = unknown.every((name) => {
    const needed = /^.+ needs (.+)$/.exec(name)?.[1]
    return needed !== undefined && needed in schema.migrations
  })
  const refusal =
    areIgnorable && (unknown.length === 0 || toCome.length === 0)
      ? undefined
      : `of another version of the program, which knows ${namesOf(unknown)}. Run that version, or a newer one.`
  return { done, toCome, unknown, refusal }
}

/** @returns names of changes, for people. */
export const namesOf = (recorded: readonly string[]): string =>
  recorded.map((name) => name.replace(/ needs .+$/, '')).join(', ')

/**
 * @returns the names under which the changes are recorded: each with the newest that a program must know to
 *   work on the database once it has this one, unless that is itself.
 */
function recordedNames({ migrations }: Schema): string[] {
  let needed = ''
  return Object.entries(migrations).map(([name, change]) => {
    if ('breaks' in change) needed = change.needs ?? name
    return needed === name ? name : `${name} needs ${needed}`
  })
}

/** Makes the next change that is to come, if there is one. @throws what the engine throws, and of a rule that it breaks. */
export async function makeNextChange(database: Kysely<unknown>, schema: Schema): Promise<void> {
  const names = recordedNames(schema)
  const changes = Object.values(schema.migrations).map((change, at): [string, Migration] => [
    names[at] ?? '',
    { up: (on) => make(on, change, schema) },
  ])
  const provider = { getMigrations: async () => Object.fromEntries(changes) }
  const { error } = await new Migrator({ db: database, provider }).migrateUp()
  if (error) throw error
}

async function make(on: Kysely<unknown>, change: SchemaChange, { tables }: Schema): Promise<void> {
  if ('make' in change) return change.make(on)
  for (const statement of change.adds) {
    const fault = whatBreaks(statement)
    if (fault !== undefined) throw new Error(`${fault}: ${statement}`)
    await sql.raw(statement).execute(on)
  }
  const described: Partial<Record<string, TableFacts>> = tables
  for (const statement of change.adds) {
    const [, table = ''] = /^CREATE TABLE (\w+)/.exec(statement) ?? []
    const facts = described[table]
    if (facts?.growsOnly) await letOnlyGrow(on, table, facts)
  }
}

const addedColumn =
  /^ALTER TABLE \w+ ADD COLUMN \w+ (?:text|integer)( NOT NULL)?( DEFAULT (?:'[^']*'|-?\d+))?$/
const addedIndex = /^CREATE INDEX IF NOT EXISTS \w+ ON \w+ \([^;]+$/
const addedTable = /^CREATE TABLE \w+ \([^;]+\)$/

/** @returns why the version before could not go on with it; undefined: it can. */
function whatBreaks(statement: string): string | undefined {
  const column = addedColumn.exec(statement)
  if (column) {
    const [, isFilled, byDefault] = column
    // The version before inserts rows that do not name it.
    return isFilled && !byDefault ? 'A new column may be null, or has a default' : undefined
  }
  if (addedIndex.test(statement)) return undefined
  if (!addedTable.test(statement)) return 'This is no mere addition, and needs "breaks"'
  // The version before deletes rows without knowing what refers to them: what is about a person goes too.
  return /REFERENCES (?!\w+ \(\w+\) ON DELETE CASCADE)/.test(statement)
    ? 'A row that refers to another goes with it: ON DELETE CASCADE'
    : undefined
}

/**
 * What this version does not know all of: a newer version has put tables or columns there. Nothing was
 * done. The message is a sentence for the staff.
 */
export class NewerTables extends Error {
  override name = 'NewerTables'
}

/**
 * For what must not pass over anything that is kept, such as an erasure. It asks the database each time:
 * a newer version may come while this one runs.
 *
 * @throws NewerTables; `Unavailable` when the database cannot be asked.
 */
export async function requireAllKnown({
  build,
  read,
  schema,
}: Pick<Database, 'build' | 'read' | 'schema'>): Promise<void> {
  const query = sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`
  const done = await read(query.compile(build))
  const { unknown } = schemaState(
    schema,
    done.map(({ name }) => name),
  )
  if (unknown.length === 0) return
  throw new NewerTables(
    `A newer version of the program has added to the tables (${namesOf(unknown)}), and this one does not know all that is kept. Nothing was done: do it with that version.`,
  )
}
