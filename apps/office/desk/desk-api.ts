import type { ApplicationStatus } from '@naic/admissions/applications/application-status.ts'
import type { KeptAsked, KeptWords } from '@naic/admissions/applications/keep-fact.ts'
import type { Receipt } from '@naic/admissions/applications/kept-facts.ts'
import type { ListedApplication } from '@naic/admissions/applications/list-applications.ts'
import type { readApplication } from '@naic/admissions/applications/read-application.ts'
import type { StatusAsked, StatusMistake } from '@naic/admissions/applications/status-rules.ts'
import type { ListedMessage, MessageRead } from '@naic/admissions/messages/messages.ts'
import type { Finding } from '#health/finding.ts'
import type { Person } from '#staff/roles.ts'
import type { ListedLetter, StoredLetter } from '@naic/platform/mail/stored-letters.ts'
import type { Letter } from '@naic/platform/mail/mailer.ts'
import type { Conflict } from '@naic/registry/issuing/issued-before.ts'
import type { ListedCertificate } from '@naic/registry/issuing/find-certificate.ts'
import type { Mistake } from '@naic/platform/sheets/decode-table.ts'

/** What the desk's page and its server say to each other, as JSON. */

/** Whose desk it is. */
export type DeskSummary = {
  person: Person
  siteUrl: string
}

/** What would become of a batch of certificates. */
export type BatchPlan =
  | { state: 'mistakes'; mistakes: Mistake[] }
  | { state: 'conflicts'; conflicts: Conflict[] }
  | { state: 'other site'; siteUrl: string; registrySite: string }
  | {
      state: 'planned'
      /** Sent back to agree. It covers all that would be issued. */
      seal: string
      /** How many would be issued, and how many are already. */
      fresh: number
      before: number
      /** Lines of text: how many of each, and what may be a slip. */
      summary: string
      /** How many repeat another certificate, and lines of text that name them. */
      repeats: { count: number; lines: string }
      /** Applications that cannot get a certificate. */
      leftOut: { reference: string; reason: string }[]
    }

/** What became of a batch that was agreed to. */
export type BatchResult =
  | { state: 'issued'; issued: number; before: number; csv: string }
  /** Something differs from the plan that was agreed to. Nothing was issued. */
  | { state: 'changed' }

export type CertificateList = { certificates: ListedCertificate[] }

export type { ApplicationStatus, Letter, ListedApplication }
export type ApplicationPage = {
  applications: ListedApplication[]
  total: number
  page: number
  perPage: number
  /** For each status, whichever one is asked for. */
  counts: { value: string; count: number }[]
  /** All tags there are. */
  tags: string[]
}
export type ReadApplication = Awaited<ReturnType<typeof readApplication>>
export type FoundApplication = Extract<ReadApplication, { state: 'found' }>

/** A change of status as the desk asks for it. */
export type AskedStatus = Omit<StatusAsked, 'asked'> & {
  /** How many changes the application had when it was shown. */
  seen: number
}

/** What a change would be, with the letter that would go out. */
export type ShownPlan =
  | {
      state: 'planned'
      letter: Letter | null
      seal: string
      /** What has not come in: only for who agrees to do without. */
      missing: readonly Receipt[]
    }
  | { state: 'refused'; mistakes: StatusMistake[] }
  /** It has that status already; the application was removed. */
  | { state: 'already' | 'gone' }
  /** Somebody else has changed it since it was seen. */
  | { state: 'overtaken'; now: FoundApplication }

/** What became of a change that was agreed to. Nothing was done unless it is "changed". */
export type StatusAnswer = ShownPlan | { state: 'changed' }

export type { KeptAsked, KeptWords }

/** A change of what is kept of an application. */
export type AskedKept = {
  wanted: KeptAsked
  /** What it was when it was shown, as `keptInWords` says it. */
  seen?: string | null | undefined
}

/** What became of it; anything else is an error with a sentence. */
export type KeptDone = { state: 'kept' | 'already' }

export type MessagePage = {
  messages: ListedMessage[]
  total: number
  page: number
  perPage: number
}
export type { ListedMessage, MessageRead }
export type OneMessage = { message: MessageRead | null }

export type LetterPage = { letters: ListedLetter[]; total: number }
export type { Finding, StoredLetter }
export type OneLetter = { letter: StoredLetter | null }
