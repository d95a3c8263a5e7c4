import { describe, expect, test, vi } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { findCertificate } from './find-certificate.ts'

/** Places of the status list that are drawn next, in place of random ones. */
const nextPlaces: number[] = []
vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>()
  // Letters of an id are drawn from 36, and when regular work begins from a range.
  const randomInt = (from: number, to?: number) => {
    if (to !== undefined) return crypto.randomInt(from, to)
    return (from > 36 ? nextPlaces.shift() : undefined) ?? crypto.randomInt(from)
  }
  return { ...crypto, randomInt }
})

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))

  test('two that draw the same place at once both get one, and what was signed stays', async () => {
    // Even if they lose their turn, where there is one.
    place.inFront = (database) => ({ ...database, inTurn: (work) => work() })
    await place.reopenAfter(() => undefined)
    nextPlaces.push(70_001, 70_002, 70_003, 70_001, 70_004, 70_005)
    const batches = [
      ['A', 'B', 'C'],
      ['D', 'E', 'F'],
    ].map((holders) => place.issueAll(...holders.map((holder) => ({ holder }))))
    const ids = (await Promise.all(batches)).flat()
    const found = await Promise.all(ids.map((id) => findCertificate(place.registry, id)))
    expect(found).toMatchObject([...'ABCDEF'].map((holder) => ({ facts: { holder } })))
    const places = await place.query<{ status_index: number }>(
      'SELECT status_index FROM certificate WHERE log_index > 15',
    )
    const drawn = places.map(({ status_index }) => status_index)
    expect(new Set(drawn).size).toBe(6)
    expect(drawn).toEqual(expect.arrayContaining([70_001, 70_002, 70_003, 70_004, 70_005]))
    expect(await place.faults()).toEqual([])
  })
})
