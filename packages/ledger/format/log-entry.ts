import { type Bytes, toHex, utf8 } from './bytes.ts'
import { sha256 } from './cryptography.ts'
import { canonicalBytes, canonicalJson } from './canonical-json.ts'

/** Hashes and times, never a person's name or an ID: those are few enough to try them all. */
export type LogEntry =
  | { v: 1; t: 'issue'; h: string; at: string }
  /** Why, stays with the council. */
  | { v: 2; t: 'revoke'; h: string; at: string }
  | AnnouncedKey
  | KeyRevocationEntry
  | CheckpointEntry
  | RestartEntry
  | StatusListEntry

/** A key that signs from here on: `h` is the SHA-256 of its Multikey text. */
export type AnnouncedKey = {
  v: 2
  t: 'key'
  u: 'credentials' | 'log'
  /** Such as "key-2027". */
  n: string
  h: string
  at: string
  /**
   * Of a key for credentials that follows another: that one's Ed25519 signature over
   * `announcementBytes`, in Base64. A key of the log is vouched for by the checkpoint over it, which the
   * one before signs too.
   */
  s?: string
}

/** A key that somebody else may have: from an index of the log on it does not count. */
export type KeyRevocationEntry = { v: 2; t: 'revoke-key'; n: string; from: number; at: string }

/** Begins an addition: SHA-256 of the signed note before it, whose size is the entry's own place. */
type CheckpointEntry = { v: 2; t: 'checkpoint'; h: string }

/** Ends an addition: SHA-256 of the bits of the status list from there on (`statusDigest`). */
export type StatusListEntry = { v: 2; t: 'status-list'; h: string }

/** From its checkpoint on the log has another name, `n`; `h` is the hash of the statement that says why. */
export type RestartEntry = { v: 2; t: 'restart'; n: string; h: string; at: string }

/** The bytes of the tree's leaf. */
export const entryBytes = (entry: LogEntry): Bytes => canonicalBytes(entry)

/** What the key before signs to hand over to the one that is announced. */
export function announcementBytes(origin: string, { s: _signature, ...entry }: AnnouncedKey) {
  return utf8(`${origin}\n${canonicalJson(entry)}`)
}

/** SHA-256 of a whole signed note, in hex: how the log names a checkpoint. */
export const noteHash = async (note: string): Promise<string> => toHex(await sha256(utf8(note)))

/**
 * Lower-case hex of the SHA-256 of a document's canonical form: how the log names a secured credential,
 * proofs included, and the statement of a restart.
 */
export const documentHash = async (document: unknown): Promise<string> =>
  toHex(await sha256(canonicalBytes(document)))
