import type { CompiledQuery } from 'kysely'
import type { LogEntry } from '#credential/log-entry.ts'
import { ConstraintViolated } from '#server/database/database.ts'
import type { Registry } from '../registry.ts'
import { letterOf } from './erase-certificate.ts'

/** Why a certificate was taken back: for the council alone, never shown or logged. */
export const revocationReasons = [
  'issued in error',
  'wrong details',
  'academic misconduct',
  'at the request of the holder',
] as const
export type RevocationReason = (typeof revocationReasons)[number]

export type RevokedBefore = { state: 'already'; at: string; reason: string } | { state: 'unknown' }

export type RevokeResult = { state: 'revoked'; at: string } | RevokedBefore

/**
 * Takes a certificate back for good. The certificate's row stays as it is: the revocation is an
 * entry of the log and a row of its own. In the same step the letter that tells of the certificate is
 * held back, unless it has left.
 *
 * @param also statements that take effect with it, such as its entry in the journal.
 */
export async function revokeCertificate(
  registry: Pick<Registry, 'database' | 'log' | 'outbox'>,
  id: string,
  reason: RevocationReason,
  also: readonly CompiledQuery[] = [],
): Promise<RevokeResult> {
  const { build, read } = registry.database
  const query = build
    .selectFrom('certificate')
    .leftJoin('revocation', 'certificate_id', 'id')
    .select(['hash', 'revoked_at', 'reason'])
    .where('id', '=', id)
    .compile()
  const [before] = await read(query)
  if (!before) return { state: 'unknown' }
  if (before.revoked_at) {
    return { state: 'already', at: before.revoked_at, reason: before.reason ?? '' }
  }

  const now = new Date()
  const at = now.toISOString()
  const entry: LogEntry = { v: 2, t: 'revoke', h: before.hash, at }
  try {
    await registry.log.append(async (firstIndex, keys) => ({
      keys,
      entries: [entry],
      rows: [
        build
          .insertInto('revocation')
          .values({ certificate_id: id, reason, revoked_at: at, log_index: firstIndex })
          .compile(),
        registry.outbox.holdBack(letterOf(id), now),
        ...also,
      ],
    }))
  } catch (error) {
    const [since] = error instanceof ConstraintViolated ? await read(query) : []
    if (!since?.revoked_at) throw error
    return { state: 'already', at: since.revoked_at, reason: since.reason ?? '' }
  }
  registry.outbox.wake()
  return { state: 'revoked', at }
}
