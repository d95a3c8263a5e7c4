import { type Selectable, sql } from 'kysely'
import type { Database } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>

/** What the tables of the forms have of somebody; certificates are found by `findCertificatesOf`. */
export type Held = {
  /** Of applications and messages, and of rows that were left behind by one. */
  ids: string[]
  applications: Row<'application'>[]
  statuses: Row<'application_status'>[]
  changes: Row<'status_change'>[]
  messages: Row<'contact_message'>[]
  answers: Row<'message_answer'>[]
  /** Those that belong to one of the ids, and those to the address or replying to it. */
  letters: Row<'letter'>[]
}

/** How two addresses are compared: without letter case, and spaces around them. */
export const plainAddress = (address: string) => address.trim().toLowerCase()

/**
 * @returns all that is held under an e-mail address.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function findHeldBy(database: Database, address: string): Promise<Held> {
  const { build, read, readTogether } = database
  const plain = plainAddress(address)
  const [applications, messages] = await readTogether([
    build.selectFrom('application').select('id').where(is('email', plain)).compile(),
    build.selectFrom('contact_message').select('id').where(is('email', plain)).compile(),
  ])
  const ids = [...applications, ...messages].map(({ id }) => id)
  const letters = lettersInOrder(build).where(({ or, eb }) =>
    or([
      is('to_address', plain),
      is('reply_to_address', plain),
      // None of them all would be one too few for a list.
      eb(sql<string>`substr(id, 1, 36)`, 'in', ['', ...ids]),
    ]),
  )
  return { ...(await findRows(database, ids)), letters: await read(letters.compile()) }
}

/**
 * @param range of ids, of which a reference has the first and the last.
 * @returns what is held under each of them, even where of an application or a message there is but a trace.
 */
export async function findHeldUnder(
  database: Database,
  { first, last }: { first: string; last: string },
): Promise<Held> {
  const { build, read, readTogether } = database
  const letters = lettersInOrder(build).where('id', '>=', first).where('id', '<', `${last}.`)
  const within = (table: 'application' | 'contact_message') =>
    build.selectFrom(table).select('id').where('id', '>=', first).where('id', '<=', last).compile()
  const status = build.selectFrom('application_status').select('application_id as id')
  const change = build.selectFrom('status_change').select('application_id as id').distinct()
  const answer = build.selectFrom('message_answer').select('message_id as id')
  const found = await readTogether([
    within('application'),
    within('contact_message'),
    status.where('application_id', '>=', first).where('application_id', '<=', last).compile(),
    change.where('application_id', '>=', first).where('application_id', '<=', last).compile(),
    answer.where('message_id', '>=', first).where('message_id', '<=', last).compile(),
  ])
  const own = await read(letters.compile())
  const ids = [...found.flat(), ...own.map(({ id }) => ({ id: id.slice(0, 36) }))]
  const distinct = [...new Set(ids.map(({ id }) => id))].toSorted()
  return { ...(await findRows(database, distinct)), letters: own }
}

const is = (column: 'email' | 'to_address' | 'reply_to_address', plain: string) =>
  sql<boolean>`lower(trim(${sql.ref(column)})) = ${plain}`

const lettersInOrder = (build: Database['build']) =>
  build.selectFrom('letter').selectAll().orderBy('created_at').orderBy('id')

async function findRows({ build, readTogether }: Database, ids: string[]) {
  const among = ['', ...ids]
  const [applications, statuses, changes, messages, answers] = await readTogether([
    build
      .selectFrom('application')
      .selectAll()
      .where('id', 'in', among)
      .orderBy('received_at')
      .orderBy('id')
      .compile(),
    build
      .selectFrom('application_status')
      .selectAll()
      .where('application_id', 'in', among)
      .compile(),
    build
      .selectFrom('status_change')
      .selectAll()
      .where('application_id', 'in', among)
      .orderBy('application_id')
      .orderBy('number')
      .compile(),
    build
      .selectFrom('contact_message')
      .selectAll()
      .where('id', 'in', among)
      .orderBy('received_at')
      .orderBy('id')
      .compile(),
    build.selectFrom('message_answer').selectAll().where('message_id', 'in', among).compile(),
  ])
  return { ids, applications, statuses, changes, messages, answers }
}
