import { openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import { verifyConsistency } from '@naic/ledger/format/tree-growth.ts'
import { Unavailable } from '@naic/platform/unavailable.ts'
import { logPublicKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { Head } from './log-state.ts'
import type { LogTree } from './log-tree.ts'
import { consistencyRanges } from './subtree.ts'

/** A checkpoint as it was read, with whatever the place knows that state of it by. */
type KeptCheckpoint = { note: string; state: string }

/** A checkpoint that the log is about to have, kept where it harms nobody. */
export type PreparedCheckpoint = { note: string; at: string }

/**
 * Where the log's newest checkpoint is kept: outside the database that it guards, so that nobody
 * puts the one back with the other. Every method throws `Unavailable` when it cannot be done.
 */
export interface CheckpointPlace {
  /** What the operator knows it by. */
  readonly name: string

  /** How the operator puts a checkpoint there, to follow "write it anew: ". */
  readonly howToWrite: string

  /** @returns undefined where none is kept. */
  read(): Promise<KeptCheckpoint | undefined>

  /**
   * Writes a note beside the place, before it is certain that the log will have it. What refuses
   * here, such as a full disk, would have refused `replace`.
   */
  prepare(note: string): Promise<PreparedCheckpoint>

  /**
   * Puts a note in place of what was read. When this returns true, the note survives a crash of the
   * machine. A place may not be able to tell whether another process has written since: then the
   * last to write wins, and who reads again afterwards finds out.
   *
   * @param prepared used up if it is of this note.
   * @returns false where another has written since, and nothing was changed.
   */
  replace(
    kept: KeptCheckpoint | undefined,
    note: string,
    prepared: PreparedCheckpoint | undefined,
  ): Promise<boolean>

  /** Throws a prepared note away; one that was used up is no error. */
  discard(prepared: PreparedCheckpoint): Promise<void>
}

/** So often others may write it between our reading and our writing. */
const mostRounds = 50

/**
 * The newest checkpoint, kept outside the database: a database that is put back to an older
 * state must not go on from there, or the log would say two different things.
 *
 * It is written beside its place before the commit, so that a full disk or a store that is away
 * refuses there, and in its place after it, before anybody is told: a crash between the two leaves
 * one that is older than the database, which is right; it is never newer.
 */
export class LastCheckpoint {
  readonly place: CheckpointPlace

  constructor(place: CheckpointPlace) {
    this.place = place
  }

  async read(): Promise<string | undefined> {
    return (await this.place.read())?.note
  }

  /**
   * Writes a checkpoint beside its place, for `follow` to put there, or to be discarded.
   *
   * @throws Unavailable when it cannot be written.
   */
  prepare(note: string): Promise<PreparedCheckpoint> {
    return this.place.prepare(note)
  }

  discard(prepared: PreparedCheckpoint): Promise<void> {
    return this.place.discard(prepared)
  }

  /**
   * Brings what is kept up to the database. Others may write at the same time. It is read before
   * the database is, so that what is written is never older than what was read; whoever wrote over
   * a newer one nevertheless, in a place that cannot tell, finds that when it reads again.
   *
   * @param prepared of the caller's own addition; it is used up.
   * @throws Unavailable when it cannot be written; the log has grown all the same.
   */
  async follow(
    newest: () => Promise<{ note: string }>,
    prepared?: PreparedCheckpoint,
  ): Promise<void> {
    let unused = prepared
    try {
      for (let round = 0; round < mostRounds; round += 1) {
        const kept = await this.place.read()
        const { note } = await newest()
        if (note === kept?.note) return
        await this.place.replace(kept, note, unused)
        if (note === unused?.note) unused = undefined
      }
      throw new Unavailable('Others write it all the time.')
    } finally {
      if (prepared) await this.discard(prepared)
    }
  }

  /**
   * @param head what the database holds; undefined for a log that is not begun.
   * @throws RegistryRefused when the log of the database is not the one that the kept one is of, or
   *   an older state of it.
   */
  async requireWithin(
    head: Head | undefined,
    { tree, keys, origin }: { tree: LogTree; keys: RegistryKeys; origin: string },
  ): Promise<void> {
    const note = await this.read()
    if (note === undefined || note === head?.note) return
    const kept = await openCheckpoint(note, logPublicKeys(keys, origin))
    const { name } = this.place
    if (!head || !kept || kept.size > head.size) {
      throw new RegistryRefused(
        `The database is older than the log's last checkpoint (${name}): ${kept ? `that one has ${kept.size} entries, the database ${head?.size ?? 0}` : 'that one is not signed by a key of this database'}. Was an old backup restored? Certificates issued since would be lost and the log would contradict itself. Restore the newest backup.`,
      )
    }
    if (kept.size === head.size) {
      throw new RegistryRefused(
        `The newest checkpoint in the database is not letter by letter the one that was signed (${name}): it was changed in the database. Restore the newest backup.`,
      )
    }
    const proof = await tree.rangeHashes(consistencyRanges(kept.size, head.size))
    if (!(await verifyConsistency(kept, head, proof))) {
      throw new RegistryRefused(
        `The database's log does not continue the last checkpoint (${name}): entries that were signed have been changed. Restore the newest backup.`,
      )
    }
  }
}
