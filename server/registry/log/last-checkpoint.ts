import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { utf8 } from '#credential/bytes.ts'
import { openCheckpoint } from '#credential/checkpoint.ts'
import { verifyConsistency } from '#credential/merkle-tree.ts'
import {
  openDurableFolder,
  putInPlace,
  writeDurably,
  writeUnfinished,
} from '#server/files/durable-file.ts'
import { asUnavailable } from '#server/unavailable.ts'
import type { LogTree } from './log-tree.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { logPublicKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import { consistencyRanges } from './subtree.ts'
import type { Head } from './head.ts'

/** A checkpoint that the log is about to have, in a file under a temporary name. */
export type PreparedCheckpoint = { note: string; file: string }

/**
 * The newest checkpoint, kept outside the database: a database that is put back to an older
 * state must not go on from there, or the log would say two different things.
 *
 * It is written before the commit, so that a full disk refuses there, and put in its place after
 * it, before anybody is told: a crash between the two leaves a file that is older than the
 * database, which is right; it is never newer.
 */
export class LastCheckpoint {
  readonly #file: string

  private constructor(folder: string) {
    this.#file = path.join(folder, 'last-checkpoint')
  }

  static async open(folder: string): Promise<LastCheckpoint> {
    await openDurableFolder(folder)
    return new LastCheckpoint(folder)
  }

  async read(): Promise<string | undefined> {
    try {
      return await readFile(this.#file, 'utf8')
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw asUnavailable(error)
    }
  }

  /**
   * Writes a checkpoint beside the file, for `follow` to put in its place, or to be discarded.
   *
   * @throws Unavailable when it cannot be written.
   */
  async prepare(note: string): Promise<PreparedCheckpoint> {
    try {
      return { note, file: await writeUnfinished(this.#file, utf8(note)) }
    } catch (error) {
      throw asUnavailable(error)
    }
  }

  async discard({ file }: PreparedCheckpoint): Promise<void> {
    await rm(file, { force: true })
  }

  /**
   * Brings the file up to the database. Another process may write at the same time: whoever
   * finds that the log has grown meanwhile writes again.
   *
   * @param prepared of the caller's own addition; it is used up.
   * @throws Unavailable when it cannot be written; the log has grown all the same.
   */
  async follow(
    newest: () => Promise<{ note: string }>,
    prepared?: PreparedCheckpoint,
  ): Promise<void> {
    try {
      let written = await this.read()
      for (let { note } = await newest(); note !== written; { note } = await newest()) {
        if (note === prepared?.note) await putInPlace(prepared.file, this.#file)
        else await writeDurably(this.#file, utf8(note))
        written = note
      }
    } catch (error) {
      throw asUnavailable(error)
    } finally {
      if (prepared) await this.discard(prepared)
    }
  }

  /**
   * @param head what the database holds; undefined for a log that is not begun.
   * @throws RegistryRefused when the log of the database is not the one that the file is of, or
   *   an older state of it.
   */
  async requireWithin(
    head: Head | undefined,
    { tree, keys, origin }: { tree: LogTree; keys: RegistryKeys; origin: string },
  ): Promise<void> {
    const note = await this.read()
    if (note === undefined || note === head?.note) return
    const kept = await openCheckpoint(note, logPublicKeys(keys, origin))
    if (!head || !kept || kept.size > head.size) {
      throw new RegistryRefused(
        `The database is older than the log's last checkpoint (keys/last-checkpoint): ${kept ? `that one has ${kept.size} entries, the database ${head?.size ?? 0}` : 'that one is not signed by a key of this database'}. Was an old backup restored? Certificates issued since would be lost and the log would contradict itself. Restore the newest backup.`,
      )
    }
    if (kept.size === head.size) {
      throw new RegistryRefused(
        'The newest checkpoint in the database is not letter by letter the one that was signed (keys/last-checkpoint): it was changed in the database. Restore the newest backup.',
      )
    }
    const proof = await tree.rangeHashes(consistencyRanges(kept.size, head.size))
    if (!(await verifyConsistency(kept, head, proof))) {
      throw new RegistryRefused(
        "The database's log does not continue the last checkpoint (keys/last-checkpoint): entries that were signed have been changed. Restore the newest backup.",
      )
    }
  }
}
