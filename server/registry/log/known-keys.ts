import type { ListedKey, RegistryKeys } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'
import type { LogState } from './head.ts'

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
