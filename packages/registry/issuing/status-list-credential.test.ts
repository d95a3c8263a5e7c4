import { expect, test } from 'vitest'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { StatusList } from './status-list-credential.ts'

const minuteMs = 60 * 1000

const place = eachTest(() => TestRegistry.start())
const list = eachTest(() => new StatusList(place.registry))

const timeOf = async (at: Date, which: 'validFrom' | 'validUntil') =>
  Date.parse(String((await list.credential(at))[which]))
const validFrom = (at: Date) => timeOf(at, 'validFrom')
const now = new Date('2026-03-14T12:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * minuteMs)

test('the list is valid for two hours, and whoever fetches one has an hour left', async () => {
  for (let minutes = 0; minutes < 300; minutes += 7) {
    const from = await timeOf(after(minutes), 'validFrom')
    const until = await timeOf(after(minutes), 'validUntil')
    expect(until - from).toBe(120 * minuteMs)
    expect(until - after(minutes).getTime()).toBeGreaterThanOrEqual(60 * minuteMs)
  }
})

test('the list is signed again after an hour, and not before', async () => {
  expect(await validFrom(now)).toBe(now.getTime())
  expect(await validFrom(after(59))).toBe(now.getTime())
  expect(await validFrom(after(60))).toBe(after(60).getTime())
})

test('a list that was signed while the clock was ahead is not served once it is put right', async () => {
  expect(await validFrom(after(24 * 60))).toBe(after(24 * 60).getTime())
  expect(await validFrom(now)).toBe(now.getTime())
  expect(await validFrom(after(30))).toBe(now.getTime())
})
