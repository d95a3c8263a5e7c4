import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'
import { describeTable, oneOf, orNull, type RowsOf, text } from '../database/tables.ts'
import { daysLater, startOfDay } from '../sheets/indian-day.ts'

/** One row for each thing that the staff, or the server for them, did. It names no applicant. */
export const journalTables = {
  journal: describeTable(
    {
      id: text,
      at: text,
      /** Name of the account on the machine, or "server". */
      who: text,
      /** What was done, such as "applications set-status". */
      did: oneOf<Did>(),
      /** A reference or an ID; null if it was done to many. */
      subject: orNull(text),
      /** Further words, such as "shortlisted" or how many. */
      detail: orNull(text),
    },
    {
      key: ['id'],
      growsOnly: true,
      rights: 'INSERT',
      whose: 'council',
      indexes: { journal_at: '(at, id)', journal_who: '(who, at, id)' },
    },
  ),
}

declare module '../database/tables.ts' {
  interface Tables extends RowsOf<typeof journalTables> {}
}

/** Everything that is entered, as a command of the line or the like. */
export type Did =
  | `applications ${'assign' | 'correct-email' | 'correct-name' | 'export' | 'received' | 'score' | 'set-status' | 'tag' | 'take-back'}`
  | `certificates ${'correct' | 'erase' | 'export' | 'issue' | 'revoke'}`
  | `keys ${'make' | 'revoke' | 'rotate'}`
  | `messages ${'answer' | 'answered' | 'correct-email' | 'export'}`
  | `passkey ${'add' | 'remove'}`
  | `staff ${'add' | 'end' | 'invite' | 'role' | 'suspend'}`
  | 'erase'
  | 'log restart'
  | 'outbox retry'
  | 'person'
  | 'retention'
  | 'sweep'

/** What somebody did, in words that name no applicant: this is kept when they are erased. */
export type Deed = {
  did: Did
  /** A reference or an ID; undefined if it was done to many. */
  subject?: string | undefined
  /** Such as "shortlisted", or how many. */
  detail?: string | undefined
}

/** Enters a deed into the journal, in the transaction that does it, so that there is none without the other. */
export async function enterDeed(
  transaction: Transaction,
  who: string,
  { did, subject, detail }: Deed,
  now: Date,
): Promise<void> {
  const [id, at] = [randomUUID(), now.toISOString()]
  const values = { id, at, who, did, subject: subject ?? null, detail: detail ?? null }
  await transaction.insertInto('journal').values(values).execute()
}

/** Entries for which everything holds that is set here. */
type JournalFilter = {
  who?: string | undefined
  /** The first day in India, such as "2026-03-14". */
  since?: string | undefined
  /** The last such day. */
  until?: string | undefined
  /** The id of an entry: only older ones. */
  before?: string | undefined
}

/** @returns so many entries, newest first. */
export function readJournal(
  { read }: Pick<Database, 'read'>,
  newest: number,
  { who, since, until, before }: JournalFilter = {},
) {
  let query = read.selectFrom('journal').selectAll()
  if (who) query = query.where('who', '=', who)
  if (since) query = query.where('at', '>=', startOfDay(since))
  if (until) query = query.where('at', '<', startOfDay(daysLater(until, 1)))
  if (before) {
    query = query.where(sql<boolean>`(at, id) < (select at, id from journal where id = ${before})`)
  }
  return query.orderBy('at', 'desc').orderBy('id', 'desc').limit(newest).execute()
}

export type EnteredDeed = Awaited<ReturnType<typeof readJournal>>[number]

/** @returns everybody who is in it, by name. */
export async function whoIsInJournal({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const rows = await read.selectFrom('journal').select('who').distinct().orderBy('who').execute()
  return rows.map(({ who }) => who)
}
