import type { KeptAsked } from '@naic/admissions/applications/keep-fact.ts'
import type { Receipt } from '@naic/admissions/applications/kept-facts.ts'
import type { ListedApplication } from '@naic/admissions/applications/list-applications.ts'
import type {
  readApplication,
  StatusChange,
} from '@naic/admissions/applications/read-application.ts'
import type { SamePerson } from '@naic/admissions/applications/same-person.ts'
import type { OpenChange } from '@naic/admissions/applications/take-back.ts'
import type { StatusAsked, StatusMistake } from '@naic/admissions/applications/status-rules.ts'
import type { AboutWhat, SentAfterCorrection } from '@naic/admissions/letters/correct-address.ts'
import type { ListedMessage, MessageRead } from '@naic/admissions/messages/messages.ts'
import type { Topic } from '#health/examine.ts'
import type { Candidate } from '#privacy/find-candidates.ts'
import type { Asked } from '#privacy/find-person.ts'
import type { Section } from '#privacy/show-person.ts'
import type { Person } from '#staff/roles.ts'
import type { EnteredDeed } from '@naic/store/journal/journal.ts'
import type { StaffMember, StaffState } from '#staff/staff.ts'
import type { LetterState, ListedLetter, StoredLetter } from '@naic/store/mail/stored-letters.ts'
import type { Letter } from '@naic/store/mail/mailer.ts'
import type { Conflict } from '@naic/registry/issuing/issue-certificates.ts'
import type { CertificateFacts } from '@naic/ledger/format/credential.ts'
import type { Verdict } from '@naic/ledger/verify/verdict.ts'
import type { NotCorrected } from '@naic/registry/issuing/correct-certificate.ts'
import type { ListedCertificate } from '@naic/registry/issuing/find-certificate.ts'
import type {
  RevocationPlan,
  RevocationReason,
  RevokedBefore,
} from '@naic/registry/issuing/revoke-certificate.ts'
import type { OrderRow } from '#orders/order-summary.ts'
import type { SheetKind } from '@naic/store/sheets/write-sheet.ts'
import type { Mistake } from '@naic/store/sheets/read-table.ts'

/** What the desk's page and its server say to each other, as JSON. */

/** Which page of a list it is, of how many. */
export type Page = { total: number; page: number; perPage: number }

const rooms = {
  application: '/applications?',
  message: '/messages?which=all&',
  certificate: '/certificates?',
  letter: '/outbox?state=all&',
} as const

/** Where the desk shows one, whatever has become of it. */
export const placeOf = (what: keyof typeof rooms, id: string) => `${rooms[what]}open=${id}`

/** Whose desk it is. */
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

/** What would become of a batch of certificates. */
export type BatchPlan =
  | { state: 'mistakes'; mistakes: Mistake[] }
  | { state: 'conflicts'; conflicts: Conflict[] }
  | { state: 'other site'; siteUrl: string; registrySite: string }
  | {
      state: 'planned'
      /** Sent back to agree. It covers all that would be issued. */
      seal: string
      /** Those that would be issued, and how many are already. */
      rows: OrderRow[]
      before: number
      /** Whether hashes of their addresses are signed too. */
      withEmail: boolean
      /** Whether the references of the rows are those of applications. */
      ofApplications: boolean
      /** Applications that cannot get a certificate. */
      leftOut: { reference: string; reason: string }[]
    }

/** What became of a batch that was agreed to. */
export type BatchResult =
  /** `workbook`: IDs and addresses as .xlsx in Base64, and the same as CSV. */
  | { state: 'issued'; issued: number; before: number; workbook: string; csv: string }
  /** Something differs from the plan that was agreed to. Nothing was issued. */
  | { state: 'changed' }

/** `letters`: how far each letter about it is. */
export type RowOfCertificate = ListedCertificate & { letters: LetterState[] }

export type CertificateList = Page & { certificates: RowOfCertificate[] }
export type { OrderRow, RevocationReason }

/** A certificate as the registry has it, opened and checked. */
export type OneCertificate = {
  certificate:
    | (ListedCertificate & {
        /** Of its page. */
        address: string
        /** Everything that it says; undefined if nobody can read it. */
        said: CertificateFacts | undefined
        /** Its entry in the log; undefined likewise. */
        entry: number | undefined
        revoked: { at: string; reason: string } | undefined
        corrects: string | undefined
        correctedBy: string | undefined
        /** The letter about it; undefined if none was written, or it was erased. */
        letter: RevocationPlan['letter'] | undefined
        /** Whether it can be revoked, and whether its name can be corrected. */
        mayRevoke: boolean
        mayCorrect: boolean
      })
    | null
}

/** What anybody is shown who checks a certificate on its page. */
export type PublicView =
  | {
      state: 'examined'
      verdict: Verdict
      /** Undefined if the page shows nothing of it. */
      facts: CertificateFacts | undefined
      withdrawnAt: string | undefined
      checkedAt: string
    }
  | { state: 'unknown' | 'erased' | 'busy' | 'failed' | 'away' | 'offline' }

