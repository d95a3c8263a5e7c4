import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '@naic/store/database/database.ts'
import type { Tables } from '@naic/store/database/tables.ts'
import type { Marks } from '../desk-api.ts'
import type { DeskServices } from './desk-services.ts'
import { toRead } from './read-request.ts'

/**
 * What changes, for pages that ask again and again. Several desks, command lines and web servers write to one
 * database: so each desk looks into it, cheaply.
 */
export function changesRoute(api: FastifyInstance, { database }: DeskServices): void {
  const look = lookOnceFor(database)
  // Each open window asks every two seconds: a line for each would fill the log.
  api.get('/api/changed', { ...toRead, logLevel: 'warn' }, () => look())
}

/** For so long all who ask have the answer of one look into the database. */
const goodForMs = 2_000

/** @returns what tells the marks. It throws `Unavailable` when the database cannot be asked. */
export function lookOnceFor(database: Pick<Database, 'read' | 'readTogether'>) {
  let looked: Promise<Marks> | undefined
  const forget = () => (looked = undefined)
  return (): Promise<Marks> => {
    if (looked) return looked
    looked = lookForChanges(database)
    looked.then(() => setTimeout(forget, goodForMs).unref(), forget)
    return looked
  }
}

/** Rows, and not the newest one alone: what was written first may be committed last. */
const newest = 40

/** Of letters that have not left, the oldest; while all is well there are fewer. */
const mostUnsent = 500

/** An index has each of these rows, however many there are. Whatever the staff do is in the journal. */
async function lookForChanges({
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
    applications: markOf(applications),
    messages: markOf(messages),
    letters: markOf([written, sent, waiting]),
    deeds: markOf(deeds),
  }
}

const markOf = (rows: unknown) =>
  createHash('sha256').update(JSON.stringify(rows)).digest('base64url')
