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

  test('two that draw the same place at once both get one', async () => {
    // For both batches, for the one that is late once more, and in place of the one that it may not have.
    nextPlaces.push(1, 2, 3, 1, 4, 5, 1, 6, 7, 8)
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
    expect(nextPlaces).toEqual([])
    expect(new Set(places.map(({ status_index }) => status_index)).size).toBe(6)
    expect(await place.faults()).toEqual([])
  })
})
