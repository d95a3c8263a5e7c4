import { type Bytes, fromHex, toHex } from './bytes.ts'
import { sha256 } from './sha256.ts'
import { canonicalBytes } from './canonical-json.ts'

/**
 * What the log keeps: hashes and times, never a name or an id. Ids are few enough that whoever
 * has a hash of one could try them all.
 */
export type LogEntry =
  | { v: 1; t: 'issue'; h: string; at: string }
  | { v: 1; t: 'revoke'; h: string; reason: string; at: string }
  | { v: 1; t: 'key'; h: string; at: string }

/** The bytes of the tree's leaf. */
export const entryBytes = (entry: LogEntry): Bytes => canonicalBytes(entry)

/** Lower-case hex of the SHA-256 of the canonical form of a secured credential, proofs included. */
export const credentialHash = async (secured: unknown): Promise<string> =>
  toHex(await sha256(canonicalBytes(secured)))

/** @returns whether a text is such a hash. */
export const isHash = (text: string): boolean => fromHex(text)?.length === 32
