import { generateKeyPairSync, sign } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { utf8 } from '@naic/ledger/format/bytes.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import type { Transaction } from '@naic/store/database/database.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { multikeyOf, type PrivateKeys, signerOf } from '@naic/registry/keys/private-keys.ts'
import {
  keyEntry,
  type KeyRow,
  type KeyUse,
  listed,
  nextKeyName,
} from '@naic/registry/keys/registry-keys.ts'
import type { TestRegistry } from './start-registry.ts'

/**
 * What somebody does who can write to the database and to `keys/`, and has no key that the log
 * knows, or the log's alone: he lists a key of his own, as a rotation does, but for what only the
 * key before could add.
 *
 * @param entryOf the entry for a key, which may lack something.
 */
export async function forgeRotation(
  place: TestRegistry,
  use: KeyUse,
  entryOf: (key: KeyRow) => Promise<LogEntry>,
): Promise<void> {
  const { registry } = place
  const { privateKey } = generateKeyPairSync('ed25519')
  const public_key = multikeyOf(privateKey)
  // He has no signature of the old key: in its place is his own once more.
  const privateKeys = signingWith(registry.privateKeys, async (keys, of) =>
    of === use && use === 'log'
      ? signerOf({ ...(keys.at(-1) as (typeof keys)[number]), public_key }, privateKey)
      : registry.privateKeys.signer(keys, of),
  )
  await place.anotherLog({ privateKeys }).append(async (firstIndex, keys) => {
    const now = new Date()
    const key: KeyRow = {
      name: nextKeyName(keys, use, now),
      use,
      public_key,
      added_at: now.toISOString(),
      log_index: firstIndex,
      origin: null,
    }
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    await writeFile(path.join(place.keysFolder, `${key.name}.pem`), pem, { mode: 0o600 })
    const store = (transaction: Transaction) => insertRows(transaction, 'registry_key', [key])
    return {
      result: undefined,
      keys: [...keys, listed(key)],
      parts: [{ entries: [await entryOf(key)], store }],
      deed: undefined,
    }
  })
}

export const signingWith = (keys: PrivateKeys, signer: PrivateKeys['signer']): PrivateKeys => ({
  signer,
  next: (...given) => keys.next(...given),
  retire: (key) => keys.retire(key),
})

/** Rotations that nothing vouches for: what they are, of which use, and how they are announced. */
export const forgedRotations = [
  ['of the log that the old key did not sign', 'log', keyEntry],
  ['of credentials that the old key did not sign', 'credentials', keyEntry],
  [
    'of credentials that a stranger signed',
    'credentials',
    async (key: KeyRow) => {
      const { privateKey } = generateKeyPairSync('ed25519')
      const s = sign(null, utf8(key.name), privateKey).toString('base64')
      return { ...(await keyEntry(key)), s }
    },
  ],
] as const
