import * as v from 'valibot'
import { internshipOnDisk, internships } from '@naic/content/internships-on-disk.ts'
import { emptyToNull, paragraphs } from '#forms/text-rules.ts'
import {
  dayInIndia,
  daySamples,
  readDay,
  shortDay,
  todayInIndia,
} from '@naic/store/sheets/indian-day.ts'
import { type Read, readInternship } from './application-filter.ts'
import { type ApplicationStatus, statuses } from './application-status.ts'
import type { ListedApplication } from './list-applications.ts'

/** A change of status as it is asked for. */
export type StatusAsked = {
  /** Undefined to keep the status and add a note. */
  to: ApplicationStatus | undefined
  /** Of the staff, for the staff. It is only checked here; `changeStatus` keeps it. */
  note?: string | undefined
  /** The staff's words in the letter. */
  message?: string | undefined
  /** For "completed": the day in India, as `readDay` takes it. */
  completedOn?: string | undefined
  /** For "accepted" and "completed": id or title, if it is not the one that the application names. */
  internship?: string | undefined
  /** False if the applicant is to get no letter. */
  withLetter: boolean
}

/** What is wrong with a value, said after its name. */
export type StatusMistake = {
  field: 'status' | 'note' | 'message' | 'completedOn' | 'internship'
  reason: string
}

export const noLetter: StatusMistake = {
  field: 'message',
  reason: 'is for a letter, and none goes out; a note is for the staff',
}

/** Which internship the staff chose, and when it was completed; null if they did neither. */
type Completion = { completedOn: string | null; internship: string | null }

/** Reads the values of a change of one application, and finds all that is wrong with them. */
export function checkStatusAsked(application: ListedApplication, wanted: StatusAsked) {
  const to = wanted.to ?? application.status
  const message = readWords(wanted.message)
  const note = readWords(wanted.note)
  const { mistakes, ...completion } = checkCompletion(application, { ...wanted, to })
  if ('reason' in message) mistakes.push({ field: 'message', reason: message.reason })
  if ('reason' in note) mistakes.push({ field: 'note', reason: note.reason })
  if (wanted.message !== undefined && !(wanted.withLetter && statuses[to].letter)) {
    mistakes.push(noLetter)
  }
  const [words, noted] = [message, note].map((read) => ('text' in read ? read.text : null))
  return { mistakes, to, message: words ?? null, note: noted ?? null, completion }
}

function checkCompletion(
  application: ListedApplication,
  { to, completedOn: typed, internship: asked }: StatusAsked,
): Completion & { mistakes: StatusMistake[] } {
  const mistakes: StatusMistake[] = []
  // It has the status already, and the change names no other day or internship.
  if (to === application.status && (typed ?? asked) === undefined) {
    const { completedOn, completedInternship: internship } = application
    return { mistakes, completedOn, internship }
  }
  if (to !== 'completed') {
    if (typed !== undefined) {
      mistakes.push({ field: 'completedOn', reason: 'is for the status completed alone' })
    }
    const chosen = asked === undefined ? { value: null } : readInternship(asked)
    if ('reason' in chosen) mistakes.push({ field: 'internship', reason: chosen.reason })
    if (asked !== undefined && to !== 'accepted') {
      const reason = 'is for the statuses accepted and completed alone'
      mistakes.push({ field: 'internship', reason })
    }
    return { mistakes, completedOn: null, internship: 'value' in chosen ? chosen.value : null }
  }
  const day = typed && readDay(typed)
  const wrongDay = whyNotCompletedOn(typed, day, application)
  if (wrongDay) mistakes.push({ field: 'completedOn', reason: wrongDay })
  const read = completedInternship(application, asked)
  if ('reason' in read) mistakes.push({ field: 'internship', reason: read.reason })
  return { mistakes, completedOn: day ?? null, internship: 'value' in read ? read.value : null }
}

function whyNotCompletedOn(
  typed: string | undefined,
  day: string | undefined,
  { receivedAt }: ListedApplication,
): string | undefined {
  if (!typed) return `is needed: the day on which it was completed, such as ${daySamples}`
  if (!day) return `"${typed}" is not a day such as ${daySamples}`
  if (day > todayInIndia()) return 'is in the future'
  const began = dayInIndia(new Date(receivedAt))
  return day < began
    ? `is before the application came in, which was on ${shortDay(began)}`
    : undefined
}

/**
 * Finds which internship of the catalogue was completed; its certificate takes domain and duration from it.
 *
 * @param asked its id or title; without it, the one that they were accepted for or that was applied for, or
 *   the only one of the application's domain.
 * @returns its id; or what is wrong, said after "internship".
 */
function completedInternship(
  { completedInternship: decided, internship: sent, domain }: ListedApplication,
  asked: string | undefined,
): Read {
  if (asked !== undefined) return readInternship(asked)
  const internship = decided ?? sent
  if (internship !== null && internshipOnDisk(internship)) return { value: internship }
  const ofDomain = internships.filter(({ category }) => category === domain)
  const [only, ...others] = ofDomain
  if (only && others.length === 0) return { value: String(only.id) }
  const which = (only ? ofDomain : internships).map(({ id, title }) => `${id} (${title})`)
  return { reason: `is needed, since the application does not say which of ${which.join(', ')}` }
}

/** Whether there is nothing to change. */
export function isAlready(
  application: ListedApplication,
  to: ApplicationStatus,
  { completedOn, internship }: Completion,
): boolean {
  const { status, completedOn: day, completedInternship: which } = application
  return status === to && (to !== 'completed' || (day === completedOn && which === internship))
}

/** @param certificate its id. */
export const takeBackFirst = (certificate: string): StatusMistake => ({
  field: 'status',
  reason: `cannot be changed while its certificate ${certificate} stands, which says that the internship was completed; revoke the certificate first`,
})

/**
 * Reads a note, or words for a letter, as the staff type them.
 *
 * @param longest how many characters at most.
 * @returns null if there are none; or what is wrong, said after the field's name.
 */
export function readWords(
  typed: string | undefined,
  longest = 2_000,
): { text: string | null } | { reason: string } {
  if (typed === undefined) return { text: null }
  const { output, success } = v.safeParse(v.pipe(paragraphs('It', longest), emptyToNull), typed)
  if (!success)
    return { reason: `is longer than ${longest} characters, or has some that cannot be printed` }
  return { text: output }
}
