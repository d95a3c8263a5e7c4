import { checkpointEntryFault } from '#credential/checkpoint-chain.ts'
import type { LogEntry } from '#credential/log-entry.ts'

/**
 * Holds the log's own record of its checkpoints against those that are stored: an entry of one
 * stands at the place that its size is, and names its note. From the first entry of the second
 * edition on, every addition to the log begins with one.
 *
 * @param announced the log's entries by their places, in order; those of checkpoints that are right
 *   are taken out.
 * @param notes hashes of the checkpoints' notes by size, in order.
 * @returns a sentence for each that is missing or another.
 */
export function checkpointEntryFaults(
  announced: Map<number, LogEntry>,
  notes: ReadonlyMap<number, string>,
): string[] {
  const faults: string[] = []
  let isSecondEdition = false
  for (const [position, entry] of announced) {
    if (entry.t === 'checkpoint') announced.delete(position)
    const fault = checkpointEntryFault(entry, position, {
      named: notes.get(position),
      isSecondEdition,
    })
    if (fault) faults.push(fault)
    isSecondEdition ||= entry.v === 2
  }
  return faults
}
