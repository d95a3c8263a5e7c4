import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '../database/database.ts'
import { describeTable, orNull, type RowsOf, text } from '../database/tables.ts'

/** One row for each thing that the staff, or the server for them, did. It names no applicant. */
export const journalTables = {
  journal: describeTable(
    {
      id: text,
      at: text,
      /** Name of the account on the machine, or "server". */
      who: text,
      /** What was done, such as "applications set-status". */
      did: text,
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
      indexes: { journal_at: '(at, id)' },
    },
  ),
}

declare module '../database/tables.ts' {
  interface Tables extends RowsOf<typeof journalTables> {}
}

/** What somebody did, in words that name no applicant: this is kept when they are erased. */
type Deed = {
  /** The command, such as "applications set-status". */
  did: string
  /** A reference or an ID; undefined if it was done to many. */
  subject?: string | undefined
  /** Such as "shortlisted", or how many. */
  detail?: string | undefined
}

/**
 * Enters a deed into the journal, in the transaction that does it, so that there is none without the other.
 * The journal can only grow.
 *
 * @param who name of the account on the machine.
 */
export async function enterDeed(
  transaction: Transaction,
  who: string,
  { did, subject, detail }: Deed,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('journal')
    .values({
      id: randomUUID(),
      at: now.toISOString(),
      who,
      did,
      subject: subject ?? null,
      detail: detail ?? null,
    })
    .execute()
}

/** @returns the newest entries, newest first. @throws `Unavailable` when the database cannot be asked. */
export const readJournal = ({ read }: Pick<Database, 'read'>, newest: number) =>
  read
    .selectFrom('journal')
    .select(['at', 'who', 'did', 'subject', 'detail'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(newest)
    .execute()
