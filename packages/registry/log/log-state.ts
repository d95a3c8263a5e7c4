import type { Kysely } from 'kysely'
import type { Bytes } from '@naic/ledger/format/bytes.ts'
import { type NoteKey, openCheckpoint } from '@naic/ledger/format/checkpoint.ts'
import type { Tables } from '@naic/platform/database/tables.ts'
import {
  keysQuery,
  type ListedKey,
  logPublicKeys,
  type RegistryKeys,
} from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { RowsOf } from '@naic/platform/database/database.ts'

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

/** @throws RegistryRefused where the newest state does not rightly follow from the known one. */
export type CheckKeys = (newest: LogState, known: LogState) => Promise<void>

/** Others may rotate at the same time; so often the keys may change between reading and checking. */
const mostRounds = 5

/**
 * The keys that a running process has found to be vouched for. Whoever can write to the database
 * could list one of his own at any time: no other is believed before it was checked as a start does.
 */
export class KnownKeys {
  readonly #readNewest: () => Promise<LogState>
  #known: { state: LogState; text: string; check: CheckKeys } | undefined

  /** @param readNewest the newest state as it is stored, whatever its keys. */
  constructor(readNewest: () => Promise<LogState>) {
    this.#readNewest = readNewest
  }

  /** From now on: a process that only looks at what is stored, as `log verify`, believes anything. */
  trust(state: LogState, check: CheckKeys): void {
    this.#known = { state, text: textOf(state.keys), check }
  }

  get isGuarding(): boolean {
    return this.#known !== undefined
  }

  /**
   * @param keys as they were read just now, or a moment before others were added.
   * @throws RegistryRefused where one of them is nobody's, or one that was known is another or gone.
   */
  async require(keys: RegistryKeys): Promise<void> {
    for (let round = 0; round < mostRounds; round += 1) {
      if (!this.#known || textOf(keys) === this.#known.text) return
      await this.#catchUp()
      if (isWithin(keys, this.#known.state.keys)) return
    }
    throw new RegistryRefused('The keys in the database change all the time.')
  }

  async #catchUp(): Promise<void> {
    const newest = await this.#readNewest()
    if (!this.#known || textOf(newest.keys) === this.#known.text) return
    const { state, check } = this.#known
    if (!isWithin(state.keys, newest.keys)) {
      throw new RegistryRefused(
        'A key, or its revocation, was changed or taken out of the database while the server runs. Restore the newest backup.',
      )
    }
    await check(newest, state)
    // Somebody else may have come further meanwhile.
    if (isWithin(this.#known.state.keys, newest.keys)) this.trust(newest, check)
  }
}

const textOf = (keys: RegistryKeys) => JSON.stringify(keys)

/** Whether all that earlier keys say still stands: keys are added, and revoked for good. */
const isWithin = (earlier: RegistryKeys, later: RegistryKeys): boolean =>
  earlier.every((key) => later.some((one) => isSame(key, one)))

function isSame(key: ListedKey, later: ListedKey): boolean {
  const isAsAnnounced = (['name', 'use', 'public_key', 'added_at', 'log_index'] as const).every(
    (column) => key[column] === later[column],
  )
  const isAsRevoked = key.revoked_from === later.revoked_from && key.revoked_at === later.revoked_at
  return isAsAnnounced && (key.revoked_at === null || isAsRevoked)
}

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
  log: {
    openState: (newest: StateRows[1][number] | undefined, keys: RegistryKeys) => Promise<LogState>
  },
): Promise<RegistryState> {
  const { head } = await log.openState(newest, keys)
  if (!head) throw new RegistryRefused('The log has not been begun.')
  return { keys, head, revocations: Number(counted?.count) }
}
