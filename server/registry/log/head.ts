import type { Kysely } from 'kysely'
import type { Bytes } from '#credential/bytes.ts'
import { type NoteKey, openCheckpoint } from '#credential/checkpoint.ts'
import type { Tables } from '#server/database/tables.ts'
import { logPublicKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'

/** Where the log stands, or stood: one of its checkpoints, whose signature was checked. */
export type Head = { size: number; root: Bytes; note: string }

/** The newest checkpoint and the keys, of one moment. A log that is not begun has no head. */
export type LogState = { head: Head | undefined; keys: RegistryKeys }

export const newestCheckpoint = (build: Kysely<Tables>) =>
  build
    .selectFrom('log_checkpoint')
    .select(['size', 'note'])
    .orderBy('size', 'desc')
    .limit(1)
    .compile()

/**
 * @param row of a checkpoint.
 * @param origin name of the log.
 * @param signers the log's keys, whatever they count for, unless others are given.
 * @throws RegistryRefused when the checkpoint is not signed by the log.
 */
export async function openHead(
  row: { size: number; note: string },
  { keys, origin }: { keys: RegistryKeys; origin: string },
  signers: readonly NoteKey[] = logPublicKeys(keys, origin),
): Promise<Head> {
  const checkpoint = await openCheckpoint(row.note, signers)
  if (checkpoint?.size !== row.size) {
    throw new RegistryRefused(
      `The checkpoint of ${row.size} entries in the database is not signed by the log's key. Restore the newest backup.`,
    )
  }
  return { size: checkpoint.size, root: checkpoint.root, note: row.note }
}
