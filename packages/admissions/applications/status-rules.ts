import { internshipOnDisk, internships } from '@naic/content/internships-on-disk.ts'
import { type Read, readWords } from '#forms/text-rules.ts'
import {
  dayInIndia,
  daySamples,
  readDay,
  shortDay,
  todayInIndia,
} from '@naic/store/sheets/indian-day.ts'
import { type ApplicationStatus, statuses } from './application-status.ts'
import type { ListedApplication } from './list-applications.ts'

/** A change of status as it is asked for. */
export type StatusAsked = {
  /** Undefined to keep the status and add a note. */
  to: ApplicationStatus | undefined
  /** Of the staff, for the staff. */
  note?: string | undefined
  /** The staff's words in the letter. */
  message?: string | undefined
  /** For "completed": the day in India, as `readDay` takes it. */
  completedOn?: string | undefined
  /** For "accepted" and "completed": its id, if it is not the one that the application names. */
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

/** Reads the values of a change of one application, and finds all that is wrong with them. */
export function checkStatusAsked(application: ListedApplication, wanted: StatusAsked) {
  const to = wanted.to ?? application.status
  const mistakes: StatusMistake[] = []
  const take = <Value>(field: StatusMistake['field'], read: Read<Value>) => {
    if ('value' in read) return read.value
    mistakes.push({ field, ...read })
    return null
  }
  const { completedOn, internship } = readCompletion(application, { ...wanted, to })
  const values = {
    to,
    completedOn: take('completedOn', completedOn),
    internship: take('internship', internship),
    message: take('message', readWords(wanted.message)),
    note: take('note', readWords(wanted.note)),
  }
  if (wanted.message !== undefined && !(wanted.withLetter && statuses[to].letter)) {
    mistakes.push(noLetter)
  }
  return { ...values, mistakes }
}

const none = { value: null }

function readCompletion(
  application: ListedApplication,
  { to, completedOn, internship }: StatusAsked,
): { completedOn: Read<string | null>; internship: Read<string | null> } {
  // It has the status already, and the change names no other day or internship.
  if (to === application.status && (completedOn ?? internship) === undefined) {
    return {
      completedOn: { value: application.completedOn },
      internship: { value: application.completedInternship },
    }
  }
  if (to === 'completed') {
    return {
      completedOn: completedOn
        ? readDaySince(application, completedOn)
        : { reason: `is needed: the day on which it was completed, such as ${daySamples}` },
      internship: completedInternship(application, internship),
    }
  }
  const ofOthers = { reason: 'is for the statuses accepted and completed alone' }
  const chosen = internship === undefined ? none : inCatalogue(internship)
  return {
    completedOn: completedOn === undefined ? none : { reason: 'is for the status completed alone' },
    internship: internship === undefined || to === 'accepted' ? chosen : ofOthers,
  }
}

const inCatalogue = (value: string): Read<string> =>
  internshipOnDisk(value) ? { value } : { reason: `"${value}" is not one of ours` }

/** Reads a day on which something was done or came in for an application. */
export function readDaySince({ receivedAt }: ListedApplication, typed: string): Read<string> {
  const value = readDay(typed)
  if (!value) return { reason: `is "${typed}", and not such as ${daySamples}` }
  if (value > todayInIndia()) return { reason: 'is in the future' }
  const began = dayInIndia(new Date(receivedAt))
  if (value >= began) return { value }
  return { reason: `is before the application came in, which was on ${shortDay(began)}` }
}

/**
 * Finds which internship of the catalogue was completed; its certificate takes domain and duration from it.
 * Unless another is asked for, it is the one that they were accepted for or that was applied for, or the only
 * one of the application's domain.
 */
function completedInternship(
  { completedInternship: decided, internship: sent, domain }: ListedApplication,
  asked: string | undefined,
): Read<string> {
  if (asked !== undefined) return inCatalogue(asked)
  const internship = decided ?? sent
  if (internship !== null && internshipOnDisk(internship)) return { value: internship }
  const ofDomain = internships.filter(({ category }) => category === domain)
  const [only, ...others] = ofDomain
  if (only && others.length === 0) return { value: String(only.id) }
  const which = (only ? ofDomain : internships).map(({ id, title }) => `${id} (${title})`)
  return { reason: `is needed, since the application does not say which of ${which.join(', ')}` }
}
