import type { CompiledQuery } from 'kysely'
import { ConstraintViolated, type Database } from '../database/database.ts'
import { enterDeed } from '../journal/journal.ts'
import type { Letter } from '../mail/mailer.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { ApplicationStatus } from './application-status.ts'
import { findListed, type FoundListed } from './find-listed.ts'
import type { ListedApplication } from './listed-application.ts'
import { readWords } from './staff-words.ts'
import { isToldByLetter, statusLetter } from './status-letter.ts'
import { standingCertificate } from './standing-certificate.ts'
import {
  checkStatusAsked,
  isAlready,
  type StatusAsked,
  type StatusMistake,
  takeBackFirst,
} from './status-rules.ts'

/**
 * The one door by which an application's status is changed, in two steps: a plan, which is shown with its
 * letter, and its carrying out.
 */

export type StatusServices = { database: Database; outbox: Pick<Outbox, 'post' | 'wake'> }

/** A change that may be made, as it will be. */
export type StatusPlan = {
  /** As it is before. */
  application: ListedApplication
  to: ApplicationStatus
  completedOn: string | null
  /** Which was completed, by its id in the catalogue. */
  internship: string | null
  /** Of the change, from 1. Who has made one meanwhile has taken the number. */
  number: number
  letter: Letter | null
}

export type Planned =
  | { state: 'planned'; plan: StatusPlan }
  | { state: 'already'; application: ListedApplication }
  | { state: 'refused'; application: ListedApplication; mistakes: StatusMistake[] }
  | Exclude<FoundListed, { state: 'found' }>

/**
 * Says what a change of status will be, and changes nothing.
 *
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function planStatusChange(
  { database }: Pick<StatusServices, 'database'>,
  wanted: StatusAsked,
): Promise<Planned> {
  const found = await findListed(database, wanted.asked)
  if (found.state !== 'found') return found
  const { application, changes } = found
  const { to, withLetter } = wanted
  const { mistakes, message, completion } = checkStatusAsked(application, wanted)
  if (mistakes.length > 0) return { state: 'refused', application, mistakes }
  if (isAlready(application, to, completion)) return { state: 'already', application }
  if (application.status === 'completed') {
    const certificate = await standingCertificate(database, application)
    if (certificate)
      return { state: 'refused', application, mistakes: [takeBackFirst(certificate)] }
  }
  const number = changes + 1
  const isTold = withLetter && isToldByLetter(to)
  const letter = isTold ? statusLetter(application, { to, number, message }) : null
  return { state: 'planned', plan: { application, to, ...completion, number, letter } }
}

/** @param who name of the account on the machine. */
type Deed = { note: string | undefined; who: string }

/**
 * Carries a planned change out. When it returns "changed", the status, its place in the history, the
 * letter and the journal's entry survive a crash; else there is none of them.
 *
 * @param deed its note, which `planStatusChange` has looked at.
 * @returns "overtaken" where somebody else has changed the status since it was planned, or the
 *   application is gone.
 * @throws `Unavailable` when the database cannot keep the promise; planned again, it is seen whether
 *   it did.
 */
export async function changeStatus(
  { database, outbox }: StatusServices,
  plan: StatusPlan,
  deed: Deed,
): Promise<{ state: 'changed' } | { state: 'overtaken' }> {
  const now = new Date()
  const { application, letter, to } = plan
  const { reference: subject } = application
  try {
    await database.atomic([
      addChange(database, plan, deed, now),
      setCurrent(database, plan, now),
      ...(letter ? [outbox.post(letter, now)] : []),
      enterDeed(database, deed.who, { did: 'applications set-status', subject, detail: to }, now),
    ])
  } catch (error) {
    if (error instanceof ConstraintViolated) return { state: 'overtaken' }
    throw error
  }
  if (letter) outbox.wake()
  return { state: 'changed' }
}

/**
 * Its key keeps two people from changing it at once. The id is asked of the application itself: of one
 * that is gone meanwhile nothing is kept, since a row without an id is refused.
 */
function addChange(
  { build }: Database,
  { application, to, number, letter }: StatusPlan,
  { note, who }: Deed,
  now: Date,
): CompiledQuery {
  const words = readWords(note)
  return build
    .insertInto('status_change')
    .values(({ selectFrom }) => ({
      application_id: selectFrom('application')
        .select('application.id')
        .where('application.id', '=', application.id)
        .$asScalar()
        .$notNull(),
      number,
      status: to,
      changed_at: now.toISOString(),
      changed_by: who,
      note: 'text' in words ? words.text : null,
      letter_id: letter?.id ?? null,
    }))
    .compile()
}

function setCurrent({ build }: Database, plan: StatusPlan, now: Date): CompiledQuery {
  const current = {
    status: plan.to,
    changed_at: now.toISOString(),
    changes: plan.number,
    completed_on: plan.completedOn,
    internship: plan.internship,
  }
  return build
    .insertInto('application_status')
    .values({ application_id: plan.application.id, ...current })
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(current))
    .compile()
}
