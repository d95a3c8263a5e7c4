import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { KeySettings, multikeyOf } from './private-keys.ts'
import { currentKey, type KeyUse, readKeys } from './registry-keys.ts'
import { StatusList } from '../issuing/status-list-credential.ts'
import { RegistryRefused } from '../registry-refused.ts'

const year = new Date().getUTCFullYear()
const newKey = () => generateKeyPairSync('ed25519').privateKey
const textOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'der' }).toString('base64')

const place = eachTest(() => TestRegistry.start())

/** Closes, sets the settings, does what else is to be done, and opens again. */
const reopenWith = (
  credentials: readonly KeyObject[],
  log: readonly KeyObject[],
  change: () => unknown = () => undefined,
) =>
  place.reopenAfter(async () => {
    const given = (all: readonly KeyObject[]) => all.map(textOf).join(', ')
    place.keySettings = { CREDENTIALS_KEYS: given(credentials), LOG_KEYS: given(log) }
    await change()
  })

/** As a registry that has never been, anywhere. */
const removeAll = async () => {
  await place.removeRows()
  await rm(place.keysFolder, { recursive: true })
}

const signingKey = async (use: KeyUse) => currentKey(await readKeys(place.database), use).public_key
const keyInFile = async (name: string) =>
  createPrivateKey(await readFile(path.join(place.keysFolder, `${name}-${year}.pem`)))

describe('keys from settings', () => {
  test('begin a registry: the first of each signs, and no file has any', async () => {
    const [one, two, three, four] = [newKey(), newKey(), newKey(), newKey()]
    await reopenWith([one, two], [three, four], removeAll)
    expect(await signingKey('credentials')).toBe(multikeyOf(one))
    expect(await signingKey('log')).toBe(multikeyOf(three))
    expect(await readdir(place.keysFolder)).toEqual(['last-checkpoint'])

    await reopenWith([two, one], [four, three])
    expect((await place.issue()).state).toBe('issued')
    expect(await place.faults()).toEqual([])
  })

  test('take over from files that have the same keys, and files from them', async () => {
    await place.issue()
    await reopenWith([await keyInFile('key')], [await keyInFile('log')])
    await place.issue()
    await place.reopenAfter(() => {
      place.keySettings = {}
    })
    await place.issue()
    expect(await place.checkpointSizes()).toEqual([17, 20, 23, 26])
    expect(await place.faults()).toEqual([])
  })

  test('that lack the key that signs stop the start', async () => {
    const [credentials, log] = [await keyInFile('key'), await keyInFile('log')]
    const sentence = (setting: string, name: string) =>
      new RegExp(`^${setting} does not have the private key ${name}-${year}, .+ Add it again`)
    const withoutCredentials = reopenWith([newKey()], [log])
    await expect(withoutCredentials).rejects.toThrow(sentence('CREDENTIALS_KEYS', 'key'))
    await expect(withoutCredentials).rejects.toBeInstanceOf(RegistryRefused)
    const withoutLog = reopenWith([credentials], [newKey()])
    await expect(withoutLog).rejects.toThrow(sentence('LOG_KEYS', 'log'))
  })

  test('rotate to the first that is not listed, and say which one to take out', async () => {
    const [one, two, log] = [newKey(), newKey(), newKey()]
    await reopenWith([one], [log], removeAll)
    await place.issue()
    await reopenWith([one, two], [log])
    expect(await place.rotateKey('credentials')).toEqual({
      added: `key-${year}-2`,
      retired: `key-${year}`,
      left: expect.stringMatching(/ out of CREDENTIALS_KEYS .+ number 1 of 2[.]$/),
    })
    await place.issue()
    await reopenWith([two], [log])
    await place.issue()
    expect(await signingKey('credentials')).toBe(multikeyOf(two))
    expect(await place.faults()).toEqual([])
  })

  test('without a new one refuse to rotate, in a sentence that says how to make one', async () => {
    const [one, log] = [newKey(), newKey()]
    await reopenWith([one], [log], removeAll)
    await expect(place.rotateKey('log')).rejects.toThrow(/^LOG_KEYS .+ keys make/)
    expect(await place.checkpointSizes()).toEqual([17])
  })

  test('of a copy sign the status list as another has rotated, and not with the key before', async () => {
    const [one, two, log] = [newKey(), newKey(), newKey()]
    await reopenWith([one, two], [log], removeAll)
    // What each keeps in memory is its own, as in a process of its own; the database is one.
    const [both, late] = [[one, two], [one]].map((credentials) => {
      const privateKeys = new KeySettings({ credentials, log: [log] })
      const list = new StatusList({ ...place.registry, privateKeys })
      return async () => JSON.stringify((await list.credential()).proof)
    }) as [() => Promise<string>, () => Promise<string>]
    expect(await late()).toContain('#key-')
    expect(await both()).toContain(`#key-${year}"`)
    const { added } = await place.rotateKey('credentials')
    expect(await both()).toContain(`#${added}"`)
    // A copy that was not started again with the new key: 503, and the operator is told why.
    await expect(late()).rejects.toThrow(/^CREDENTIALS_KEYS does not have/)
  })
})
