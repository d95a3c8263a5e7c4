import { checkpointEntryFault } from '#credential/log-rules.ts'
import { type LogEntry, noteHash } from '#credential/log-entry.ts'
import { markRevoked, statusCapacity, statusDigest } from '#credential/status-list.ts'
import { firstPrevious } from '../log/transparency-log.ts'

/**
 * Holds what every addition to the log begins and ends with against what is stored: an entry of a
 * checkpoint stands at the place that its size is, and names its note; one of the status list comes
 * last, and names what the revocations so far make of it. No addition lacks either, but that the first
 * has no checkpoint before it.
 *
 * Entries and checkpoints are told to it in the log's order.
 */
export class AdditionCheck {
  readonly #faults: string[]
  /** Size of the newest checkpoint, and the hash of its note. */
  #size = 0
  #previous = firstPrevious
  #last: LogEntry | undefined
  #bits = new Uint8Array(statusCapacity(0) / 8)
  /** Of the bits as they are; undefined once they have changed. */
  #digest: string | undefined

  constructor(faults: string[]) {
    this.#faults = faults
  }

  /** @returns whether the entry is one of these two kinds. */
  entry(position: number, entry: LogEntry): boolean {
    const isFirst = position > 0 && position === this.#size
    if (!isFirst && this.#last?.t === 'status-list') {
      this.#faults.push(`Entry ${position - 1} (status-list) is not the last of its addition.`)
    }
    const fault = checkpointEntryFault(entry, position, {
      named: isFirst ? this.#previous : undefined,
      isSecondEdition: true,
    })
    if (fault) this.#faults.push(fault)
    this.#last = entry
    return entry.t === 'checkpoint' || entry.t === 'status-list'
  }

  /** @param place in the status list of what the newest entry revokes. */
  revoked(place: number): void {
    this.#digest = undefined
    markRevoked(this.#bits, place)
  }

  async checkpoint(row: { size: number; note: string; previous: string }): Promise<void> {
    const { size, note, previous } = row
    if (previous !== this.#previous) {
      this.#faults.push(`The checkpoint of ${size} entries is not chained to the one before.`)
    }
    this.#size = size
    this.#previous = await noteHash(note)
    if (this.#last?.t !== 'status-list') {
      this.#faults.push(`The log does not name the status list of ${size} entries.`)
    } else if (this.#last.h !== (await this.#digestAt(size))) {
      this.#faults.push(
        `The status list that entry ${size - 1} names is not that of the revocations before it.`,
      )
    }
  }

  async #digestAt(size: number): Promise<string> {
    const bytes = statusCapacity(size) / 8
    if (bytes > this.#bits.length) {
      const longer = new Uint8Array(bytes)
      longer.set(this.#bits)
      this.#bits = longer
      this.#digest = undefined
    }
    this.#digest ??= await statusDigest(this.#bits)
    return this.#digest
  }
}
