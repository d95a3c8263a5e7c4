import type { CompiledQuery } from 'kysely'
import { toBase64 } from '#credential/bytes.ts'
import { type AnnouncedKey, announcementBytes } from '#credential/log-entry.ts'
import { listed, newKey } from './keys/new-key.ts'
import type { Registry } from './registry.ts'
import {
  currentKey,
  keyEntry,
  type KeyRow,
  type KeyUse,
  type ListedKey,
  type RegistryKeys,
} from './keys/registry-keys.ts'

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
export async function prepareRotation(
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
