import { afterEach, beforeEach, expect, test } from 'vitest'
import { registryEngines } from '#test/support/registry-engines.ts'
import { TestRegistry } from '#test/support/start-registry.ts'
import { StatusList } from './status-list-credential.ts'

const hourMs = 60 * 60 * 1000

let place: TestRegistry
let list: StatusList
beforeEach(async () => {
  const [engine] = registryEngines
  if (!engine) throw new Error('There is no engine.')
  place = await TestRegistry.start(engine)
  list = new StatusList(place.registry)
})
afterEach(() => place.remove())

const validFrom = async (at: Date) => Date.parse(String((await list.credential(at))['validFrom']))
const now = new Date('2026-03-14T12:00:00Z')
const after = (hours: number) => new Date(now.getTime() + hours * hourMs)

test('the list is signed again after half a day, and not before', async () => {
  expect(await validFrom(now)).toBe(now.getTime())
  expect(await validFrom(after(11))).toBe(now.getTime())
  expect(await validFrom(after(13))).toBe(after(13).getTime())
})

test('a list that was signed while the clock was ahead is not served once it is put right', async () => {
  expect(await validFrom(after(24))).toBe(after(24).getTime())
  expect(await validFrom(now)).toBe(now.getTime())
  expect(await validFrom(after(1))).toBe(now.getTime())
})
