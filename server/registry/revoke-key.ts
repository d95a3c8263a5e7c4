import type { KeyRevocationEntry } from '#credential/log-entry.ts'
import { currentKey, type ListedKey, type RegistryKeys } from './keys/registry-keys.ts'
import { RegistryRefused } from './registry-refused.ts'
import type { Registry } from './registry.ts'
import { prepareRotation } from './rotate-key.ts'

export type KeyRevoked = {
  /** Index of the entry from which on the key does not count. */
  from: number
  /** Name of the key that signs in its place; undefined where it had been retired before. */
  added: string | undefined
  /** What has become of its private half, in sentences for the operator. */
  left: string
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
 */
export async function revokeKey(
  registry: Pick<Registry, 'database' | 'log' | 'privateKeys'>,
  name: string,
  from?: number,
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
      rows: [row, ...(next ? [next.row] : [])],
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
