import { type Bytes, fromBase64, toHex, utf8 } from '#format/bytes.ts'
import { type NoteKey, openCheckpoint, toVkey } from '#format/checkpoint.ts'
import { fromMultikey, type KeyRange } from '#format/published-keys.ts'
import { announcementBytes, type AnnouncedKey, type LogEntry } from '#format/log-entry.ts'
import { sha256, verifyEd25519 } from '#format/cryptography.ts'

/** A key as the log announces it. */
export type KnownKey = Pick<KeyRange, 'name' | 'use' | 'publicKeyMultibase'> & {
  /** Of the entry that announces it. */
  index: number
  /** The log's name when it was announced, under which a key of the log signs. */
  origin: string
  revoked?: { from: number; at: string; index: number } | undefined
}

/** Gets what a log did that it may not do, in a sentence for a person, and what it can be shown by. */
export type TellFault = (sentence: string, details?: Record<string, unknown>) => void

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
  readonly tell: TellFault
  readonly #served: readonly KeyRange[]

  /** @param served what the site says of its keys now: the log has no more than their hashes. */
  constructor(
    origin: string,
    known: readonly KnownKey[],
    served: readonly KeyRange[] = [],
    tell: TellFault = () => {},
  ) {
    this.origin = origin
    this.all = known.map((key) => ({ ...key }))
    this.tell = tell
    this.#served = served
  }

  /** Takes in an entry of a key. @param note the signed checkpoint of the addition that has it. */
  async take(entry: LogEntry, index: number, note: string): Promise<void> {
    if (entry.t === 'key') await this.#announce(entry, index, note)
    if (entry.t === 'revoke-key') this.#revoke(entry, index)
  }

  async #announce(entry: AnnouncedKey, index: number, note: string): Promise<void> {
    const listed = this.#served.find(({ from }) => from === index + 1)
    const next = fromMultikey(listed?.publicKeyMultibase ?? '')
    if (!listed || !next || !(await isAnnounced(entry, listed))) {
      return this.tell(`The log announces a key with entry ${index} that the site does not list.`)
    }
    const { name, use, publicKeyMultibase } = listed
    const before = this.all.findLast((key) => key.use === use)
    const keyBefore = before && fromMultikey(before.publicKeyMultibase)
    const isVouchedFor = keyBefore
      ? await isHandedOver(this.origin, { before: keyBefore, next, entry, note })
      : index < firstKeys
    if (!isVouchedFor || this.all.some((key) => key.name === name)) {
      this.tell(
        `The key ${name} was not handed over to by the key before it, with entry ${index}.`,
        { entry, before: before ?? null },
      )
    }
    this.all.push({ name, use, publicKeyMultibase, index, origin: this.origin })
  }

  #revoke({ n, from, at }: Extract<LogEntry, { t: 'revoke-key' }>, index: number): void {
    const key = this.all.find(({ name }) => name === n)
    const isRight = key && !key.revoked && from > key.index && from <= index
    if (isRight) key.revoked = { from, at, index }
    else this.tell(`Entry ${index} revokes the key ${String(n)}, which cannot be.`)
  }

  /** The log's keys, each for the checkpoints that it signed at its time, revoked later or not. */
  signers(): NoteKey[] {
    return this.all.flatMap((key) => {
      const publicKey = fromMultikey(key.publicKeyMultibase)
      if (key.use !== 'log' || !publicKey) return []
      return [{ name: key.origin, publicKey, sizes: serviceOf(key, this.all) }]
    })
  }

  /** The keys as an honest site lists them. */
  ranges(): Promise<KeyRange[]> {
    return Promise.all(
      this.all.map(async (key) => {
        const { origin, revoked, index: _index, ...named } = key
        const { from, to } = serviceOf(key, this.all)
        const publicKey = key.use === 'log' && fromMultikey(key.publicKeyMultibase)
        return {
          ...named,
          ...(publicKey ? { vkey: await toVkey({ name: origin, publicKey }) } : {}),
          from,
          to: revoked ? Math.min(revoked.from, to ?? Infinity) : to,
          ...(revoked ? { revoked: revoked.at } : {}),
        }
      }),
    )
  }

  /** It is a fault where the site says anything else of its keys than the log does. */
  async checkServed(): Promise<void> {
    if (this.#served.length > this.all.length) {
      this.tell('The site lists more keys than the log announces.')
    }
    for (const key of await this.ranges()) {
      const isAsAnnounced = (listed: KeyRange) =>
        listedFields.every((field) => listed[field] === key[field])
      if (!this.#served.some(isAsAnnounced)) {
        this.tell(`The site does not list the key ${key.name} as the log announces and revokes it.`)
      }
    }
  }
}

const listedFields = ['name', 'use', 'publicKeyMultibase', 'from', 'to', 'revoked'] as const

/**
 * When a key signed: from its announcement until the next of its use was announced. A revocation does
 * not end this: what the log has under the key is in the log all the same.
 */
export function serviceOf(
  { use, index }: Pick<KnownKey, 'use' | 'index'>,
  all: readonly Pick<KnownKey, 'use' | 'index'>[],
): { from: number; to: number | null } {
  const next = all.find((one) => one.use === use && one.index > index)?.index
  // A new key of the log is announced under a checkpoint that both sign.
  const to = next !== undefined && use === 'log' ? next + 1 : next
  return { from: index + 1, to: to ?? null }
}

async function isAnnounced(entry: AnnouncedKey, key: KeyRange): Promise<boolean> {
  const hash = await sha256(utf8(key.publicKeyMultibase))
  return entry.u === key.use && entry.n === key.name && entry.h === toHex(hash)
}

/**
 * Whether a key was handed over to by the one before: of credentials, by a signature in its
 * announcement; of the log, by signing the checkpoint over it, `note`, as well.
 */
async function isHandedOver(
  origin: string,
  { before, next, entry, note }: { before: Bytes; next: Bytes; entry: AnnouncedKey; note: string },
): Promise<boolean> {
  if (entry.u === 'log') {
    const isBy = async (publicKey: Bytes) =>
      !!(await openCheckpoint(note, [{ name: origin, publicKey }]))
    return (await isBy(before)) && isBy(next)
  }
  const signature = fromBase64(String(entry.s))
  return !!signature && verifyEd25519(before, announcementBytes(origin, entry), signature)
}
