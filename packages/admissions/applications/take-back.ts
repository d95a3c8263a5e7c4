import { expressionBuilder } from 'kysely'
import { referenceOf } from '#forms/reference.ts'
import { ConstraintViolated, type Database } from '@naic/platform/database/database.ts'
import type { Tables } from '@naic/platform/database/tables.ts'
import { enterDeed } from '@naic/platform/journal/journal.ts'
import type { Outbox } from '@naic/platform/mail/outbox.ts'
import { type ApplicationStatus, noteAlone, statusFrom } from './application-status.ts'
import {
  findApplication,
  type FoundRow,
  type ListedApplication,
  toListed,
} from './list-applications.ts'
import { certificatesOf } from './read-application.ts'
import { noneIssuedSince, setCurrent } from './set-status.ts'

/** Takes back the newest change of an application's status, as long as its letter has not left. */

export type TakenBack =
  | {
      state: 'taken back'
      application: ListedApplication
      /** What it was a change to; "note" for a note alone. */
      from: string
      /** What holds again. */
      to: ApplicationStatus
    }
  /** Nothing was done: its time is over, or its letter is on its way. */
  | { state: 'too late'; application: ListedApplication }
  /** Nothing was done: none was named, and the newest is somebody else's. */
  | { state: 'of another'; application: ListedApplication; newest: NewestChange }
  /** Nothing was done: another change has come since, or it was taken back, or there never was one. */
  | { state: 'overtaken'; application: ListedApplication }
  /** Nothing was done: this certificate, by its id, says that the internship was completed. */
  | { state: 'certified'; application: ListedApplication; certificate: string }
  | Exclude<FoundRow, { state: 'found' }>

/** Its number, what it was a change to, and who made it. */
type NewestChange = { number: number; to: string; by: string }

/**
 * Takes a change back without trace: its place in the history, its note and its letter are gone, and the
 * status before holds with its date. Only the journal says that it was. All of that survives a crash when
 * this returns "taken back"; otherwise the change stands whole.
 *
 * @param asked a reference as people type it, or a whole id.
 * @param number of the change that somebody saw; undefined for the newest, if they made it themselves.
 * @param who as the journal names them.
 * @throws `Unavailable` when the database cannot keep the promise; `NoRight` if its user may delete nothing.
 */
export async function takeBack(
  { database, outbox }: { database: Database; outbox: Pick<Outbox, 'unpost'> },
  { asked, number, who }: { asked: string; number?: number | undefined; who: string },
): Promise<TakenBack> {
  const found = await findApplication(database, asked)
  if (found.state !== 'found') return found
  const application = toListed(found.row)
  const version = found.row.changes ?? 0
  const { newest, before } = await lastChanges(database, application.id)
  if (!newest || (number ?? newest.number) !== newest.number) {
    return { state: 'overtaken', application }
  }
  const by = newest.changed_by
  if (number === undefined && by !== who) {
    const { status: to } = newest
    return { state: 'of another', application, newest: { number: newest.number, to, by } }
  }
  const now = new Date()
  if (now.toISOString() >= newest.settles_at) return { state: 'too late', application }
  const certificates =
    application.status === 'completed' && newest.status !== noteAlone
      ? await certificatesOf(database, application)
      : undefined
  if (certificates?.standing) {
    return { state: 'certified', application, certificate: certificates.standing }
  }
  const to = statusFrom(before?.status ?? null)
  const current = {
    status: to,
    changed_at: before?.changed_at ?? application.receivedAt,
    changes: version + 1,
    completed_on: before?.completed_on ?? null,
    internship: before?.internship ?? null,
    certificate_reference: to === 'completed' ? application.reference : null,
  }
  const { build } = database
  const { letter_id: letter } = newest
  const { and, exists, not } = expressionBuilder<Tables, never>()
  const itsLetter = build.selectFrom('letter').select('id').where('id', '=', letter)
  const deed = {
    did: 'applications take-back',
    subject: application.reference,
    detail: newest.status,
  }
  try {
    await database.atomic([
      ...(letter === null ? [] : [outbox.unpost(letter)]),
      setCurrent(database, application.id, current, {
        seen: version,
        only: and([
          not(exists(itsLetter)),
          ...(certificates ? [noneIssuedSince(application, certificates.issued)] : []),
        ]),
      }),
      build
        .deleteFrom('status_change')
        .where('application_id', '=', application.id)
        .where('number', '=', newest.number)
        .compile(),
      enterDeed(database, who, deed, now),
    ])
  } catch (error) {
    if (!(error instanceof ConstraintViolated)) throw error
    return whatCameBetween(database, application, version)
  }
  return { state: 'taken back', application, from: newest.status, to }
}

/** A change that can still be taken back. */
export type OpenChange = {
  application: { id: string; reference: string; name: string }
  number: number
  /** "note" for a note alone. */
  to: string
  /** As the journal names them. */
  by: string
  hasLetter: boolean
  /** Whole ones, by the clock of who asks. */
  secondsLeft: number
}

/** A sheet has many more, which nobody takes back one by one. */
const mostOpen = 500

/**
 * @returns the newest change of each application, if it can still be taken back; what was done last comes
 *   first. What was done a moment before may be among those that were sent.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function readOpenChanges(
  { build, read }: Pick<Database, 'build' | 'read'>,
  now: Date,
): Promise<OpenChange[]> {
  const open = build
    .selectFrom('status_change as change')
    .innerJoin('application', 'application.id', 'change.application_id')
    .leftJoin('application_kept', 'application_kept.application_id', 'application.id')
    .select(['application.id', 'change.number', 'change.status', 'change.changed_by'])
    .select(['change.letter_id', 'change.settles_at'])
    .select(({ fn }) => fn.coalesce('application_kept.name', 'application.name').as('name'))
    .where('change.settles_at', '>', now.toISOString())
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('status_change as later')
            .select('later.number')
            .whereRef('later.application_id', '=', 'change.application_id')
            .whereRef('later.number', '>', 'change.number'),
        ),
      ),
    )
    .orderBy('change.changed_at', 'desc')
    .limit(mostOpen)
  return (await read(open.compile())).map((row) => ({
    application: { id: row.id, reference: referenceOf(row.id), name: row.name },
    number: row.number,
    to: row.status,
    by: row.changed_by,
    hasLetter: row.letter_id !== null,
    secondsLeft: Math.ceil((Date.parse(row.settles_at) - now.getTime()) / 1000),
  }))
}

/** @returns the newest change, and the one before it that was no note alone; undefined if there is none. */
async function lastChanges({ build, readTogether }: Database, id: string) {
  const changes = build
    .selectFrom('status_change')
    .selectAll()
    .where('application_id', '=', id)
    .orderBy('number', 'desc')
  const [[newest], others] = await readTogether([
    changes.limit(1).compile(),
    changes.where('status', '!=', noteAlone).limit(2).compile(),
  ])
  return { newest, before: others.find(({ number }) => number !== newest?.number) }
}

/** Why a change could not be taken back that looked as if it could. */
async function whatCameBetween(
  database: Database,
  { id }: ListedApplication,
  version: number,
): Promise<TakenBack> {
  const found = await findApplication(database, id)
  if (found.state !== 'found') return found
  const state = found.row.changes === version ? 'too late' : 'overtaken'
  return { state, application: toListed(found.row) }
}
