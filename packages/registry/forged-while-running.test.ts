import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { forgedRotations, forgeRotation, signingWith } from '@naic/test/support/forge-rotation.ts'
import { appendEntries, TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { findEvidence } from './certificate-evidence.ts'
import { StatusList } from './issuing/status-list-credential.ts'
import { readKeys } from './keys/registry-keys.ts'
import type { Registry } from './registry.ts'
import { RegistryRefused } from './registry-refused.ts'
import { revokeKey, rotateKey } from './change-keys.ts'

const sample = 'NAIC25A7K2M'
const year = new Date().getUTCFullYear()
const key = 'z6MkehRgf7yJbgaGfYsdoAsKdBPE3dj2CYhowQdcjqSJgvVd'

const place = eachTest(() => TestRegistry.start())

/** All that signs, or says under which keys something is ours. */
const doings: Record<string, (registry: Registry) => Promise<unknown>> = {
  'an answer about a certificate': (registry) => findEvidence(registry, sample),
  'the status list': (registry) => new StatusList(registry).credential(),
  'the newest checkpoint': ({ log }) => log.head(),
  'an older checkpoint': ({ log }) => log.headOf(17),
  'the list of keys': ({ log }) => log.keys(),
  'issuing a certificate': () => place.issue(),
  'the next rotation': (registry) => rotateKey(registry, 'log', 'meera'),
  'taking a key back': (registry) => revokeKey(registry, `key-${year}`, 'meera'),
}
async function expectAllRefused(reason: RegExp) {
  const { registry } = place
  const sizes = await place.checkpointSizes()
  const files = await readdir(place.keysFolder)
  for (const [what, act] of Object.entries(doings)) {
    const acting = act(registry)
    await expect(acting, what).rejects.toBeInstanceOf(RegistryRefused)
    await expect(acting, what).rejects.toThrow(reason)
  }
  expect(await place.checkpointSizes()).toEqual(sizes)
  expect(await readdir(place.keysFolder)).toEqual(files)
}

test.each(forgedRotations)(
  'refuses a rotation %s, and signs nothing and serves nothing under it',
  async (_what, use, entryOf) => {
    await place.issue()
    await forgeRotation(place, use, entryOf)
    await expectAllRefused(new RegExp(`The key (key|log)-${year}-2 was not handed over to`))
  },
)

test('refuses a key that was put in the place of one it knows', async () => {
  await findEvidence(place.registry, sample)
  await place.byHand(`UPDATE registry_key SET public_key = '${key}' WHERE use = 'credentials'`)
  await expectAllRefused(/was changed or taken out/)
})

test('refuses that a revocation of a key is taken out', async () => {
  await place.revokeKey(`key-${year}`)
  await place.byHand('DELETE FROM key_revocation')
  await expectAllRefused(/was changed or taken out/)
})

test('refuses what a revoked key of the log adds', async () => {
  const { privateKeys } = place.registry
  const thiefs = await privateKeys.signer(await readKeys(place.database), 'log')
  await place.revokeKey(`log-${year}`)
  const stolen = signingWith(privateKeys, async (keys, use) =>
    use === 'log' ? thiefs : privateKeys.signer(keys, use),
  )
  const entry = { v: 1, t: 'issue', h: 'f'.repeat(64), at: new Date().toISOString() } as const
  const thief = place.anotherLog({ privateKeys: stolen })
  await appendEntries(thief, [entry])
  await expect(findEvidence(place.registry, sample)).rejects.toThrow(/not signed by the log/)
  await expect(place.issue()).rejects.toThrow(/not signed by the log/)
})

test('goes on as soon as what was forged is gone', async () => {
  await place.byHand(
    `INSERT INTO registry_key SELECT 'key-2099', use, '${key}', added_at, 15, NULL FROM registry_key WHERE use = 'credentials'`,
  )
  await expectAllRefused(/key-2099 is not the one that the log announces/)
  await place.byHand("DELETE FROM registry_key WHERE name = 'key-2099'")
  expect(await findEvidence(place.registry, sample)).toBeDefined()
})

test('takes up the keys that another copy rotates to and takes back, again and again', async () => {
  const { registry } = place
  const copy = await place.openCopy()
  for (const use of ['log', 'credentials', 'log'] as const) {
    await rotateKey(copy, use, 'meera')
    await Promise.all([1, 2, 3].map(() => findEvidence(registry, sample)))
    expect(await registry.log.keys()).toEqual(await readKeys(place.database))
  }
  await revokeKey(copy, `log-${year}-3`, 'meera')
  const reading = [1, 2, 3].map(() => findEvidence(registry, sample))
  await Promise.all([...reading, rotateKey(copy, 'credentials', 'meera'), place.issue()])
  expect(await place.faults()).toEqual([])
})
