import type { CompiledQuery } from 'kysely'
import { toBase64 } from '@naic/ledger/format/bytes.ts'
import {
  type AnnouncedKey,
  announcementBytes,
  type KeyRevocationEntry,
} from '@naic/ledger/format/log-entry.ts'
import {
  currentKey,
  keyEntry,
  type KeyRow,
  type KeyUse,
  listed,
  type ListedKey,
  newKey,
  type RegistryKeys,
  serviceOf,
} from './keys/registry-keys.ts'
import type { Registry } from './registry.ts'
import { RegistryRefused } from './registry-refused.ts'

type Parts = Pick<Registry, 'database' | 'log' | 'privateKeys'>

/**
 * Adds a key, which signs from now on. The one before vouches for it, and stays listed, so that
 * what it signed stays verifiable; its private half is taken away.
 *
 * @returns the names of the new key and of the one it retires, and what has become of that one's
 *   private half, in sentences for the operator.
 * @throws RegistryRefused when there is no key to be had, or the private half of the one before is
 *   not here; as `append` does.
 * @param also what takes effect with it, such as an entry in the journal.
 */
export async function rotateKey(
  registry: Parts,
  use: KeyUse,
  also: (retired: string, added: string) => CompiledQuery[] = () => [],
): Promise<{ added: string; retired: string; left: string }> {
  const { log, privateKeys } = registry
  let before: RegistryKeys = []
  let added = ''
  await log.append(async (firstIndex, keys) => {
    const { key, entry, row } = await prepareRotation(registry, keys, use, firstIndex)
    before = keys
    added = key.name
    const rows = [row, ...also(currentKey(keys, use).name, key.name)]
    return { keys: [...keys, key], entries: [entry], rows }
  })
  const retired = currentKey(before, use)
  return { added, retired: retired.name, left: await privateKeys.retire(retired) }
}

/**
 * A key that is to follow the current one.
 *
 * @param keys as they are.
 * @param logIndex of its entry, which must be the last of what the addition says.
 */
async function prepareRotation(
  registry: Parts,
  keys: RegistryKeys,
  use: KeyUse,
  logIndex: number,
): Promise<{ key: ListedKey; entry: AnnouncedKey; row: CompiledQuery }> {
  const row = await newKey(registry, keys, use, { now: new Date(), logIndex })
  return {
    key: listed(row),
    entry: await announce(registry, keys, row),
    row: registry.database.build.insertInto('registry_key').values(row).compile(),
  }
}

/** A key of the log is vouched for where the checkpoint is signed, and not here. */
async function announce(
  { log, privateKeys }: Pick<Registry, 'log' | 'privateKeys'>,
  before: RegistryKeys,
  key: KeyRow,
): Promise<AnnouncedKey> {
  const entry = await keyEntry(key)
  if (key.use === 'log') return entry
  const { sign } = await privateKeys.signer(before, 'credentials')
  return { ...entry, s: toBase64(await sign(announcementBytes(log.origin, entry))) }
}

export type KeyRevoked = {
  /** Index of the entry from which on the key does not count. */
  from: number
  /** Name of the key that signs in its place; undefined where it had been retired before. */
  added: string | undefined
  /** What has become of its private half, in sentences for the operator. */
  left: string
}

/** What a revocation would do, to be shown before it is done. */
export type KeyRevocationPlan = {
  key: ListedKey
  /** Index of the entry from which on it would count for nothing. */
  from: number
  /** How many entries the log has. */
  size: number
  /** Whether another key is to sign in its place. */
  isFollowed: boolean
  /** IDs of the certificates that become void, in the log's order; of a key of the log there are none. */
  certificates: string[]
  /** How many checkpoints count no more; of a key of credentials there are none. */
  checkpoints: number
}

/**
 * @param from as `revokeKey` has it.
 * @throws RegistryRefused as `revokeKey` does, but for where there is no key to follow.
 */
