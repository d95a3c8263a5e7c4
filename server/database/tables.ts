import type { Generated } from 'kysely'
import type { Application } from '#forms/application-form.ts'
import type { ContactMessage } from '#forms/contact-form.ts'

/**
 * The tables, as the newest migration leaves them. Times are RFC 3339 text in UTC, so that
 * they sort and read the same on every engine. A form's answers are columns by the names of their
 * fields (decision 019).
 */
export type Tables = {
  application: ApplicationTable
  contact_message: ContactMessageTable
  application_status: ApplicationStatusTable
  status_change: StatusChangeTable
  message_answer: MessageAnswerTable
  letter: LetterTable
  registry: RegistryTable
  registry_key: RegistryKeyTable
  key_revocation: KeyRevocationTable
  certificate: CertificateTable
  certificate_key: CertificateKeyTable
  erasure: ErasureTable
  revocation: RevocationTable
  log_entry: LogEntryTable
  log_node: LogNodeTable
  log_checkpoint: LogCheckpointTable
  log_stamp: LogStampTable
  witness_cosignature: WitnessCosignatureTable
  journal: JournalTable
  resume_place: ResumePlaceTable
}

/** One row an acknowledged application; the resume's bytes are in the file store. */
type ApplicationTable = Application & {
  /** Made from the application's content, so that sending it twice gives the same id. */
  id: string
  received_at: string
  /** Key in the file store. */
  resume_key: string
  /** What the applicant called the file; never used as a path. */
  resume_name: string
  resume_type: string
  resume_bytes: number
  /** Lower-case hex. */
  resume_sha256: string
  /**
   * Of the privacy notice that stood beside the form when the box was ticked, such as "2026-11-22";
   * null where it was not said, as by a program.
   */
  notice_version: string | null
}

/** One row an acknowledged contact message. */
type ContactMessageTable = ContactMessage & {
  /** Made from the message's content, as an application's is. */
  id: string
  received_at: string
}

/** How far an application is; one without a row is as it was received. */
type ApplicationStatusTable = {
  application_id: string
  /** One of `applicationStatuses`. */
  status: string
  changed_at: string
  /** How many `status_change` there are of it. */
  changes: number
  /** Day on which the internship was completed, such as "2026-03-14"; of nothing else. */
  completed_on: string | null
  /** Which internship was completed, by its id in the catalogue. */
  internship: string | null
}

/** One row a change: the newest has the number that `application_status.changes` says. */
type StatusChangeTable = {
  application_id: string
  /** From 1. */
  number: number
  /** One of `applicationStatuses`; or "note", where it stayed as it was. */
  status: string
  changed_at: string
  /** As the journal names them. */
  changed_by: string
  /** Of the staff, for the staff. */
  note: string | null
  /** Of the letter that told the applicant; null where none did. */
  letter_id: string | null
}

/** One row a message that was answered. */
type MessageAnswerTable = {
  message_id: string
  answered_at: string
  answered_by: string
}

/**
 * The outbox: a letter is sent when `sent_at` is set, and is not tried again when `refused_at` or
 * `gave_up_at` is.
 */
type LetterTable = {
  id: string
  created_at: string
  to_name: string
  to_address: string
  reply_to_name: string | null
  reply_to_address: string | null
  subject: string
  body: string
  attempts: number
  /** Not to be tried before this time. */
  due_at: string
  sent_at: string | null
  last_failure: string | null
  /** Of the failures without a success between them, the first. */
  failing_since: string | null
  /** The relay refused this letter for good. */
  refused_at: string | null
  /** It was refused for now for so long that it is not tried any more. */
  gave_up_at: string | null
  /**
   * Before this time, a copy of the program has it in hand and no other may send it. By the clock
   * of the database; null where no other copies are.
   */
  leased_until: string | null
  /** How often it was put up once more after it was sent. */
  resent: Generated<number>
  /** It is not to go any more: what it tells of was taken back. One that was on its way may still be sent. */
  held_at: string | null
  /** See `letterTurns`: no two letters have the same. Null where the day's number is not limited. */
  turn: string | null
  /** The lower goes out first: see `letterRanks`. 0 unless it is said. */
  rank: Generated<number>
}

