import type { Bytes } from '@naic/ledger/format/bytes.ts'
import { readJson } from '@naic/ledger/format/canonical-json.ts'
import { type NoteKey, openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import type { RestartStatement } from '@naic/ledger/format/log-restart.ts'
import type { Database, Reading, RowsOf } from '@naic/store/database/database.ts'
import { keysQuery, logPublicKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'

/** A checkpoint of the log whose signature was checked. */
export type Head = { size: number; root: Bytes; note: string }

/** The newest checkpoint and the keys of one moment. */
export type LogState = { head: Head; keys: RegistryKeys }

export const newestCheckpoint = (read: Reading) =>
  read.selectFrom('log_checkpoint').select(['size', 'note']).orderBy('size', 'desc').limit(1)

/** For `TransparencyLog.open`; they are read together with whatever has to be of the same moment. */
export const stateQueries = (read: Reading) => [newestCheckpoint(read), keysQuery(read)] as const
export type StateRows = RowsOf<ReturnType<typeof stateQueries>>

/** @returns the statements of all restarts, oldest first. */
export async function readRestarts({ read }: Pick<Database, 'read'>): Promise<RestartStatement[]> {
  const query = read.selectFrom('log_restart').select('statement').orderBy('log_index')
  // A row that was changed into what is none is left out.
  return (await query.execute()).flatMap(
    ({ statement }) => (readJson(statement) as RestartStatement) ?? [],
  )
}

/**
 * @param row of a checkpoint; undefined if there is none.
 * @param origin name of the log.
 * @param signers by default all keys that the log ever had.
 * @throws RegistryRefused when none of the signers signed it, or the log has not been begun.
 */
export async function openHead(
  row: { size: number; note: string } | undefined,
  { keys, origin }: { keys: RegistryKeys; origin: string },
  signers: readonly NoteKey[] = logPublicKeys(keys, origin),
): Promise<Head> {
  if (!row) throw new RegistryRefused('The log has not been begun.')
  const checkpoint = await openCheckpoint(row.note, signers)
  if (checkpoint?.size !== row.size) {
    throw new RegistryRefused(
      `The checkpoint of ${row.size} entries in the database is not signed by the log's key. Restore the newest backup.`,
    )
  }
  return { size: checkpoint.size, root: checkpoint.root, note: row.note }
}
