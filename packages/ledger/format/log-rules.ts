import { announcementBytes, type LogEntry } from './log-entry.ts'
import { type Bytes, fromBase64 } from './bytes.ts'
import { openCheckpoint } from './checkpoint.ts'
import { verifyEd25519 } from './cryptography.ts'

/** Rules that everybody holds the log to who reads all of it: the council's own audit and a stranger's. */

/**
 * Checks one entry against the chain of checkpoints: every addition begins with an entry that names
 * the checkpoint before it, and its place is this checkpoint's size.
 *
 * @param named hash of the note of the checkpoint that has as many entries as come before this one;
 *   undefined if there is no such checkpoint.
 * @returns a sentence where it is missing or another.
 */
export function checkpointEntryFault(
  entry: Pick<LogEntry, 't'> & { h?: unknown },
  position: number,
  named: string | undefined,
): string | undefined {
  if (entry.t === 'checkpoint') {
    if (named === undefined) {
      return `The log names a checkpoint of ${position} entries that is not there.`
    }
    return entry.h === named
      ? undefined
      : `The checkpoint of ${position} entries is not the one that the log names.`
  }
  return named !== undefined
    ? `The log does not name its checkpoint of ${position} entries.`
    : undefined
}

/** What there is to see of a key that follows another. */
export type HandOver = {
  use: 'credentials' | 'log'
  /** The public key before, and the one that follows. */
  before: Bytes
  next: Bytes
  /** The log's entry that announces it. */
  entry: LogEntry | undefined
  /** The signed checkpoint that ends with that entry, or with it and that of the status list; else empty. */
  noteOver: () => Promise<string>
}

/**
 * Whether a key was handed over to by the one before: of credentials, by a signature in its
 * announcement; of the log, by signing the checkpoint over it as well.
 *
 * @param origin name of the log.
 */
export async function isHandedOver(origin: string, hand: HandOver): Promise<boolean> {
  const { use, before, next, entry } = hand
  if (entry?.t !== 'key') return false
  if (use === 'log') {
    const note = await hand.noteOver()
    const opened = await Promise.all(
      [before, next].map((publicKey) => openCheckpoint(note, [{ name: origin, publicKey }])),
    )
    return opened.every((checkpoint) => checkpoint !== undefined)
  }
  const signature = fromBase64(String(entry.s))
  return !!signature && verifyEd25519(before, announcementBytes(origin, entry), signature)
}
