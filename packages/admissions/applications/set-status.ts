import type { Selectable } from 'kysely'
import { senderMailbox } from '#letters/greetable.ts'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import type { Database, Transaction } from '@naic/store/database/database.ts'
import type { Tables } from '@naic/store/database/tables.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import type { Letter } from '@naic/store/mail/mailer.ts'
import { postLetter } from '@naic/store/mail/letter-queue.ts'
import type { Outbox } from '@naic/store/mail/outbox.ts'
import { type ApplicationStatus, noteAlone, statuses } from './application-status.ts'
import { receipts, type Receipt, receiptsInWords } from './kept-facts.ts'
import { certificatesBehind } from './read-application.ts'
import { findRow, type ListedApplication, toListed } from './list-applications.ts'
import { checkStatusAsked, noLetter, type StatusAsked, type StatusMistake } from './status-rules.ts'

/**
 * The one door through which an application's status changes, in two steps: a plan, which is shown with
 * its letter, and the change.
 */

export type StatusServices = {
  database: Database
  outbox: Pick<Outbox, 'wake'>
  /** How long a change can be taken back; its letter leaves only then. */
  letterDelaySeconds: number
}

/** A change that can be made, as it will be. */
export type StatusPlan = {
  /** Before the change. */
  application: ListedApplication
  to: ApplicationStatus
  completedOn: string | null
  /** The one that they are accepted for or that was completed, by its id in the catalogue. */
  internship: string | null
  /** Of the change, from 1. If somebody else makes a change meanwhile, the number is taken. */
  number: number
  note: string | null
  letter: Letter | null
  /** The status and its date stay, and a note is added to the history. */
  isNoteAlone: boolean
  /** What has not come in, though it should before this: somebody must agree to do without. */
  missing: readonly Receipt[]
}

export type Planned =
  | { state: 'planned'; plan: StatusPlan }
  | { state: 'already' }
  | { state: 'refused'; mistakes: StatusMistake[] }

/** Says what a change of the status of each application will be, in their order. Changes nothing. */
export async function planStatusChanges(
  database: Pick<Database, 'read'>,
  applications: readonly ListedApplication[],
  wanted: StatusAsked,
): Promise<Planned[]> {
  const notes = await newestNotes(database, wanted.note === undefined ? [] : applications)
  const certified = await certificatesBehind(database, applications)
  return applications.map((application) =>
    planOne(application, wanted, {
      newestNote: notes.get(application.id) ?? null,
      standing: certified.get(application.id),
    }),
  )
}

function planOne(
  application: ListedApplication,
  wanted: StatusAsked,
  { newestNote, standing }: { newestNote: string | null; standing: string | undefined },
): Planned {
  const { mistakes, message, ...values } = checkStatusAsked(application, wanted)
  if (mistakes.length > 0) return { state: 'refused', mistakes }
  const { to, note } = values
  const number = application.version + 1
  const lacks = to === 'completed' && application.status !== to
  const missing = lacks ? receipts.filter((receipt) => application.kept[receipt] === null) : []
  const plan = { ...values, application, number, missing }
  if (isAlready(plan)) {
    // Asked for twice, a note is added once.
    if (note === null || note === newestNote) return { state: 'already' }
    if (message !== null) return { state: 'refused', mistakes: [noLetter] }
    return { state: 'planned', plan: { ...plan, letter: null, isNoteAlone: true } }
  }
  if (standing !== undefined) return { state: 'refused', mistakes: [revokeFirst(standing)] }
  const letter = wanted.withLetter ? letterFor(plan, message) : null
  return { state: 'planned', plan: { ...plan, letter, isNoteAlone: false } }
}

type Change = Omit<StatusPlan, 'letter' | 'isNoteAlone'>

/** Whether there is nothing to change, apart from a note. */
function isAlready({ application, to, completedOn, internship }: Change): boolean {
  const { status, completedOn: day, completedInternship: which, internship: sent } = application
  return status === to && day === completedOn && (which ?? sent) === (internship ?? sent)
}

const revokeFirst = (certificate: string): StatusMistake => ({
  field: 'status',
  reason: `cannot be changed while its certificate ${certificate} stands, which says that the internship was completed; revoke the certificate first`,
})

