import { referenceOf } from '#forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { isPosted, unpostLetter } from '@naic/store/mail/letter-queue.ts'
import { noteAlone, statusFrom } from './application-status.ts'
import { findRow, toListed } from './list-applications.ts'
import { certificatesBehind } from './read-application.ts'
import { setCurrent } from './set-status.ts'

/** Takes back the newest change of an application's status, as long as its letter has not left. */

/**
 * - `too late`: its time is over, or its letter is on its way.
 * - `overtaken`: another change has come since, or it was taken back, or there never was one.
 * - `certified`: this certificate, by its id, says that the internship was completed.
 * - `unknown`: there is no such application.
 */
type TakenBack =
  | { state: 'taken back' | 'too late' | 'overtaken' | 'unknown' }
  | { state: 'certified'; certificate: string }

/**
 * Takes a change back without trace: its place in the history, its note and its letter are gone, and the
 * status before holds with its date. Only the journal says that it was. All of that survives a crash when
 * this returns "taken back"; otherwise the change stands whole.
 *
 * @param number of the change that somebody saw.
 * @param who as the journal names them.
 * @throws `Unavailable` when the database cannot keep the promise; `NoRight` if its user may delete nothing.
 */
export const takeBack = (
  { write }: Pick<Database, 'write'>,
  id: string,
  { number, who }: { number: number; who: string },
): Promise<TakenBack> =>
  write(async (transaction) => {
    const reading = { read: transaction }
    const row = await findRow(reading, id)
    if (!row) return { state: 'unknown' }
    const application = toListed(row)
    const changes = await transaction
      .selectFrom('status_change')
      .selectAll()
      .where('application_id', '=', id)
      .orderBy('number', 'desc')
      .execute()
    const [newest, ...earlier] = changes
    const before = earlier.find(({ status }) => status !== noteAlone)
    if (newest?.number !== number) return { state: 'overtaken' }
    const now = new Date()
    if (now.toISOString() >= newest.settles_at) return { state: 'too late' }
    const certificate = (await certificatesBehind(reading, [application])).get(id)
    if (certificate && newest.status !== noteAlone) return { state: 'certified', certificate }
    const letter = newest.letter_id
    if (letter !== null && (await isPosted(transaction, letter))) {
      if (!(await unpostLetter(transaction, letter))) return { state: 'too late' }
    }
    await setCurrent(transaction, application, {
      status: statusFrom(before?.status ?? null),
      changed_at: before?.changed_at ?? application.receivedAt,
      changes: application.version + 1,
      completed_on: before?.completed_on ?? null,
      internship: before?.internship ?? null,
    })
    await transaction
      .deleteFrom('status_change')
      .where('application_id', '=', id)
      .where('number', '=', number)
      .execute()
    const deed = { subject: application.reference, detail: newest.status }
    await enterDeed(transaction, who, { did: 'applications take-back', ...deed }, now)
    return { state: 'taken back' }
  })

/** A change that who made it can still take back. */
export type OpenChange = Awaited<ReturnType<typeof readOpenChanges>>[number]

export const mostOpen = 500

/**
 * @param who as the journal names them.
 * @returns their changes that are the newest of an application and can still be taken back; what they did
 *   last comes first.
 */
export async function readOpenChanges(
  { read }: Pick<Database, 'read'>,
  { who, now }: { who: string; now: Date },
) {
  const open = read
    .selectFrom('status_change as change')
    .innerJoin('application', 'application.id', 'change.application_id')
    .leftJoin('application_kept', 'application_kept.application_id', 'application.id')
    .select(['application.id', 'change.number', 'change.status', 'change.settles_at'])
    .select(({ fn }) => fn.coalesce('application_kept.name', 'application.name').as('name'))
    .where('change.settles_at', '>', now.toISOString())
    .where('change.changed_by', '=', who)
    .where('change.number', '=', ({ selectFrom }) =>
      selectFrom('status_change as own')
        .select(({ fn }) => fn.max('own.number').as('newest'))
        .whereRef('own.application_id', '=', 'change.application_id'),
    )
    .orderBy('change.changed_at', 'desc')
    .limit(mostOpen)
  return (await open.execute()).map((row) => ({
    application: { id: row.id, reference: referenceOf(row.id), name: row.name },
    number: row.number,
    /** "note" for a note alone. */
    to: row.status,
    /** Whole ones, by the clock of who asks. */
    secondsLeft: Math.ceil((Date.parse(row.settles_at) - now.getTime()) / 1000),
  }))
}
