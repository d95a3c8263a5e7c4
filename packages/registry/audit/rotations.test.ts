import { describe, expect, test } from 'vitest'
import { forgedRotations, forgeRotation } from '@naic/test/support/forge-rotation.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { keyEntry } from '../keys/registry-keys.ts'
import { RegistryRefused } from '../registry-refused.ts'

const place = eachTest(() => TestRegistry.start())

describe('the next start and log verify refuse', () => {
  test.each(forgedRotations)('a rotation %s', async (_what, use, entryOf) => {
    await place.issue()
    await forgeRotation(place, use, entryOf)
    const name = `${use === 'log' ? 'log' : 'key'}-${new Date().getUTCFullYear()}-2`
    const fault = new RegExp(`The key ${name} was not handed over to by the key before it`)
    expect(await place.faults()).toEqual([expect.stringMatching(fault)])
    const opening = place.reopenAfter(() => undefined)
    await expect(opening).rejects.toBeInstanceOf(RegistryRefused)
    await expect(opening).rejects.toThrow(`${name} was not handed over to by the key before it`)
  })

  test('a key that takes the place of the first, as if there had been none', async () => {
    await forgeRotation(place, 'credentials', keyEntry)
    const opening = place.reopenAfter(() =>
      place.byHand('DELETE FROM registry_key WHERE log_index = 0'),
    )
    await expect(opening).rejects.toThrow(/not handed over to/)
  })
})
