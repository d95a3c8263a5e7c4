import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { registryEngines } from '#test/support/registry-engines.ts'
import { TestRegistry } from '#test/support/start-registry.ts'
import { KeyFolder } from '../keys/private-keys.ts'
import { verifyLog } from './verify-log.ts'

describe.each(registryEngines)('log verify, on $name', (engine) => {
  let place: TestRegistry
  beforeEach(async () => {
    place = await TestRegistry.start(engine)
    await place.issue()
  })
  afterEach(() => place.remove())

  /** As another process, which has no key in its memory. */
  const faultsAnew = async () => {
    const privateKeys = await KeyFolder.open(place.keysFolder)
    return (await verifyLog({ ...place.registry, privateKeys })).faults
  }

  test('says that keys/ was emptied', async () => {
    await rm(place.keysFolder, { recursive: true })
    expect(await faultsAnew()).toEqual([
      expect.stringMatching(/last-checkpoint is missing/),
      expect.stringMatching(/private key key-\d+ is missing/),
      expect.stringMatching(/private key log-\d+ is missing/),
    ])
  })

  test('says that last-checkpoint is gone', async () => {
    await rm(path.join(place.keysFolder, 'last-checkpoint'))
    expect(await faultsAnew()).toEqual([expect.stringMatching(/last-checkpoint is missing/)])
  })
})
