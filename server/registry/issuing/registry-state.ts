import type { Kysely } from 'kysely'
import type { RowsOf } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { keysQuery } from '../keys/registry-keys.ts'
import { type Head, type LogState, newestCheckpoint } from '../log/head.ts'
import type { TransparencyLog } from '../log/transparency-log.ts'
import { RegistryRefused } from '../registry-refused.ts'

/**
 * The registry at one moment, of which all that is told about it goes out. What the log's size
 * covers never changes, so that it may be read later and is still of this moment.
 */
export type RegistryState = LogState & {
  head: Head
  /** How many certificates were revoked. */
  revocations: number
}

type StateRows = RowsOf<ReturnType<typeof stateQueries>>

/** To be read together, with whatever else is to be of the same moment; for `openState`. */
export const stateQueries = (build: Kysely<Tables>) =>
  [
    keysQuery(build),
    newestCheckpoint(build),
    build
      .selectFrom('revocation')
      .select(({ fn }) => fn.countAll().as('count'))
      .compile(),
  ] as const

/** @throws RegistryRefused when the log has not been begun, and as its `state` does. */
export async function openState(
  [keys, [newest], [counted]]: StateRows,
  log: Pick<TransparencyLog, 'openState'>,
): Promise<RegistryState> {
  const { head } = await log.openState(newest, keys)
  if (!head) throw new RegistryRefused('The log has not been begun.')
  return { keys, head, revocations: Number(counted?.count) }
}
