import type { LogEntry } from './log-entry.ts'

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
