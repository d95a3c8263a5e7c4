import type { Generated, Kysely } from 'kysely'

/**
 * The tables of the program. Each product describes its own with `describeTable` and adds them here:
 *
 *     declare module '…/database/tables.ts' {
 *       interface Tables extends RowsOf<typeof letterTables> {}
 *     }
 *
 * Leaving them out of the schema that the database is opened with is a type error
 * (`council-schema.ts`). Times are RFC 3339 text in UTC, so that they sort and read the same on every engine.
 */
// eslint-disable-next-line typescript/no-empty-object-type
export interface Tables {}

/** A column in the database, and as `Value` in TypeScript. */
export type Column<Value> = {
  type: 'text' | 'integer'
  isNullable?: true
  /** A row that does not name it gets 0. */
  hasDefault?: true
  /** Never set: it carries the type. */
  value?: Value
}

export const text: Column<string> = { type: 'text' }
export const integer: Column<number> = { type: 'integer' }
export const count: Column<Generated<number>> = { type: 'integer', hasDefault: true }
export const orNull = <Value>(column: Column<Value>): Column<Value | null> => ({
  ...column,
  isNullable: true,
})
/** Text that is one of a few words. */
export const oneOf = <Word extends string>(..._words: readonly Word[]): Column<Word> =>
  text as never

/**
 * Whose data the rows of a table are, which says what happens to them when a person is erased:
 *
 * - `council`: nobody's who sent something; they stay.
 * - `sender`: one row is what one person sent; it goes.
 * - `{ of, by, at }`: each says what happened, at the time in column `at`, with the row of another table
 *   whose id it has in column `by`; it goes with that, which is not old before this is.
 * - `addressee`: letters; those to the person go, and those about what goes.
 * - `holder`: certificates, and what they say: that goes.
 */
type Whose<Name extends string = string, Of extends string = string> =
  | 'council'
  | 'sender'
  | 'addressee'
  | 'holder'
  | { of: Of; by: Name; at: Name }

/** Reading is among all of them but 'none'. */
type Rights =
  | 'none'
  | 'SELECT'
  | 'INSERT'
  | 'UPDATE'
  | 'INSERT, UPDATE'
  | 'INSERT, DELETE'
  | 'INSERT, UPDATE, DELETE'

export type TableFacts<Name extends string = string, Of extends string = string> = {
  /** Columns that together tell its rows apart; rows are copied in their order. */
  key: readonly [Name, ...Name[]]
  /** Further columns of which no two rows have the same value. */
  unique?: readonly Name[]
  /** By column: what has to be there first, such as "certificate (id)". */
  references?: { readonly [By in Name]?: string }
  /** By name: what follows "ON" and the table's name, in SQL that every engine understands. */
  indexes?: Readonly<Record<string, string>>
  /** Indexes of which no two rows have the same, where a condition says for which rows. */
  uniqueIndexes?: Readonly<Record<string, string>>
  /** The engine itself refuses to change or delete a row (`grow-only.ts`). */
  growsOnly?: true
  /** What the program does to it beside reading: on PostgreSQL its user needs these rights. */
  rights: Rights
  /** The same for the desk that is served to the staff, which has a user of its own, where it differs. */
  desk?: Rights
  /** Whether its rows count for some hours at most, and so are in no backup and are not moved. */
  isPassing?: true
  whose: Whose<Name, Of>
}

export type TableDescription = TableFacts<string, keyof Tables> & {
  columns: Readonly<Record<string, Column<unknown>>>
}

/** Describes a table once. */
export const describeTable = <
  const Columns extends Record<string, Column<unknown>>,
  const Of extends string = never,
>(
  columns: Columns,
  facts: TableFacts<keyof Columns & string, Of>,
) => ({ columns, ...facts })

/** The rows of described tables, for `interface Tables`. */
export type RowsOf<Descriptions extends Record<string, { columns: object }>> = {
  [Name in keyof Descriptions]: {
    -readonly [
      In in keyof Descriptions[Name]['columns']
    ]: Descriptions[Name]['columns'][In] extends Column<infer Value> ? Value : never
  }
}

/** What a database is opened with. */
export type Schema = {
  tables: { readonly [Name in keyof Tables]: TableDescription }
  /**
   * Every change of the schema by its name, of which the beginning is a number that no other has: they are made
   * in this order, written for SQLite and PostgreSQL alike. One that was released is never edited, and
   * neither is what it was made of: the next change is a new entry.
   */
  migrations: Readonly<Record<string, (database: Kysely<unknown>) => Promise<void>>>
}

/** @returns the schema for who serves the desk to the staff: the rights are those that its user needs. */
export function asDesk({ tables, migrations }: Schema): Schema {
  const ofDesk = Object.entries(tables).map(([name, facts]: [string, TableDescription]) => {
    return [name, { ...facts, rights: facts.desk ?? facts.rights }]
  })
  return { tables: Object.fromEntries(ofDesk) as Schema['tables'], migrations }
}

/** @returns names of the tables of which something holds, in their order. */
export const tablesThat = (
  { tables }: Pick<Schema, 'tables'>,
  holds: (facts: TableFacts) => boolean | undefined,
): (keyof Tables)[] =>
  (Object.entries(tables) as [keyof Tables, TableDescription][])
    .filter(([, facts]) => holds(facts))
    .map(([name]) => name)

/** Whether rows are what people sent, or about it: they go when the person is erased. */
export const isOfPeople = ({ whose }: Pick<TableFacts, 'whose'>): boolean =>
  whose !== 'council' && whose !== 'holder'
