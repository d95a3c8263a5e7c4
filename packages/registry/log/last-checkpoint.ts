import { isDeepStrictEqual } from 'node:util'
import { openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import { pointOf, verifyRestart } from '@naic/ledger/format/log-restart.ts'
import type { Database } from '@naic/store/database/database.ts'
import { Unavailable } from '@naic/store/unavailable.ts'
import { keyRanges, logPublicKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { type LogState, readRestarts } from './log-state.ts'
import type { LogTree } from './log-tree.ts'

/** As it was read. A place that can compare knows by `state` whether it was changed since. */
type KeptCheckpoint = { note: string; state: string }

/** What was written beside the place, for `replace` to put there. */
export type PreparedCheckpoint = { note: string; at: string }

/**
 * Where the log's newest checkpoint is kept. It is outside the database that it guards: a database
 * that is put back to an older state must not go on from there, or the log would say two different
 * things. Every method throws `Unavailable` when it cannot be done.
 */
export interface CheckpointPlace {
  /** What the operator knows it by. */
  readonly name: string

  /** How the operator puts a checkpoint there, to follow "write it again: ". */
  readonly howToWrite: string

  /** @returns undefined if none is kept. */
  read(): Promise<KeptCheckpoint | undefined>

  /**
   * Writes a note beside the place before the commit, so that a full disk or a store that is away
   * refuses here and not in `replace`.
   */
  prepare(note: string): Promise<PreparedCheckpoint>

  /**
   * Puts a note in place of what was read, so that it survives a crash of the machine. If another
   * process has written since, nothing is changed; or, in a place that cannot compare, the last to write
   * wins. Reading again shows it.
   *
   * @param prepared is used up if it is of this note.
   */
  replace(
    kept: KeptCheckpoint | undefined,
    note: string,
    prepared: PreparedCheckpoint | undefined,
  ): Promise<void>

  /** Throws a prepared note away; one that was used up is no error. */
  discard(prepared: PreparedCheckpoint): Promise<void>
}

/** Other processes may write between our reading and our writing. */
const mostRounds = 50

/**
 * Brings the kept checkpoint up to the database. The place is read before the database, so that what
 * is written is never older than what was read. Reading again shows whether another process has
 * overwritten a newer one. A crash before this leaves one that is older than the database, which is
 * right; it is never newer.
 *
 * @param prepared of the caller's own addition; it is used up.
 * @throws Unavailable when it cannot be written; the log has grown all the same.
 */
export async function keepNewest(
  place: CheckpointPlace,
  readNewest: () => Promise<{ note: string }>,
  prepared?: PreparedCheckpoint,
): Promise<void> {
  let unused = prepared
  try {
    for (let round = 0; round < mostRounds; round += 1) {
      const kept = await place.read()
      const { note } = await readNewest()
      if (note === kept?.note) return
      await place.replace(kept, note, unused)
      if (note === unused?.note) unused = undefined
    }
    throw new Unavailable('Others write it all the time.')
  } finally {
    if (prepared) await place.discard(prepared)
  }
}

/**
 * @param state undefined before the first addition.
 * @throws RegistryRefused when the database holds another log than the one that the kept checkpoint
 *   is of, or an older state of it.
 */
export async function requireContinued(
  state: LogState | undefined,
  log: { lastCheckpoint: CheckpointPlace; database: Database; tree: LogTree; origin: string },
): Promise<void> {
  const { lastCheckpoint: place, database, tree, origin } = log
  const head = state?.head
  const note = (await place.read())?.note
  if (note === undefined || note === head?.note) return
  const keys = state?.keys ?? []
  const kept = await openCheckpoint(note, logPublicKeys(keys, origin))
  // What a restart left behind, of which only the last step is missing: to replace it.
  const newest = (await readRestarts(database)).at(-1)
  const restart = await verifyRestart(newest, await keyRanges(keys, origin))
  if (kept && isDeepStrictEqual(restart?.old, pointOf(kept))) return
  if (!head || !kept || kept.size > head.size) {
    throw new RegistryRefused(
      `The database is older than the log's last checkpoint (${place.name}): ${kept ? `that one has ${kept.size} entries, the database ${head?.size ?? 0}` : 'that one is not signed by a key of this database'}. Was an old backup restored? Certificates issued since would be lost and the log would contradict itself. Restore the newest backup. If there is none, docs/backup.md says how to go on with "council log restart".`,
    )
  }
  if (kept.size === head.size) {
    throw new RegistryRefused(
      `The newest checkpoint in the database is not letter by letter the one that was signed (${place.name}): it was changed in the database. Restore the newest backup.`,
    )
  }
  if (!(await tree.proveGrowth(kept, head))) {
    throw new RegistryRefused(
      `The database's log does not continue the last checkpoint (${place.name}): entries that were signed have been changed. Restore the newest backup.`,
    )
  }
}
