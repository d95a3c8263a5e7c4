import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { utf8 } from '@naic/ledger/format/bytes.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import { multikeyOf, type PrivateKeys, signerOf } from '@naic/registry/keys/private-keys.ts'
import {
  keyEntry,
  type KeyRow,
  type KeyUse,
  listed,
  nextKeyName,
} from '@naic/registry/keys/registry-keys.ts'
import { TransparencyLog } from '@naic/registry/log/transparency-log.ts'
import type { TestRegistry } from './start-registry.ts'

/**
 * What somebody does who can write to the database and to `keys/`, and has no key that the log
 * knows, or the log's alone: he lists a key of his own, as a rotation does, but for what only the
 * key before could add.
 *
 * @param entryOf the entry for a key, which may lack something.
 */
export async function forgeRotation(
  place: Pick<TestRegistry, 'database' | 'registry' | 'keysFolder'>,
  use: KeyUse,
  entryOf: (key: KeyRow) => Promise<LogEntry>,
): Promise<void> {
  const { database, registry } = place
  const { privateKey } = generateKeyPairSync('ed25519')
  const own: PrivateKeys = {
    ...bound(registry.privateKeys),
    // He has no signature of the old key: in its place is his own once more.
    signer: async (keys, of) =>
      of === use && use === 'log'
        ? signerOf(
            { ...(keys.at(-1) as (typeof keys)[number]), public_key: multikeyOf(privateKey) },
            privateKey,
          )
        : registry.privateKeys.signer(keys, of),
  }
  const { origin, lastCheckpoint } = registry.log
  const parts = { database, lastCheckpoint, privateKeys: own, warn: () => undefined }
  await new TransparencyLog(origin, parts).append(async (firstIndex, keys) => {
    const now = new Date()
    const key: KeyRow = {
      name: nextKeyName(keys, use, now),
      use,
      public_key: multikeyOf(privateKey),
      added_at: now.toISOString(),
      log_index: firstIndex,
      origin: null,
    }
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    await writeFile(path.join(place.keysFolder, `${key.name}.pem`), pem, { mode: 0o600 })
    return {
      keys: [...keys, listed(key)],
      entries: [await entryOf(key)],
      rows: [database.build.insertInto('registry_key').values(key).compile()],
    }
  })
}

const bound = (keys: PrivateKeys): Pick<PrivateKeys, 'next' | 'retire'> => ({
  next: (...given) => keys.next(...given),
  retire: (key) => keys.retire(key),
})

/** A signature by a key that nobody knows. */
export const strangersSignature = (text: string): string =>
  sign(null, utf8(text), generateKeyPairSync('ed25519').privateKey).toString('base64')

/** Rotations that nothing vouches for: what they are, of which use, and how they are announced. */
export const forgedRotations = [
  ['of the log that the old key did not sign', 'log', keyEntry],
  ['of credentials that the old key did not sign', 'credentials', keyEntry],
  [
    'of credentials that a stranger signed',
    'credentials',
    async (key: KeyRow) => ({ ...(await keyEntry(key)), s: strangersSignature(key.name) }),
  ],
] as const
