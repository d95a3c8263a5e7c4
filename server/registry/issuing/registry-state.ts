import type { Kysely } from 'kysely'
import type { RowsOf } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { keysQuery } from '../keys/registry-keys.ts'
import { type Head, type LogState, newestCheckpoint, openHead } from '../log/head.ts'
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

/**
 * @param origin name of the log.
 * @throws RegistryRefused when the log has not been begun, or its newest checkpoint is not signed.
 */
export async function openState(
  [keys, [newest], [counted]]: StateRows,
  origin: string,
): Promise<RegistryState> {
  if (!newest) throw new RegistryRefused('The log has not been begun.')
  const head = await openHead(newest, { keys, origin })
  return { keys, head, revocations: Number(counted?.count) }
}
