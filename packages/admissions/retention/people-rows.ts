import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Database } from '@naic/platform/database/database.ts'
import type { Schema, Tables } from '@naic/platform/database/tables.ts'
import { emptyLetters } from '@naic/registry/issuing/erase-certificate.ts'

/**
 * What is done with the rows of people, whatever tables there are: it follows from `whose` in the
 * description of each table. A table of `sender` has columns `id`, `email` and `received_at`, and a time
 * in a table about it is in a column whose name ends with "_at".
 */

/** @returns names of the tables of which each row is what one person sent. */
export const sentTables = ({ tables }: Schema): (keyof Tables)[] =>
  (Object.keys(tables) as (keyof Tables)[]).filter((table) => tables[table].whose === 'sender')

/**
 * @returns the tables of what people sent, and of what is about it; with the column that has the id of what
 *   was sent, and those by which rows are put in order. What a row is about comes before it.
 */
export const rowsWithIds = ({
  tables,
}: Schema): { table: string; id: string; order: readonly string[] }[] =>
  Object.entries(tables).flatMap(([table, { whose, key }]) => {
    if (whose === 'sender') return [{ table, id: 'id', order: ['received_at', 'id'] as const }]
    return typeof whose === 'object' ? [{ table, id: whose.by, order: key }] : []
  })

/**
 * The statements that delete applications or messages, with all that is about them, and their letters. A
 * letter that was posted meanwhile goes as well.
 */
export function deleteRows(
  { build, schema }: Pick<Database, 'build' | 'schema'>,
  ids: readonly string[],
): CompiledQuery[] {
  if (ids.length === 0) return []
  return [
    ...ids.map((id) =>
      build.deleteFrom('letter').where('id', '>=', `${id}-`).where('id', '<', `${id}.`).compile(),
    ),
    ...rowsWithIds(schema)
      .toReversed()
      .map(({ table, id }) =>
        sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(id)} IN (${sql.join(ids)})`.compile(
          build,
        ),
      ),
  ]
}

/**
 * The statements that take letters away. The row of one that told of a certificate stays, without its
 * words, as when the certificate is erased.
 */
export function removeLetters(
  database: Database,
  ids: readonly string[],
  now: Date,
): CompiledQuery[] {
  const ofCertificates = ids.filter((id) => id.startsWith('certificate-'))
  const others = ids.filter((id) => !id.startsWith('certificate-'))
  return [
    ...(others.length > 0
      ? [database.build.deleteFrom('letter').where('id', 'in', others).compile()]
      : []),
    ...(ofCertificates.length > 0 ? emptyLetters(database, ofCertificates, now.toISOString()) : []),
  ]
}

/**
 * What is older than a time, as what follows FROM: of what was sent, that with which nothing has happened
 * since; of letters, those that were written before, and of the ones that told of certificates those that
 * still say something.
 */
export function expiredRows(
  schema: Schema,
  before: string,
): { table: keyof Tables; at: string; from: RawBuilder<unknown> }[] {
  const sent = sentTables(schema).map((table) => ({
    table,
    at: 'received_at',
    from: sql`${sql.table(table)} AS sent WHERE ${sql.join(
      [
        sql`received_at < ${before}`,
        ...timesAbout(schema, table).map(
          ({ about, by, time }) => sql`NOT EXISTS (SELECT 1 FROM ${sql.table(about)} AS about
            WHERE about.${sql.ref(by)} = sent.id AND about.${sql.ref(time)} >= ${before})`,
        ),
      ],
      sql` AND `,
    )}`,
  }))
  const letters = sql`letter WHERE created_at < ${before} AND to_address <> ''`
  return [...sent, { table: 'letter', at: 'created_at', from: letters }]
}

/** Columns that say when something happened with what was sent. */
const timesAbout = ({ tables }: Schema, sent: string) =>
  Object.entries(tables).flatMap(([about, { whose, columns }]) =>
    typeof whose === 'object' && whose.of === sent
      ? Object.keys(columns)
          .filter((column) => column.endsWith('_at'))
          .map((time) => ({ about, by: whose.by, time }))
      : [],
  )
