import { sql } from 'kysely'
import type { Database } from '@naic/store/database/database.ts'
import type { Tables } from '@naic/store/database/tables.ts'
import type { Subject } from '../desk-api.ts'

/** Several desks, command lines and web servers write to one database: so each desk looks into it, cheaply. */

/** What differs between two looks has changed. */
export type Marks = Record<Subject, string>

/** Rows, and not the newest one alone: what was written first may be committed last. */
const newest = 40

/** Of letters that have not left, the oldest; while all is well there are fewer. */
const mostUnsent = 500

/**
 * An index has each of these rows, however many there are. Whatever the staff do is in the journal.
 *
 * @returns marks of everything that the desk shows.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function lookForChanges({
  read,
  readTogether,
}: Pick<Database, 'read' | 'readTogether'>): Promise<Marks> {
  const letters = read.selectFrom('letter')
  const unsent = letters
    .select(['attempts', 'due_at', 'refused_at', 'gave_up_at', 'held_at'])
    .where('sent_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostUnsent)
  const newestOf = (table: keyof Tables, at: string) =>
    sql`SELECT id FROM ${sql.table(table)} ORDER BY ${sql.ref(at)} DESC, id DESC LIMIT ${newest}`.compile(
      read,
    )
  const [applications, messages, deeds, written, sent, waiting] = await readTogether([
    newestOf('application', 'received_at'),
    newestOf('contact_message', 'received_at'),
    newestOf('journal', 'at'),
    newestOf('letter', 'created_at'),
    letters
      .select('sent_at')
      .where('sent_at', 'is not', null)
      .orderBy('sent_at', 'desc')
      .limit(newest),
    read
      .selectFrom(unsent.as('unsent'))
      .select(({ fn }) => [
        fn.countAll().as('all'),
        fn.sum('attempts').as('attempts'),
        fn.max('due_at').as('due'),
        sql`count(refused_at) + count(gave_up_at) + count(held_at)`.as('over'),
      ]),
  ])
  return {
    applications: JSON.stringify(applications),
    messages: JSON.stringify(messages),
    letters: JSON.stringify([written, sent, waiting]),
    deeds: JSON.stringify(deeds),
  }
}