/** What taking a certificate back would be. */
export type ShownRevocation =
  | {
      state: 'planned'
      seal: string
      /** That tells the holder; null if none goes out. */
      letter: Letter | null
      /** Whether an address of the holder is known. */
      isAddressKnown: boolean
      /** Of the letter about the certificate: one that waits does not leave. */
      letterBefore: RevocationPlan['letter'] | undefined
    }
  | RevokedBefore
export type RevocationAnswer = ShownRevocation | { state: 'done' } | { state: 'changed' }

/** What putting a name right would be. */
export type ShownCorrection =
  | {
      state: 'planned'
      seal: string
      letter: Letter | null
      letterBefore: RevocationPlan['letter'] | undefined
      /** As it would be signed. */
      holder: string
    }
  | { state: 'refused'; reason: string }
  | NotCorrected
export type CorrectionAnswer =
  | ShownCorrection
  | { state: 'done'; id: string; hasLetter: boolean }
  | { state: 'changed' }

export type { Letter, ListedApplication }
/** `letters`: how far each letter about it is. */
export type RowOfApplication = ListedApplication & { letters: LetterState[] }
export type ApplicationPage = Page & {
  applications: RowOfApplication[]
  /** For each status, whichever one is asked for. */
  counts: { value: string; count: number }[]
  /** All tags there are, and who has applications or may get them. */
  tags: string[]
  people: string[]
}
export type ReadApplication = Awaited<ReturnType<typeof readApplication>>
export type FoundApplication = Extract<ReadApplication, { state: 'found' }>

export type { KeptAsked }

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

/** The first of all that match, at most `mostSelected`. */
export type AllSelected = { first: Selected[]; total: number }

/** What something is done with, each with what was seen of it. */
type Of<Seen> = { of: ({ id: string } & Seen)[] }

/** One change of status of one or of many, each with the version of it that was seen. */
export type AskedStatus = StatusAsked & Of<{ seen: number }>

/** What a change of status would be of one, or was. Nothing was done unless it is "changed". */
export type StatusOfOne =
  | { state: 'planned'; letter: Letter | null; missing: readonly Receipt[] }
  | { state: 'changed'; hasLetter: boolean }
  /** Nobody agreed to do without what has not come in. */
  | { state: 'missing'; missing: readonly Receipt[] }
  | { state: 'refused'; mistakes: StatusMistake[] }
  /** It has that status already; it was removed. */
  | { state: 'already' | 'gone' }
  /** It has changed: since then, or, without a change of its status, the letter would be another. */
  | { state: 'overtaken'; now: Selected; since: StatusChange[] }
/** 'failed': the database could not be asked. */
export type StatusRow = { id: string } & (StatusOfOne | { state: 'failed' })

export type StatusPlan = {
  state: 'planned'
  /** One for each, in their order. */
  seal: string
  rows: StatusRow[]
}
/** If nothing was done of any, a plan of what they are now. */
export type StatusDone =
  | StatusPlan
  | { state: 'done'; rows: StatusRow[]; letterDelaySeconds: number }

/** What can be exported: all that a list's filter matches. */
export const exportable = ['applications', 'messages', 'certificates'] as const

export type AskedExport = {
  /** A UUID by which its progress is asked for. */
  id: string
  of: (typeof exportable)[number]
  /** What the list was asked for. */
  query: string
  /** Those applications alone, in place of the query. */
  ids?: string[] | undefined
  /** Of the sheet of applications, by their keys; undefined for all. */
  columns?: string[] | undefined
  kind: SheetKind
  withResumes: boolean
}
/** `missing`: how many resumes it is without. */
export type ExportProgress = {
  what: 'rows' | 'resumes'
  done: number
  total: number
  missing: number
}

/** A note for the staff. @param seen the version; undefined to have the last word. */
export type AskedNote = Of<{ seen?: number | undefined }> & { note: string }
/** A change of what is kept. @param seen what it was when it was shown, as `keptInWords` says it. */
export type AskedKept = Of<{ seen?: string | null | undefined }> & { wanted: KeptAsked }
/** Changes to take back, by their numbers; those whose letters leave first come first. */
export type AskedTakeBack = Of<{ seen: number }>

/**
 * What became of each; a detail says why nothing was done. `again`: how many letters that failed go out to an
 * address that was put right.
 */
export type DoneOfOne =
  | { state: 'kept' | 'already' | 'taken back'; again?: number }
  | { state: 'not'; detail: string }
export type DoneRows = { rows: ({ id: string } & DoneOfOne)[] }

/** Some of what waits for somebody, the longest waiting first, and how many there are. */
type Waiting<One> = { total: number; first: One[] }
export type ToDo = {
  received: Waiting<ListedApplication>
  messages: Waiting<ListedMessage>
  letters: Waiting<ListedLetter>
  /** Completed, without a certificate. */
  completed: Waiting<ListedApplication>
}

