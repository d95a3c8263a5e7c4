import type { Bytes } from './bytes.ts'
import type { NoteKey } from './checkpoint.ts'
import { fromMultikey, toMultikey } from './multikey.ts'

/**
 * Since when a key counts, and until when, by the log's own order: times can be forged by whoever
 * has the key. Served at /log/keys.
 */
export type KeyRange = {
  name: string
  use: 'credentials' | 'log'
  publicKeyMultibase: string
  /** Of the log's keys, as log tools name them. */
  vkey?: string
  /** First index of an entry that it may sign for; of the log, first size of a checkpoint. */
  from: number
  /** Of credentials, the index that is too late; of the log, the last size. Null without an end. */
  to: number | null
  /** When somebody else may have had it; undefined for a key that was not revoked. */
  revoked?: string
}

/** @returns whether a key of credentials counts for an entry of the log. */
export const countsAt = ({ from, to }: KeyRange, index: number): boolean =>
  index >= from && (to === null || index < to)

/** @returns the range of a key by its name and its bytes; undefined where it is not listed. */
export function rangeOf(
  ranges: readonly KeyRange[],
  { name, publicKey }: { name: string; publicKey: Bytes },
): KeyRange | undefined {
  const multikey = toMultikey(publicKey)
  return ranges.find(
    (range) =>
      range?.use === 'credentials' && range.name === name && range.publicKeyMultibase === multikey,
  )
}

/** @returns the keys that sign the log's notes, each for the sizes that it counts for. */
export function noteKeys(ranges: readonly KeyRange[], origin: string): NoteKey[] {
  return ranges.flatMap((range) => {
    if (range?.use !== 'log') return []
    const publicKey = fromMultikey(String(range.publicKeyMultibase))
    const { from, to } = range
    return publicKey ? [{ name: origin, publicKey, sizes: { from, to } }] : []
  })
}
