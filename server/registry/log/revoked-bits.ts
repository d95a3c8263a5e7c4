import type { Kysely } from 'kysely'
import type { Bytes } from '#credential/bytes.ts'
import { markRevoked, statusCapacity } from '#credential/status-list.ts'
import type { Tables } from '#server/database/tables.ts'

/** Places in the status list of what was revoked before an index of the log; for `revokedBits`. */
export const revokedBefore = (build: Kysely<Tables>, index: number) =>
  build
    .selectFrom('revocation')
    .innerJoin('certificate', 'id', 'certificate_id')
    .select('status_index')
    .where('revocation.log_index', '<', index)
    .compile()

/**
 * The status list as it is beside a checkpoint.
 *
 * @param logSize size of the checkpoint.
 * @param revoked places of all that was revoked up to there.
 */
export function revokedBits(logSize: number, revoked: readonly { status_index: number }[]): Bytes {
  const bits = new Uint8Array(statusCapacity(logSize) / 8)
  for (const { status_index: index } of revoked) markRevoked(bits, index)
  return bits
}
