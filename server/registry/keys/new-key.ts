import type { PrivateKeys } from './private-keys.ts'
import {
  type KeyRow,
  type KeyUse,
  type ListedKey,
  nextKeyName,
  type RegistryKeys,
} from './registry-keys.ts'

/** A key to be listed, with the row that does it. */
export async function newKey(
  { privateKeys }: { privateKeys: PrivateKeys },
  keys: RegistryKeys,
  use: KeyUse,
  { now, logIndex }: { now: Date; logIndex: number },
): Promise<KeyRow> {
  const name = nextKeyName(keys, use, now)
  return {
    name,
    use,
    public_key: await privateKeys.next(keys, use, name),
    added_at: now.toISOString(),
    log_index: logIndex,
  }
}

/** A key as the registry has it once its row is there. */
export const listed = (row: KeyRow): ListedKey => ({ ...row, revoked_from: null, revoked_at: null })
