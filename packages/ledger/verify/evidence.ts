import type { LogEntry } from '../format/log-entry.ts'
import type { KeyRange } from '../format/published-keys.ts'

export type Proven = { entry: LogEntry; receipt: string }

/**
 * What a certificate's own checks need. All of it came from strangers, whatever its types promise; what
 * is undefined could not be loaded, or is not there.
 */
export type SignedEvidence = {
  credential: unknown
  inclusion: Proven | undefined
  /** The status list, a credential itself. */
  statusList: unknown
  /** The log's last entry, which names the newest status list. */
  listed?: Proven | null | undefined
  /** The log's newest signed note, if the inclusion is under an older one. */
  newest?: string | undefined
  /** Whose DID it must be, known from the page's own address before any answer came. */
  issuer: string
  /** A key that is not among them counts for nothing. None of them is null. */
  keys: Keys
  /** Name of the log, which its checkpoints begin with. */
  origin: string
  now: Date
}

/** Why the register could not be asked: too often; a fault of the site; no answer; no network. */
export type Unreached = 'busy' | 'failed' | 'away' | 'offline'

export type Evidence = SignedEvidence & {
  /** The ID that it must carry; undefined for a file, which may carry any. */
  asked: string | undefined
  /** Whether the register has this ID. Only if it has, the inclusion is of the live log. */
  live: 'found' | 'absent' | 'erased' | Unreached
  /** Whether a file had this certificate with other proofs; those of the register are checked. */
  isAltered?: boolean
  /** A file's own receipt, which the live log has to confirm. */
  receipt?: Proven | undefined
  revocation?: Proven | null | undefined
  stamp?: Stamp | null | undefined
  /** What this browser had kept of the log before the register was asked, as `readSeenLog` gives it. */
  seen: string | null
  /** ID of the one in its place. Nobody signed this: it leads to a page that checks that one by itself. */
  correctedBy?: string | undefined
  /** Who is said to have seen its entry. */
  cosignatures?: readonly ServedCosignature[] | null | undefined
}

/** A receipt that the certificate is under a checkpoint, and the stamp of its bytes (.ots) in Base64. */
export type Stamp = { receipt: string; ots: string }

/**
 * A witness's key as the site names it, and what it cosigned: a receipt of the certificate's entry
 * over a checkpoint, or the checkpoint alone.
 */
export type ServedCosignature = Partial<Record<'vkey' | 'receipt' | 'note', string | undefined>>

/** The keys of witnesses, one line each, and how many of them must have signed; at least 1. */
export type WitnessPolicy = { vkeys: readonly string[]; needed: number }

/** The council's keys, and for what each counts; none if they could not be loaded. */
export type Keys = readonly KeyRange[]

/** The site whose certificates are checked. The checks reach it, and the browser's memory, only by this. */
export type Site = {
  /** Its own address, from which follows whose a certificate must be, whatever is answered. */
  readonly url: string
  /** Keys that are taken in place of those that it answers with. */
  readonly pinned?: Keys | undefined
  /**
   * Whose cosignatures a certificate needs: every policy must be met. Not what the register answers: who
   * forges a log would leave them out. Rejects if that is not known.
   */
  readPolicies: () => Promise<readonly WitnessPolicy[]>
  /** Asks for a path, and waits only so long. Rejects if no answer comes through. */
  fetch: (
    path: string,
    options?: { cache?: RequestCache; stop?: AbortSignal | undefined },
  ) => Promise<Response>
  isOnline: () => boolean
  /** What `keepSeenLog` was given last, as far as the browser keeps anything. */
  readSeenLog: () => string | null
  keepSeenLog: (seen: string) => void
}
