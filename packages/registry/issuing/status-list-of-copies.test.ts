import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import sampleCertificates from '@naic/content/sample-certificates.json' with { type: 'json' }
import { decodeStatusList, statusAt } from '@naic/ledger/format/status-list.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { KeySettings } from '../keys/private-keys.ts'
import { rotateKey } from '../change-keys.ts'
import { revokeCertificate } from './revoke-certificate.ts'
import { StatusList, type StatusCredential } from './status-list-credential.ts'

const id = sampleCertificates[0]?.id ?? ''
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

const isRevoked = async ({ credentialSubject }: StatusCredential) => {
  const [row] = await place.query<{ status_index: number }>(
    `SELECT status_index FROM certificate WHERE id = '${id}'`,
  )
  const { encodedList } = credentialSubject as { encodedList: string }
  const bits = await decodeStatusList(encodedList)
  return bits && statusAt(bits, Number(row?.status_index))
}
const signers = ({ proof }: StatusCredential) => JSON.stringify(proof)

test('tell at once what was revoked through another', async () => {
  const list = copyWith(first, second)
  expect(await isRevoked(await list.credential())).toBe(false)
  await revokeCertificate(place.registry, id, 'wrong details')
  expect(await isRevoked(await list.credential())).toBe(true)
})

test('sign with the new key as soon as another has rotated, and do not with the old one', async () => {
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
