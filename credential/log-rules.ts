import { announcementBytes, type LogEntry } from './log-entry.ts'
import { type Bytes, fromBase64 } from './bytes.ts'
import { openCheckpoint } from './checkpoint.ts'
import { verifyEd25519 } from './cryptography.ts'

/**
 * Holds one entry against the chain of checkpoints: from the first entry of the second edition on,
 * every addition begins with an entry that names the checkpoint before it, and stands at the place
 * that this one's size is.
 *
 * @param named hash of the note of the checkpoint that has as many entries as come before this one;
 *   undefined where there is no such checkpoint.
 * @param isSecondEdition whether an entry before this one is of the second edition.
 * @returns a sentence where it is missing or another.
 */
export function checkpointEntryFault(
  entry: Pick<LogEntry, 't'> & { h?: unknown },
  position: number,
  { named, isSecondEdition }: { named: string | undefined; isSecondEdition: boolean },
): string | undefined {
  if (entry.t === 'checkpoint') {
    if (named === undefined) {
      return `The log names a checkpoint of ${position} entries that is not there.`
    }
    return entry.h === named
      ? undefined
      : `The checkpoint of ${position} entries is not the one that the log names.`
  }
  return isSecondEdition && named !== undefined
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
  /** Whether an entry before it is of the second edition. */
  isSecondEdition: () => Promise<boolean>
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
  // Of the first edition nobody vouched for a key; that ended with the first entry of the second.
  if (entry.v === 1) return !(await hand.isSecondEdition())
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
