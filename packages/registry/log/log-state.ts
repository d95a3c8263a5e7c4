import type { Bytes } from '@naic/ledger/format/bytes.ts'
import { type NoteKey, openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import type { Reading } from '@naic/store/database/database.ts'
import { listed, logPublicKeys, type RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'

/** A checkpoint of the log whose signature was checked. */
export type Head = { size: number; root: Bytes; note: string }

/** The newest checkpoint and the keys of one moment. The head is undefined before the first addition. */
export type LogState = { head: Head | undefined; keys: RegistryKeys }

export const newestCheckpoint = (read: Reading) =>
  read.selectFrom('log_checkpoint').select(['size', 'note']).orderBy('size', 'desc').limit(1)

/**
 * @param row of a checkpoint.
 * @param origin name of the log.
 * @param signers by default all keys that the log ever had.
 * @throws RegistryRefused when none of the signers signed it.
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

export const notBegun = () => new RegistryRefused('The log has not been begun.')

/** @throws RegistryRefused unless the newest state rightly follows from the trusted one. */
export type CheckKeys = (newest: LogState, trusted: LogState) => Promise<void>

/**
 * The keys that a running process has checked. Somebody who can write to the database could list a
 * key of their own at any time, so that a new key is checked as at the start before it is believed.
 */
export class TrustedKeys {
  readonly #readNewest: () => Promise<LogState>
  #trusted: { state: LogState; check: CheckKeys } | undefined

  /** @param readNewest reads the newest state as it is stored, whatever its keys. */
  constructor(readNewest: () => Promise<LogState>) {
    this.#readNewest = readNewest
  }

  /** Until this is called every key is believed, as `log verify` needs it. */
  trust(state: LogState, check: CheckKeys): void {
    this.#trusted = { state, check }
  }

  get isGuarding(): boolean {
    return this.#trusted !== undefined
  }

  /**
   * @param keys as they were read just now.
   * @throws RegistryRefused when one is not vouched for, or a trusted one was changed or removed.
   */
  async require(keys: RegistryKeys): Promise<void> {
    if (!this.#trusted || isSame(keys, this.#trusted.state.keys)) return
    const { state, check } = this.#trusted
    const newest = await this.#readNewest()
    if (!isWithin(state.keys, newest.keys)) throw keysChanged()
    await check(newest, state)
    // Another request may have checked a later state meanwhile.
    if (isWithin(this.#trusted.state.keys, newest.keys)) this.trust(newest, check)
    if (!isWithin(keys, this.#trusted.state.keys)) throw keysChanged()
  }
}

const keysChanged = () =>
  new RegistryRefused(
    'A key, or its revocation, was changed or taken out of the database while the server runs. Restore the newest backup.',
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Keys are added, and revoked for good: nothing else may change. */
const isWithin = (earlier: RegistryKeys, later: RegistryKeys): boolean =>
  earlier.every((key) =>
    later.some((one) => isSame(key, key.revoked_at === null ? listed(one) : one)),
  )