/** One row: under which address the registry was made, which is in all that it ever signed. */
type RegistryTable = {
  id: 1
  /** Origin without a slash at its end. */
  site_url: string
  created_at: string
}

/** The public part of every key there ever was. The newest of a use signs; the others are retired. */
type RegistryKeyTable = {
  /** Such as "key-2026", or "key-2026-2" after a rotation in the same year. */
  name: string
  use: 'credentials' | 'log'
  /** Multikey. */
  public_key: string
  added_at: string
  /** Of the log's entry that announces it; the order of the keys. */
  log_index: number
}

/** One row a key that somebody else may have: from an entry of the log on it does not count. */
type KeyRevocationTable = {
  name: string
  from_index: number
  revoked_at: string
  /** Of the log's entry that says so. */
  log_index: number
}

/**
 * One row an issued certificate, never changed: what comes later is a row elsewhere. It says nothing of
 * the holder but what is sealed.
 */
type CertificateTable = {
  id: string
  /** The secured credential as JSON, as it was signed, sealed with its key (`sealed-credential.ts`). */
  credential: string
  /** `credentialHash` of it. */
  hash: string
  /** Its place in the status list. */
  status_index: number
  log_index: number
  /**
   * What the council's own records call it. Issuing it again gives the same certificate, unless that
   * was taken back: then there are several, of which the newest is meant.
   */
  external_reference: string | null
  issued_at: string
}

/** What opens a certificate's credential. Of the registry's tables the one that loses rows. */
type CertificateKeyTable = {
  certificate_id: string
  /** Base64 of 32 bytes. */
  key: string
}

/** One row a certificate whose key was destroyed, at the holder's request. */
type ErasureTable = {
  certificate_id: string
  erased_at: string
}

type RevocationTable = {
  certificate_id: string
  /** One of `revocationReasons`. */
  reason: string
  revoked_at: string
  log_index: number
}

type LogEntryTable = {
  /** From 0, without a gap. */
  position: number
  /** Canonical JSON. */
  entry: string
}

/** Hash of a whole subtree: of level 0 the leaves, of level 1 two leaves each, and so on. */
type LogNodeTable = {
  /** "level/index", such as "3/17" for the entries from 136 to 143. */
  id: string
  /** Base64. */
  hash: string
}

type LogCheckpointTable = {
  size: number
  /** The signed note. */
  note: string
  /** SHA-256 of the note before it in hex; of the first, 64 zeros. */
  previous: string
  signed_at: string
}

/** What a calendar said of a checkpoint. It grows when the block is known. */
type LogStampTable = {
  /** Of the checkpoint. */
  size: number
  /** Its address. */
  calendar: string
  /** OpenTimestamps' own form, in Base64; of the SHA-256 of the checkpoint's note. */
  timestamp: string
  /** Height of the first block of Bitcoin that it leads to; null as long as one is promised. */
  block: number | null
  stamped_at: string
}

/** What a witness said of the log last. */
type WitnessCosignatureTable = {
  /** Its name and public key, as WITNESSES has them. */
  vkey: string
  /** Of the checkpoint. */
  size: number
  /** As the witness signed it, to the second. */
  cosigned_at: string
  /** Its line of the note. */
  line: string
}

/** One row for each thing that the staff did, or the server in their place. It names no applicant. */
type JournalTable = {
  id: string
  at: string
  /** Name of the account on the machine, or "server". */
  who: string
  /** What was done, such as "applications set-status". */
  did: string
  /** To what: a reference or an ID; null where it was to many. */
  subject: string | null
  /** Further words, such as "shortlisted" or how many. */
  detail: string | null
}

/** One row each time that resumes began to be kept elsewhere: the highest number says where they are. */
type ResumePlaceTable = {
  /** From 1. */
  number: number
  /** ID of the folder, which is in the folder as well; or "bucket". */
  place: string
  /** The same for people: machine and path, or the bucket. */
  named: string
  since: string
}
