import { type RawBuilder, type Selectable, sql } from 'kysely'
import { idsOf } from '@naic/admissions/forms/reference.ts'
import type { Config } from '@naic/house/config.ts'
import type { Database } from '@naic/store/database/database.ts'
import { rowsWithIds } from '@naic/admissions/retention/people-rows.ts'
import type { Tables } from '@naic/store/database/tables.ts'

/** What the tables have of a person. `findCertificatesOf` finds certificates. */
export type Held = {
  /** Of applications and messages, and of rows that one left behind. */
  ids: string[]
  /** By table. Letters are those of the ids, and those to the address or with replies to it. */
  rows: { [Table in keyof Tables]: Selectable<Tables[Table]>[] }
}

/** Whom the staff ask about. */
export type Asked = { reference: string } | { email: string }

export type PersonFound =
  | {
      state: 'found'
      held: Held
      /** Of ids, if a reference was asked for. */
      range: { first: string; last: string } | undefined
      /** That it was sent from, and to which the staff corrected that, in small letters. */
      addresses: string[]
    }
  | Nobody

/** Why, in a sentence. */
export type Nobody = { state: 'nobody'; detail: string }

/** @param but what is held all the same, such as " but certificates". */
export const nothingUnder = (asked: Asked, but = ''): string =>
  `Nothing${but} is held under this ${'email' in asked ? 'address' : 'reference'}.`

/** @throws `Unavailable` when the database cannot be asked. */
export async function findPerson(
  database: Database,
  asked: Asked,
  { staffEmail, mailFrom }: Pick<Config, 'staffEmail' | 'mailFrom'>,
): Promise<PersonFound> {
  if ('email' in asked) {
    const address = plainAddress(asked.email)
    if ([staffEmail, mailFrom].map(plainAddress).includes(address)) {
      return nobody("This is an address of the council's own, which letters about everybody have.")
    }
    const held = await findHeldBy(database, [address])
    return { state: 'found', held, range: undefined, addresses: [address] }
  }
  const range = rangeOf(asked.reference)
  if (!range) return nobody('This is no reference such as NAIC-7F3K-92QD, and no id.')
  const held = await findHeldUnder(database, range)
  if (held.ids.length > 1) {
    return nobody(`Several share this reference. Give the whole id of one: ${held.ids.join(', ')}.`)
  }
  const { application, contact_message, application_kept, message_address } = held.rows
  const written = [...application, ...contact_message, ...application_kept, ...message_address]
  const addresses = [...new Set(written.flatMap(({ email }) => email ?? []).map(plainAddress))]
  return { state: 'found', held, range, addresses }
}

const nobody = (detail: string): Nobody => ({ state: 'nobody', detail })

/** Whether a text is an application's or a message's whole id. */
export const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

function rangeOf(typed: string): { first: string; last: string } | undefined {
  const id = typed.trim().toLowerCase()
  return isId(id) ? { first: id, last: id } : idsOf(typed)
}

const plainAddress = (address: string) => address.trim().toLowerCase()

/** @returns all that we hold under email addresses, as they were sent or as the staff corrected them. */
export async function findHeldBy(database: Database, addresses: readonly string[]): Promise<Held> {
  const { tables } = database.schema
  const plain = sql.join(addresses.map(plainAddress))
  const is = (column: string) => sql<boolean>`lower(trim(${sql.ref(column)})) IN (${plain})`
  const ids = await findIds(database, ({ table }) =>
    'email' in tables[table].columns ? is('email') : undefined,
  )
  const letters = lettersInOrder(database).where(({ or, eb }) =>
    or([
      is('to_address'),
      is('reply_to_address'),
      // A list in SQL needs one value at least.
      eb(sql<string>`substr(id, 1, 36)`, 'in', ['', ...ids]),
    ]),
  )
  return heldUnder(database, ids, await letters.execute())
}

/** @returns what we hold under the ids of a range, even if only a trace of it is left. */
async function findHeldUnder(
  database: Database,
  { first, last }: { first: string; last: string },
): Promise<Held> {
  const isWithin = (column: string) => sql<boolean>`${sql.ref(column)} BETWEEN ${first} AND ${last}`
  const found = await findIds(database, ({ id }) => isWithin(id))
  const letters = await lettersInOrder(database).where(isWithin('about_id')).execute()
  const ids = new Set([...found, ...letters.flatMap(({ about_id: about }) => about ?? [])])
  return heldUnder(database, [...ids].toSorted(), letters)
}

type WithIds = ReturnType<typeof rowsWithIds>[number]

/** @param condition of the rows of a table; undefined for a table in which none is looked for. */
async function findIds(
  { read, readTogether, schema }: Database,
  condition: (rows: WithIds) => RawBuilder<boolean> | undefined,
): Promise<string[]> {
  const questions = rowsWithIds(schema).flatMap((rows) => {
    const where = condition(rows)
    const id = sql.ref(rows.id)
    return where
      ? sql<{ id: string }>`SELECT DISTINCT ${id} AS id FROM ${sql.table(rows.table)}
          WHERE ${where}`.compile(read)
      : []
  })
  return [...new Set((await readTogether(questions)).flat().map(({ id }) => id))]
}

const lettersInOrder = ({ read }: Pick<Database, 'read'>) =>
  read.selectFrom('letter').selectAll().orderBy('created_at').orderBy('id')

async function heldUnder(
  { read, readTogether, schema }: Database,
  ids: string[],
  letter: Held['rows']['letter'],
): Promise<Held> {
  const tables = rowsWithIds(schema)
  const found = await readTogether(
    tables.map(({ table, id, order }) =>
      sql<object>`SELECT * FROM ${sql.table(table)} WHERE ${sql.ref(id)} IN (${sql.join(['', ...ids])})
        ORDER BY ${sql.join(order.map((column) => sql.ref(column)))}`.compile(read),
    ),
  )
  const none = Object.keys(schema.tables).map((table) => [table, []] as const)
  const rows = tables.map(({ table }, at) => [table, found[at] ?? []] as const)
  return { ids, rows: Object.fromEntries([...none, ...rows, ['letter', letter]]) as Held['rows'] }
}
