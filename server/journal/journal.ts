import { randomUUID } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import type { Database } from '../database/database.ts'

/** What somebody did, in words that name no applicant: this is kept when they are erased. */
type Deed = {
  /** The command, such as "applications set-status". */
  did: string
  /** A reference or an ID; undefined where it was done to many. */
  subject?: string | undefined
  /** Such as "shortlisted", or how many. */
  detail?: string | undefined
}

/**
 * The statement that enters a deed into the journal; it takes effect with the `atomic` that does the
 * deed, so that there is none without the other. The journal can only grow.
 *
 * @param who name of the account on the machine.
 */
export const enterDeed = (
  { build }: Pick<Database, 'build'>,
  who: string,
  { did, subject, detail }: Deed,
  now: Date,
): CompiledQuery =>
  build
    .insertInto('journal')
    .values({
      id: randomUUID(),
      at: now.toISOString(),
      who,
      did,
      subject: subject ?? null,
      detail: detail ?? null,
    })
    .compile()

/** @returns the newest entries, newest first. @throws `Unavailable` when the database cannot be asked. */
export const readJournal = ({ build, read }: Database, newest: number) =>
  read(
    build
      .selectFrom('journal')
      .select(['at', 'who', 'did', 'subject', 'detail'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(newest)
      .compile(),
  )
