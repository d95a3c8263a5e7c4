import type { Selectable } from 'kysely'
import { type Bytes, toHex, utf8 } from '@naic/ledger/format/bytes.ts'
import { sha256 } from '@naic/ledger/format/cryptography.ts'
import {
  type DidDocument,
  didDocument,
  fromMultikey,
  type KeyRange,
  noteKeys,
} from '@naic/ledger/format/published-keys.ts'
import type { AnnouncedKey } from '@naic/ledger/format/log-entry.ts'
import type { Database, Reading, RowsOf } from '@naic/store/database/database.ts'
import type { Tables } from '@naic/store/database/tables.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { KnownKeys, serviceOf as serviceIn } from '@naic/ledger/walk/known-keys.ts'

export type KeyUse = KeyRange['use']

/** A key as it was announced. */
export type KeyRow = Selectable<Tables['registry_key']>

export const keysQuery = (read: Reading) =>
  read
    .selectFrom('registry_key')
    .leftJoin('key_revocation', 'key_revocation.name', 'registry_key.name')
    // By name: keys are compared whole, and a newer copy of the program may add a column.
    .select(['registry_key.name', 'use', 'public_key', 'added_at', 'registry_key.log_index'])
    .select(['origin', 'revoked_at'])
    // The entry of the log from which on it does not count, and the one that revokes it.
    .select(['from_index as revoked_from', 'key_revocation.log_index as revoked_by'])
    .orderBy('registry_key.log_index')

/** With its revocation, if there is one. */
export type ListedKey = RowsOf<[ReturnType<typeof keysQuery>]>[0][number]

/** All keys there ever were, in the order in which the log announces them. */
export type RegistryKeys = readonly ListedKey[]

/** For readers that need only the keys: what is read separately may be of another moment. */
export const readKeys = ({ read }: Pick<Database, 'read'>): Promise<RegistryKeys> =>
  keysQuery(read).execute()

/** The newest key of a use: the only one that signs. */
export function currentKey(keys: RegistryKeys, use: KeyUse): ListedKey {
  const current = keys.findLast((key) => key.use === use)
  if (!current) throw new RegistryRefused(`The registry has no key for: ${use}.`)
  return current
}

/** The log's name now. @param first its name before it was ever restarted, as of all `origin` here. */
export const originNow = (keys: RegistryKeys, first: string): string =>
  keys.findLast(({ use }) => use === 'log')?.origin ?? first

/** All keys of the log, revoked ones too: what they signed of our own must stay readable. */
export const logPublicKeys = (keys: RegistryKeys, origin: string) =>
  keys
    .filter(({ use }) => use === 'log')
    .map((key) => ({ name: key.origin ?? origin, publicKey: publicKeyOf(key.public_key) }))

/** The keys of the log, each for the sizes that it counts for. */
export const notesInForce = async (keys: RegistryKeys, origin: string) =>
  noteKeys(await keyRanges(keys, origin), origin)

export const didOfRegistry = (siteUrl: string, keys: RegistryKeys): DidDocument =>
  didDocument(
    siteUrl,
    keys.map(({ name, use, public_key, revoked_at }) => ({
      name,
      use,
      publicKeyMultibase: public_key,
      revoked: revoked_at ?? undefined,
    })),
  )

/** The log's entry that announces a key, without the signature of the key before. */
export async function keyEntry(key: KeyRow): Promise<AnnouncedKey> {
  const h = toHex(await sha256(utf8(key.public_key)))
  return { v: 2, t: 'key', u: key.use, n: key.name, h, at: key.added_at }
}

const prefixes = { credentials: 'key', log: 'log' } as const

/** Whether a name is one that the registry would give to a key: it becomes the name of a file. */
export const isKeyName = (name: string, use: KeyUse): boolean =>
  new RegExp(`^${prefixes[use]}-\\d{4}(-\\d+)?$`).test(name)

/** @returns "key-2026", or "key-2026-2" where the year has one already. */
export function nextKeyName(keys: RegistryKeys, use: KeyUse, now: Date): string {
  const base = `${prefixes[use]}-${now.getUTCFullYear()}`
  let name = base
  for (let number = 2; keys.some((key) => key.name === name); number += 1) {
    name = `${base}-${number}`
  }
  return name
}

/** @throws RegistryRefused when it is none. */
export function publicKeyOf(multikey: string): Bytes {
  const key = fromMultikey(multikey)
  if (!key) throw new RegistryRefused('A public key in the database is not a key any more.')
  return key
}

/** A key as the registry has it once its row is there. */
export const listed = (row: KeyRow): ListedKey => ({
  ...row,
  revoked_from: null,
  revoked_at: null,
  revoked_by: null,
})

/**
 * The keys as they are published, each with the entries or checkpoints that it counts for.
 *
 * @throws RegistryRefused when a row was changed into something that is no key.
 */
export async function keyRanges(keys: RegistryKeys, first: string): Promise<KeyRange[]> {
  const known = keys.map((key) => {
    const { name, use, public_key, log_index, origin, revoked_from, revoked_at, revoked_by } = key
    publicKeyOf(public_key)
    const revoked =
      revoked_from !== null && revoked_at !== null && revoked_by !== null
        ? { from: revoked_from, at: revoked_at, index: revoked_by }
        : undefined
    const named = { name, use, publicKeyMultibase: public_key, index: log_index }
    return { ...named, origin: origin ?? first, revoked }
  })
  return new KnownKeys(first, known).ranges()
}

/** When a key signed, revoked later or not. */
export function serviceOf(key: ListedKey, keys: RegistryKeys) {
  const placed = ({ use, log_index }: ListedKey) => ({ use, index: log_index })
  return serviceIn(placed(key), keys.map(placed))
}

/** Indices of the log between which certificates are void, since their key was revoked from there on. */
export const voidSpans = (keys: RegistryKeys) =>
  keys.flatMap((key) => {
    if (key.use !== 'credentials' || key.revoked_from === null) return []
    const { from, to } = serviceOf(key, keys)
    return [{ key, from: Math.max(from, key.revoked_from), to }]
  })

/** The key of credentials that signed at this index of the log, if its revocation reaches back to there. */
export const voidingKey = (keys: RegistryKeys, index: number): ListedKey | undefined =>
  voidSpans(keys).find(({ from, to }) => index >= from && (to === null || index < to))?.key

export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Keys are added, and revoked for good: nothing else may change. */
export const isWithin = (earlier: RegistryKeys, later: RegistryKeys): boolean =>
  earlier.every((key) =>
    later.some((one) => isSame(key, key.revoked_at === null ? listed(one) : one)),
  )