export async function planKeyRevocation(
  { database, log }: Pick<Registry, 'database' | 'log'>,
  name: string,
  from?: number,
): Promise<KeyRevocationPlan> {
  const { head, keys } = await log.state()
  const key = requireKey(keys, name)
  const size = head?.size ?? 0
  // The addition begins with the checkpoint before it.
  const fromIndex = from ?? size + 1
  requireReached(key, fromIndex, size + 1)
  const to = serviceOf(key, keys).to ?? Number.MAX_SAFE_INTEGER
  const { build, read } = database
  const certificates = build.selectFrom('certificate').select('id').orderBy('log_index')
  const ofKey = certificates.where('log_index', '>=', fromIndex).where('log_index', '<', to)
  const checkpoints = build.selectFrom('log_checkpoint').select('size')
  const ofLogKey = checkpoints.where('size', '>', fromIndex).where('size', '<=', to)
  return {
    key,
    from: fromIndex,
    size,
    isFollowed: currentKey(keys, key.use) === key,
    certificates:
      key.use === 'credentials' ? (await read(ofKey.compile())).map(({ id }) => id) : [],
    checkpoints: key.use === 'log' ? (await read(ofLogKey.compile())).length : 0,
  }
}

/**
 * Takes back a key that somebody else may have. What the log had from it before an entry stays
 * right; what came later, or is not in the log, is refused. Where the key signs, another does from
 * now on: that is one addition to the log, so that there is no moment without.
 *
 * @param from index of that entry; the revocation's own unless given. For a key of the log it is
 *   the size of the last checkpoint that counts.
 * @throws RegistryRefused for a key that is not there or was revoked before, for an index that its
 *   use did not reach, and where there is no key to follow it; as `append` does.
 * @param also what takes effect with it, such as an entry in the journal.
 */
export async function revokeKey(
  registry: Pick<Registry, 'database' | 'log' | 'privateKeys'>,
  name: string,
  from?: number,
  also: (fromIndex: number) => CompiledQuery[] = () => [],
): Promise<KeyRevoked> {
  const { database, log, privateKeys } = registry
  let revoked: ListedKey | undefined
  let result = { from: 0, added: undefined as string | undefined }
  await log.append(async (firstIndex, keys) => {
    const key = requireKey(keys, name)
    const fromIndex = from ?? firstIndex
    requireReached(key, fromIndex, firstIndex)
    const at = new Date().toISOString()
    const entry: KeyRevocationEntry = { v: 2, t: 'revoke-key', n: name, from: fromIndex, at }
    const values = { name, from_index: fromIndex, revoked_at: at, log_index: firstIndex }
    const row = database.build.insertInto('key_revocation').values(values).compile()
    const next =
      currentKey(keys, key.use) === key
        ? await prepareRotation(registry, keys, key.use, firstIndex + 1)
        : undefined
    revoked = key
    result = { from: fromIndex, added: next?.key.name }
    const revocation = { revoked_from: fromIndex, revoked_at: at }
    return {
      keys: [
        ...keys.map((one) => (one === key ? { ...one, ...revocation } : one)),
        ...(next ? [next.key] : []),
      ],
      entries: [entry, ...(next ? [next.entry] : [])],
      rows: [row, ...(next ? [next.row] : []), ...also(fromIndex)],
    }
  })
  if (!revoked) throw new RegistryRefused(`There is no key ${name}.`)
  return { ...result, left: await privateKeys.retire(revoked) }
}

function requireKey(keys: RegistryKeys, name: string): ListedKey {
  const key = keys.find((one) => one.name === name)
  if (!key) throw new RegistryRefused(`There is no key ${name}. "keys list" names them all.`)
  if (key.revoked_at === null) return key
  throw new RegistryRefused(
    `The key ${name} was revoked at ${key.revoked_at} already, from entry ${key.revoked_from} on. That stands.`,
  )
}

function requireReached({ name, log_index: index }: ListedKey, from: number, next: number): void {
  if (from > index && from <= next) return
  throw new RegistryRefused(
    `The key ${name} came with entry ${index}, and the next entry of the log is ${next}: it can be revoked from an entry after the first up to the second.`,
  )
}