/** @returns what the applicant gets, with the staff's message in it; null if they are not told. */
function letterFor(
  { application, to, number, internship: decided }: Change,
  message: string | null,
): Letter | null {
  const { id, name, email, domain, internship: sent } = application
  const internship = internshipOnDisk(decided ?? sent ?? '') ?? null
  const words = statuses[to].letter?.({ id, name, domain, internship, message })
  if (!words) return null
  const mailbox = senderMailbox({ name, email })
  return { id: `${id}-status-${number}`, to: mailbox, replyTo: undefined, ...words }
}

/** @returns the note of the newest change of each, by their ids; null if it has none. */
async function newestNotes({ read }: Pick<Database, 'read'>, of: readonly { id: string }[]) {
  const ids = of.map(({ id }) => id)
  const changes = read
    .selectFrom('status_change')
    .select(['application_id', 'note'])
    .where('application_id', 'in', ids)
    .orderBy('number')
  const rows = ids.length > 0 ? await changes.execute() : []
  return new Map(rows.map((row) => [row.application_id, row.note]))
}

/**
 * Makes a planned change. When it returns "changed", the status, its place in the history, the letter
 * and the journal's entry survive a crash; otherwise there is none of them.
 *
 * @param by.who as the journal names them.
 * @param by.withoutReceipts whether they agree to do without what is missing.
 * @returns "overtaken" if somebody else has changed the status since, or the application is gone;
 *   "not agreed" if something is missing and nobody agreed to do without it. Nothing was done then.
 * @throws `Unavailable` when the database cannot keep the promise; a new plan shows whether it did.
 */
export async function changeStatus(
  { database, outbox, letterDelaySeconds }: StatusServices,
  plan: StatusPlan,
  { who, withoutReceipts = false }: { who: string; withoutReceipts?: boolean },
): Promise<{ state: 'changed' | 'overtaken' | 'not agreed' }> {
  const { application, to, completedOn: completed_on, internship, number } = plan
  const { note, letter, missing, isNoteAlone } = plan
  if (missing.length > 0 && !withoutReceipts) return { state: 'not agreed' }
  const now = new Date()
  const settlesAt = new Date(now.getTime() + letterDelaySeconds * 1000)
  const said = isNoteAlone ? noteAlone : to
  const state = await database.write(async (transaction) => {
    const reading = { read: transaction }
    const row = await findRow(reading, application.id)
    if (!row) return 'overtaken'
    const found = toListed(row)
    // The letter goes to whom it was shown for.
    const isSame = found.name === application.name && found.email === application.email
    if (found.version !== number - 1 || !isSame) return 'overtaken'
    if (!isNoteAlone && (await certificatesBehind(reading, [found])).size > 0) return 'overtaken'
    const common = { completed_on, internship, changed_at: now.toISOString() }
    await transaction
      .insertInto('status_change')
      .values({
        ...common,
        application_id: application.id,
        number,
        status: said,
        settles_at: settlesAt.toISOString(),
        changed_by: who,
        note,
        letter_id: letter?.id ?? null,
      })
      .execute()
    const since = application.statusChangedAt ?? application.receivedAt
    await setCurrent(transaction, application, {
      ...common,
      ...(isNoteAlone ? { changed_at: since } : {}),
      status: to,
      changes: number,
    })
    const about = { kind: 'application', id: application.id } as const
    if (letter) await postLetter(transaction, letter, { about, now, dueAt: settlesAt })
    const without = missing.length > 0 ? `, ${receiptsInWords(missing)} not received` : ''
    const { reference: subject } = application
    const did = { did: 'applications set-status', subject, detail: said + without } as const
    await enterDeed(transaction, who, did, now)
    return 'changed'
  })
  if (letter && state === 'changed') outbox.wake()
  return { state }
}

/** Sets what `application_status` says; a certificate can be issued under a completed one's reference. */
export async function setCurrent(
  transaction: Transaction,
  { id, reference }: ListedApplication,
  current: Omit<
    Selectable<Tables['application_status']>,
    'application_id' | 'certificate_reference'
  >,
): Promise<void> {
  const certificate_reference = current.status === 'completed' ? reference : null
  const row = { application_id: id, ...current, certificate_reference }
  await transaction
    .insertInto('application_status')
    .values(row)
    .onConflict((conflict) => conflict.column('application_id').doUpdateSet(row))
    .execute()
}
