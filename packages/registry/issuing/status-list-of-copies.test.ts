import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { KeySettings } from '../keys/private-keys.ts'
import { rotateKey } from '../change-keys.ts'
import { StatusList, type StatusCredential } from './status-list-credential.ts'

const newKey = () => generateKeyPairSync('ed25519').privateKey
const textOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'der' }).toString('base64')
const [first, second, logKey] = [newKey(), newKey(), newKey()]

/** What each keeps in memory is its own, as in a process of its own; the database is one. */
let place: TestRegistry
beforeEach(async () => {
  place = await TestRegistry.start()
  await place.reopenAfter(async () => {
    place.keySettings = {
      CREDENTIALS_KEYS: [first, second].map(textOf).join(','),
      LOG_KEYS: textOf(logKey),
    }
    await place.removeRows()
    await rm(place.keysFolder, { recursive: true })
  })
})
afterEach(() => place.remove())

const copyWith = (...credentials: KeyObject[]) =>
  new StatusList({
    ...place.registry,
    privateKeys: new KeySettings({ credentials, log: [logKey] }),
  })

const signers = ({ proof }: StatusCredential) => JSON.stringify(proof)

test('copies sign with the new key as soon as another has rotated, and do not with the old one', async () => {
  const [both, late] = [copyWith(first, second), copyWith(first)]
  const before = signers(await both.credential())
  expect(signers(await late.credential())).toContain('#key-')
  const { added } = await rotateKey(place.registry, 'credentials')
  const after = signers(await both.credential())
  expect(after).toContain(`#${added}"`)
  expect(before).not.toContain(`#${added}"`)
  // A copy that was not started again with the new key: 503, and the operator is told why.
  await expect(late.credential()).rejects.toThrow(/^CREDENTIALS_KEYS does not have/)
})
