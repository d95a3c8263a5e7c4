import type { Receipt } from '@naic/admissions/applications/kept-facts.ts'
import type { ListedApplication } from '@naic/admissions/applications/list-applications.ts'
import type {
  readApplication,
  StatusChange,
} from '@naic/admissions/applications/read-application.ts'
import type { SamePerson } from '@naic/admissions/applications/same-person.ts'
import type { OpenChange } from '@naic/admissions/applications/take-back.ts'
import type { StatusMistake } from '@naic/admissions/applications/status-rules.ts'
import type { AboutWhat, SentAfterCorrection } from '@naic/admissions/letters/correct-address.ts'
import type { ListedMessage, MessageRead } from '@naic/admissions/messages/messages.ts'
import type { Person, Right } from '#staff/roles.ts'
import type { EnteredDeed } from '@naic/store/journal/journal.ts'
import type { StaffMember, StaffState } from '#staff/staff.ts'
import type { LetterState, ListedLetter, StoredLetter } from '@naic/store/mail/stored-letters.ts'
import type { Letter } from '@naic/store/mail/mailer.ts'
import type { ListedCertificate } from '@naic/registry/issuing/find-certificate.ts'

/**
 * What the desk's page and its server say to each other, as JSON. What is only answered is the type of what answers
 * it, in serve/.
 */

/** A page of a list; `total` counts the rows of all its pages. */
export type Listed<Row> = { rows: readonly Row[]; total: number; page: number; perPage: number }

const rooms = {
  application: '/applications?',
  message: '/messages?which=all&',
  certificate: '/certificates?',
  letter: '/outbox?state=all&',
} as const

/** Where the desk shows one, whatever has become of it. @param id of an application or a message its reference too. */
export const placeOf = (what: keyof typeof rooms, id: string) => `${rooms[what]}open=${id}`

export type DeskSummary = {
  person: Person
  siteUrl: string
  /** Whoever made them. */
  open: OpenChange[]
}
export type { OpenChange }

/** A passkey of the person who asks. */
export type OwnPasskey = { id: string; addedAt: string; usedAt: string | null; isInUse: boolean }

/** Somebody of the staff, as managers see them. */
export type Colleague = StaffMember & { state: StaffState; isYou: boolean }

/** Lets a colleague make a passkey, once. Nobody can be shown its address again. */
export type Invitation = { name: string; address: string; goodUntil: string }

/** `letters`: how far each letter about it is. */
export type RowOfCertificate = ListedCertificate & { letters: LetterState[] }

export type { Letter, ListedApplication }
/** `letters`: how far each letter about it is. */
export type RowOfApplication = ListedApplication & { letters: LetterState[] }
export type ApplicationList = Listed<RowOfApplication> & {
  /** For each status, whichever one is asked for. */
  counts: { value: string; count: number }[]
  /** All tags there are, and who has applications or may get them. */
  tags: string[]
  people: string[]
}
export type ReadApplication = Awaited<ReturnType<typeof readApplication>>
export type FoundApplication = Extract<ReadApplication, { state: 'found' }>

/** How many applications one act can change. */
export const mostSelected = 300

/** An application that somebody selected, as they saw it then. */
export type Selected = Pick<
  ListedApplication,
  'id' | 'name' | 'reference' | 'status' | 'version'
> & { assignee: string | null }

export const asSelected = (application: ListedApplication): Selected => {
  const { id, name, reference, status, version, kept } = application
  return { id, name, reference, status, version, assignee: kept.assignee }
}

/** What became of one, or would. Nothing was done unless it is "changed", "kept" or "taken back". */
export type OfOne =
  | { state: 'planned'; letter: Letter | null; missing: readonly Receipt[] }
  | { state: 'changed'; hasLetter: boolean }
  /** Nobody agreed to do without what has not come in. */
  | { state: 'missing'; missing: readonly Receipt[] }
  | { state: 'refused'; mistakes: StatusMistake[] }
  /** It has changed: since then, or, without a change of its status, the letter would be another. */
  | { state: 'overtaken'; now: Selected; since: StatusChange[] }
  /** `already`: it is so. `again`: how many letters that failed go out to an address that was put right. */
  | { state: 'kept' | 'taken back' | 'already' | 'gone'; again?: number }
  /** Why nothing was done. */
  | { state: 'not'; detail: string }
export type Outcome = { id: string } & OfOne
export type Outcomes = { rows: Outcome[] }

/** `seal`: one for each, in their order. */
export type StatusPlan = Outcomes & { state: 'planned'; seal: string }
/** If nothing was done of any, a plan of what they are now. */
export type StatusDone = StatusPlan | (Outcomes & { state: 'done' })

export type { ListedMessage }
export type OneMessage = { message: (MessageRead & { samePerson: SamePerson }) | null }

export type { LetterState, ListedLetter, StoredLetter }
export type OneLetter = { letter: StoredLetter | null; of: AboutWhat | undefined }
export type { SentAfterCorrection }

/** `people` is everybody who is in it; `hasOlder` whether more follow. */
export type JournalPage = { deeds: EnteredDeed[]; people: string[]; hasOlder: boolean }

/** Who has one of these rights may have them as a file. */
export const rightsToExport = {
  applications: ['keep'],
  messages: ['keep'],
  certificates: ['keep', 'issue'],
} as const satisfies Record<string, readonly Right[]>
export type Exported = keyof typeof rightsToExport

/** What can change while a page is open. What the staff did, at a desk or by a command, is 'deeds'. */
export const subjects = ['applications', 'messages', 'letters', 'deeds'] as const
export type Subject = (typeof subjects)[number]
/** What differs between two looks has changed. */
export type Marks = Record<Subject, string>
