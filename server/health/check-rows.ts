import { sql } from 'kysely'
import { referenceOf } from '#forms/reference.ts'
import type { Database } from '../database/database.ts'
import type { Fault } from './stored-places.ts'

/** More are no help to anybody. */
const mostNamed = 1_000

const advice =
  'Somebody had a hand in the database, or an erasure was broken off. Nobody sees such a row any more: have it removed by hand, or restore the newest backup from before.'

/** Tables whose rows are about a row of another, by which column, and what that is called. */
const belongings = [
  ['application_status', 'application_id', 'application', 'application'],
  ['status_change', 'application_id', 'application', 'application'],
  ['message_answer', 'message_id', 'contact_message', 'message'],
] as const

/** Rows that belong to an application or a message, and have none. @returns how many rows there are. */
export async function* findOrphans({ build, read }: Database): AsyncGenerator<Fault, number> {
  let all = 0
  for (const [table, column, owner, what] of belongings) {
    const count = build.selectFrom(table).select(({ fn }) => fn.countAll().as('all'))
    all += Number((await read(count.compile()))[0]?.all ?? 0)
    const mine = sql.ref(`${table}.${column}`)
    const orphans = sql<{ id: string }>`
      SELECT DISTINCT ${mine} AS id FROM ${sql.table(table)}
       WHERE NOT EXISTS (SELECT 1 FROM ${sql.table(owner)} WHERE ${sql.ref(`${owner}.id`)} = ${mine})
       LIMIT ${sql.lit(mostNamed)}`
    for (const { id } of await read(orphans.compile(build))) {
      const says = `There is a row of ${table} for the ${what} ${referenceOf(id)}, which is not there.`
      yield { of: 'rows', says, advice }
    }
  }
  return all
}
