import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import type { SecuredCredential } from '@naic/ledger/format/credential.ts'
import { createJcsProof } from '@naic/ledger/format/jcs-proof.ts'
import { verifyCertificate } from '@naic/ledger/verify/verify-credential.ts'
import { readKeys } from './keys/registry-keys.ts'
import { RegistryRefused } from './registry-refused.ts'
import { verifyLog } from './audit/verify-log.ts'

const sample = 'NAIC25A7K2M'
const year = new Date().getUTCFullYear()

const place = eachTest(() => TestRegistry.start())

const check = async (id: string) => verifyCertificate(await place.evidenceOf(id))

/** What the thief of a key signs: as the sample, for somebody else. */
async function forge(sign: (data: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>) {
  const { credential, did } = await place.evidenceOf(sample)
  const { proof: _proof, ...unsigned } = structuredClone(credential as SecuredCredential)
  unsigned.credentialSubject.licenseNumber = 'NAIC26FORGE'
  const options = {
    verificationMethod: `${did.id}#key-${year}`,
    created: `${new Date().toISOString().slice(0, 19)}Z`,
    sign,
  }
  return { ...unsigned, proof: [await createJcsProof(unsigned, options)] }
}

test('what a thief signs with a stolen key for credentials is refused, in the log or not', async () => {
  const keys = await readKeys(place.database)
  const { sign } = await place.registry.privateKeys.signer(keys, 'credentials')
  const before = await forge(sign)
  const right = await place.evidenceOf(sample)
  const alone = { ...right, credential: before, inclusion: undefined }
  expect((await verifyCertificate(alone)).signature).toBe('passed')

  await place.revokeKey(`key-${year}`)
  const now = await place.evidenceOf(sample)
  for (const inclusion of [undefined, now.inclusion]) {
    const report = await verifyCertificate({ ...now, credential: before, inclusion })
    expect(report).toMatchObject({ signature: 'failed', isVoid: false, facts: undefined })
  }
  const { verificationMethod, assertionMethod } = now.did
  expect(verificationMethod.map(({ id, revoked }) => [id.split('#')[1], !!revoked])).toEqual([
    [`key-${year}`, true],
    [`key-${year}-2`, false],
  ])
  expect(assertionMethod).toEqual([`${now.did.id}#key-${year}-2`])
})

test('what stood before a key was revoked stays right, and another key signs', async () => {
  const old = await place.issueOne()
  const result = await place.revokeKey(`key-${year}`)
  expect(result).toMatchObject({ added: `key-${year}-2` })
  expect(await readdir(place.keysFolder)).not.toContain(`key-${year}.pem`)
  const young = await place.issueOne()
  for (const id of [sample, old, young]) {
    const passed = { signature: 'passed', inclusion: 'passed', checkpoint: 'passed' }
    expect(await check(id)).toMatchObject({ ...passed, status: 'passed' })
  }
  await place.reopenAfter()
  expect(await place.faults()).toEqual([])
})

test('what came from an entry on that the thief may have made is refused, and log verify names it', async () => {
  const early = await place.issueOne()
  const { size } = await place.registry.log.head()
  const late = await place.issueOne()
  await place.revokeKey(`key-${year}`, size)
  expect((await check(early)).signature).toBe('passed')
  expect(await check(late)).toMatchObject({ signature: 'failed', isVoid: true, facts: undefined })
  expect(await verifyLog(place.registry)).toMatchObject({ void: [late], faults: [] })
})

test('a checkpoint by a stolen key of the log counts up to the size from which it was revoked', async () => {
  const early = await place.evidenceOf(sample)
  const { size } = await place.registry.log.head()
  await place.issue()
  const late = await place.evidenceOf(sample)
  await place.revokeKey(`log-${year}`, size)
  const now = await place.evidenceOf(sample)
  const checked = [now, early, late].map(({ inclusion }) =>
    verifyCertificate({ ...now, inclusion }),
  )
  const checkpoints = (await Promise.all(checked)).map(({ checkpoint }) => checkpoint)
  expect(checkpoints).toEqual(['passed', 'passed', 'failed'])
  await place.reopenAfter()
  await place.issue()
  expect(await place.faults()).toEqual([])
})

test('a retired key can be revoked as well, and then no other comes', async () => {
  await place.rotateKey('credentials')
  const result = await place.revokeKey(`key-${year}`, 5)
  expect(result).toMatchObject({ from: 5, added: undefined })
  expect(await place.faults()).toEqual([])
})

test('is refused for a key that is not there, that was revoked, or of an entry it never reached', async () => {
  const name = `key-${year}`
  const { size } = await place.registry.log.head()
  for (const [wrong, from] of [
    ['key-1999', undefined],
    [name, 0],
    [name, size + 2],
  ] as const) {
    await expect(place.revokeKey(wrong, from)).rejects.toBeInstanceOf(RegistryRefused)
  }
  await place.revokeKey(name)
  await expect(place.revokeKey(name)).rejects.toThrow(/already/)
})

test('one changed by hand is found by log verify and the next start', async () => {
  await place.revokeKey(`key-${year}`)
  const copy = await place.backup()
  for (const change of [
    'from_index = 3',
    "revoked_at = '2020-01-01T00:00:00.000Z'",
    `name = 'log-${year}'`,
  ]) {
    await place.byHand(`UPDATE key_revocation SET ${change}`)
    expect((await place.faults()).length, change).toBeGreaterThan(0)
    const opening = place.reopenAfter()
    await expect(opening, change).rejects.toBeInstanceOf(RegistryRefused)
    await place.reopenAfter(() => place.restore(copy))
  }
  await place.byHand('DELETE FROM key_revocation')
  expect(await place.faults()).toContain('Entry 18 (revoke-key) has no row that it belongs to.')
})