/** The first few of each that are looked for in all rooms, and whether there are more. */
export type FoundAnywhere = {
  applications: Few<'name' | 'reference' | 'status', ListedApplication>
  messages: Few<'name' | 'subject', ListedMessage>
  certificates: Few<'facts' | 'state', ListedCertificate>
}
type Few<Field extends keyof One, One extends { id: string }> = {
  first: Pick<One, Field | 'id'>[]
  hasMore: boolean
}

export type MessagePage = Page & { messages: ListedMessage[] }
export type { ListedMessage }
export type OneMessage = { message: (MessageRead & { samePerson: SamePerson }) | null }

/** What answering a message would be. */
export type ShownAnswer =
  | { state: 'planned'; seal: string; letter: Letter }
  | { state: 'refused'; reason: string }
  /** A colleague was faster; with their letter, if they wrote one here. */
  | { state: 'already'; at: string; by: string; letter: StoredLetter | null }
  | { state: 'unknown' }
export type AnswerSent = ShownAnswer | { state: 'done' } | { state: 'changed' }

export type LetterPage = Page & { letters: ListedLetter[] }
export type { LetterState, ListedLetter, StoredLetter }
export type OneLetter = { letter: StoredLetter | null; of: AboutWhat | undefined }
export type { SentAfterCorrection }

/** An entry of the journal, and the address of what it was done to; undefined where there is no such thing. */
export type ListedDeed = EnteredDeed & { shownAt: string | undefined }
/** `people` is everybody who is in it; `hasOlder` whether more follow. */
export type JournalPage = { deeds: ListedDeed[]; people: string[]; hasOlder: boolean }

export type { Candidate, Section }
/** A person by a reference or an e-mail address: all that has the same address. */
export type Whom = Asked

/** All that is held of a person, in words. */
export type HeldPerson = {
  whom: Whom
  /** That everything was sent from; null if only a trace without one is left. */
  address: string | null
  /** Applications and messages. */
  sent: { id: string; reference: string }[]
  sections: Section[]
  /** Names that resumes would have in the file, and that are not where resumes are kept. */
  resumesMissing: string[]
}

export type PeopleFound =
  | { state: 'person'; person: HeldPerson }
  /** `most` is how many are listed if there are more. */
  | { state: 'candidates'; candidates: Candidate[]; most: number | null }
  | { state: 'nobody'; detail: string }

/** A reference means that application or message alone, an address everything that has it. */
export type AskedErasure = { whom: Whom; withCertificates: boolean }

/** What an erasure would be. */
export type ShownErasure =
  | { state: 'planned'; seal: string; goes: string[]; stays: string[] }
  /** `canGo`: certificates are held, and would go if that were asked for. */
  | { state: 'nothing'; detail: string; canGo: boolean }
  | { state: 'refused'; detail: string }
/** What became of it. Nothing was erased unless it is "done". */
export type ErasureAnswer =
  | ShownErasure
  | { state: 'changed' }
  | {
      state: 'done'
      /** In words and counts. */
      removed: string
      stays: string[]
      /** The server may just be sending a letter that was removed. */
      isOneOnItsWay: boolean
      /** Resumes that the running server removes later, since no row names them. */
      resumesLeft: number
      /** Whether nothing of it is left in the database's file. */
      isClean: boolean
    }

/** A row of the sheet of what came in. */
export type ReceiptRow = {
  where: string
  /** The reference or the address that it names. */
  as: string
  /** Day such as "2026-11-14". */
  on: string
  number: string | null
} & (
  | {
      state: 'matched' | 'already'
      by: 'reference' | 'email'
      id: string
      reference: string
      name: string
    }
  | { state: 'unmatched' | 'ambiguous'; reason: string }
)

/** What a sheet of what came in would record: its matched rows. */
export type ShownReceipts = {
  seal: string
  rows: ReceiptRow[]
  mistakes: Mistake[]
  /** Payments that failed, were given back, or are too small. */
  passedOver: Mistake[]
}
export type RecordedReceipts =
  /** `left`: those that somebody else was faster with. */
  | { state: 'recorded'; recorded: number; left: Mistake[] }
  /** Nothing was recorded. */
  | { state: 'changed' }

export type { Mistake }
/** What can change while a page is open. What the staff did, at a desk or by a command, is 'deeds'. */
export const subjects = ['applications', 'messages', 'letters', 'deeds'] as const
export type Subject = (typeof subjects)[number]

/** The events that a page is sent, by their names, with their data. */
export type LiveEvents = {
  changed: { of: Subject[] }
  /** Nothing: the connection stands. */
  beat: object
}

/** A figure: some words, or a time in RFC 3339; null for never. */
export type HealthFact = { label: string } & ({ text: string } | { at: string | null })

/** How it stands with one thing that the office needs. */
export type HealthCard = {
  of: Topic
  title: string
  /** 'unseen': nothing is known of it here. */
  state: 'right' | 'warning' | 'wrong' | 'unseen'
  says: string
  /** Undefined if there is nothing to do. */
  todo?: string | undefined
  facts: HealthFact[]
}
