import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { RegistryRefused } from '../registry-refused.ts'

let place: TestRegistry
beforeAll(async () => {
  place = await TestRegistry.start()
})
afterAll(() => place.remove())

test.each([
  [{ holder: 'Asha <b>Rao</b>' }, 'the holder "Asha <b>Rao</b>" has "<", which is markup'],
  [
    { domain: 'Web\u0007' },
    String.raw`the domain "Web\u0007" has characters that cannot be printed`,
  ],
  [{ holder: 'Asha\u3164Rao' }, String.raw`has letters that show nothing (\u{3164})`],
  [{ duration: '4 \u202eskeeW' }, String.raw`cannot be printed (\u{202e})`],
])('an order that says %j is refused, and so is all that comes with it', async (change, why) => {
  const before = await place.checkpointSizes()
  const refused = place.issue({}, change)
  await expect(refused).rejects.toBeInstanceOf(RegistryRefused)
  await expect(refused).rejects.toThrow(why)
  expect(await place.checkpointSizes()).toEqual(before)
})

test('a name with an ampersand, an apostrophe and joiners is signed', async () => {
  const names = ['Asha & Ravi', "D'Souza", 'ക്\u200dഷ', '"Raja"']
  const result = await place.issue(...names.map((holder) => ({ holder })))
  expect(result.state).toBe('issued')
})
