import { equal, fromHex, utf8 } from '#format/bytes.ts'
import { type NoteKey, toVkey } from '#format/checkpoint.ts'
import { isHandedOver } from '#format/log-rules.ts'
import { fromMultikey, type KeyRange } from '#format/published-keys.ts'
import type { LogEntry } from '#format/log-entry.ts'
import { sha256 } from '#format/cryptography.ts'
import { LogFault } from './watched-site.ts'

/** A key as the log announces it. */
export type KnownKey = {
  name: string
  use: 'credentials' | 'log'
  publicKeyMultibase: string
  /** Of the entry that announces it. */
  index: number
  /** The log's name when it was announced, under which a key of the log signs. */
  origin: string
  revoked?: { from: number; at: string; index: number } | undefined
}

/** Both first keys are announced when the log is begun, and nothing comes before them. */
const firstKeys = 2

/**
 * The keys of a log, as its entries announce and revoke them: what the site says of its keys must be
 * that, or somebody has put in a key of his own (decision 032).
 */
export class KnownKeys {
  /** The log's name as far as it was read: a restart gives it another. */
  origin: string
  readonly all: KnownKey[]
  readonly #served: readonly KeyRange[]

  /**
   * @param known from earlier looks.
   * @param served what the site says of its keys now: the log has no more than their hashes.
   */
  constructor(origin: string, known: readonly KnownKey[], served: readonly KeyRange[]) {
    this.origin = origin
    this.all = known.map((key) => ({ ...key }))
    this.#served = served
  }

  /**
   * Takes in an entry that announces a key.
   *
   * @param noteOver the signed checkpoint that ends with it; empty if there is none.
   * @throws LogFault where the site does not list that key, or the one before did not hand over.
   */
  async announce(
    entry: Extract<LogEntry, { t: 'key' }>,
    index: number,
    noteOver: string,
  ): Promise<void> {
    const listed = this.#served.find(({ from }) => from === index + 1)
    const next = fromMultikey(listed?.publicKeyMultibase ?? '')
    const isListed = listed && next && (await isAnnounced(entry, listed))
    if (!isListed) {
      throw new LogFault(`The log announces a key with entry ${index} that the site does not list.`)
    }
    const { name, use, publicKeyMultibase } = listed
    const before = this.all.findLast((key) => key.use === use)
    const keyBefore = before && fromMultikey(before.publicKeyMultibase)
    const hand = keyBefore && {
      use,
      before: keyBefore,
      next,
      entry,
      noteOver: async () => noteOver,
    }
    const isVouchedFor = hand ? await isHandedOver(this.origin, hand) : index < firstKeys
    if (!isVouchedFor || this.all.some((key) => key.name === name)) {
      throw new LogFault(
        `The key ${name}, of entry ${index}, was not handed over to by the key before it.`,
        { entry, before: before ?? null },
      )
    }
    this.all.push({ name, use, publicKeyMultibase, index, origin: this.origin })
  }

  /** Takes in an entry that revokes a key. @throws LogFault if there is no such key to revoke. */
  revoke({ n, from, at }: Extract<LogEntry, { t: 'revoke-key' }>, index: number): void {
    const key = this.all.find(({ name }) => name === n)
    const isRight = key && !key.revoked && from > key.index && from <= index
    if (!isRight) {
      throw new LogFault(`Entry ${index} revokes the key ${String(n)}, which cannot be.`)
    }
    key.revoked = { from, at, index }
  }

  /** The log's keys, each for the checkpoints that it signed at its time, revoked later or not. */
  signers(): NoteKey[] {
    return this.#noteKeys((key) => this.#service(key))
  }

  /** The log's keys, each for the checkpoints for which it counts now. */
  inForce(): NoteKey[] {
    return this.#noteKeys((key) => this.#range(key))
  }

  /** The keys as an honest site lists them. */
  ranges(): Promise<KeyRange[]> {
    return Promise.all(
      this.all.map(async (key) => {
        const { name, use, publicKeyMultibase, origin, revoked } = key
        const publicKey = use === 'log' && fromMultikey(publicKeyMultibase)
        return {
          name,
          use,
          publicKeyMultibase,
          ...(publicKey ? { vkey: await toVkey({ name: origin, publicKey }) } : {}),
          ...this.#range(key),
          ...(revoked ? { revoked: revoked.at } : {}),
        }
      }),
    )
  }

  /** @throws LogFault where the site says anything else of its keys than the log does. */
  requireServed(): void {
    const other = this.#served.find(({ from }) => !this.all.some(({ index }) => index + 1 === from))
    if (other) {
      throw new LogFault(`The site lists the key ${other.name}, which the log does not announce.`)
    }
    for (const key of this.all) {
      const listed = this.#served.find(({ from }) => from === key.index + 1)
      const isSame =
        listed?.name === key.name &&
        listed.use === key.use &&
        listed.publicKeyMultibase === key.publicKeyMultibase
      if (!isSame) {
        throw new LogFault(`The key ${key.name} is not, or no longer, the one that the site lists.`)
      }
      const { to } = this.#range(key)
      if (listed.to !== to || listed.revoked !== key.revoked?.at) {
        throw new LogFault(
          `The site does not say of the key ${key.name} what the log says: for what it counts, or whether it was revoked.`,
        )
      }
    }
  }

  #noteKeys(sizesOf: (key: KnownKey) => NoteKey['sizes'] & object): NoteKey[] {
    return this.all.flatMap((key) => {
      const publicKey = fromMultikey(key.publicKeyMultibase)
      if (key.use !== 'log' || !publicKey) return []
      return [{ name: key.origin, publicKey, sizes: sizesOf(key) }]
    })
  }

  #service({ use, index }: KnownKey): { from: number; to: number | null } {
    const next = this.all.find((one) => one.use === use && one.index > index)?.index
    const from = index + 1
    if (next === undefined) return { from, to: null }
    // A new key of the log is announced by the last entry under a checkpoint that both sign.
    return { from, to: use === 'log' ? next + 1 : next }
  }

  #range(key: KnownKey): { from: number; to: number | null } {
    const { from, to } = this.#service(key)
    const revokedFrom = key.revoked?.from
    return { from, to: revokedFrom === undefined ? to : Math.min(revokedFrom, to ?? revokedFrom) }
  }
}

async function isAnnounced(
  entry: Extract<LogEntry, { t: 'key' }>,
  { name, use, publicKeyMultibase }: KeyRange,
): Promise<boolean> {
  const hash = await sha256(utf8(publicKeyMultibase))
  const isNamed = entry.u === use && entry.n === name
  return isNamed && equal(hash, fromHex(String(entry.h)) ?? new Uint8Array())
}
