import { newKey } from './open-registry.ts'
import type { Registry } from './registry.ts'
import { currentKey, keyEntry, type KeyUse, type RegistryKeys } from './registry-keys.ts'

/**
 * Adds a key, which signs from now on. The one before stays listed, so that what it signed
 * stays verifiable; its private half is destroyed.
 *
 * @returns the names of the new key and of the one it retires.
 */
export async function rotateKey(
  registry: Pick<Registry, 'database' | 'log' | 'keyFolder'>,
  use: KeyUse,
): Promise<{ added: string; retired: string }> {
  const { database, log, keyFolder } = registry
  const names = { added: '', retired: '' }
  await log.append(async (firstIndex, keys) => {
    const now = new Date()
    const key = await newKey(registry, keys, use, { now, logIndex: firstIndex })
    names.added = key.name
    names.retired = currentKey(keys, use)
    const after: RegistryKeys = [...keys, key]
    return {
      keys: after,
      entries: [await keyEntry(key.public_key, now.toISOString())],
      rows: [database.build.insertInto('registry_key').values(key).compile()],
    }
  })
  await keyFolder.destroy(names.retired)
  return names
}
