import { afterEach, beforeEach, expect, test } from 'vitest'
import { order, TestRegistry } from '@naic/test/support/start-registry.ts'
import { eraseCertificate } from './erase-certificate.ts'
import { findRepeats } from './issued-before.ts'
import type { Order } from './order.ts'
import { revokeCertificate } from './revoke-certificate.ts'

let place: TestRegistry
beforeEach(async () => {
  place = await TestRegistry.start()
})
afterEach(() => place.remove())

const issueOne = async (changes: Partial<Order> = {}) => {
  const result = await place.issue(changes)
  return result.state === 'issued' ? (result.certificates[0]?.id ?? '') : ''
}
const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000)
const idsOf = async (orders: readonly Order[], now?: Date) =>
  (await findRepeats(place.registry, orders, now)).map(({ of }) => ('id' in of ? of.id : of.order))

test('an order for what was issued within a day is found, and no other', async () => {
  const id = await issueOne({ reference: 'R-1' })
  expect(await idsOf([order()])).toEqual([id])
  expect(await idsOf([order({ reference: 'R-2', email: 'asha@example.com' })])).toEqual([id])
  expect(await idsOf([order({ holder: ' asha\u200d  RAO' })])).toEqual([id])
  const others = [
    { holder: 'Asha Rau' },
    { domain: 'Data Science' },
    { duration: '6 Weeks' },
    { verifiedOn: '2026-03-15' },
  ]
  expect(await idsOf(others.map((one) => order(one)))).toEqual([])
  expect(await idsOf([order()], inHours(23))).toEqual([id])
  expect(await idsOf([order()], inHours(25))).toEqual([])
})

test('one that was revoked may be issued anew, and one that stands beside it is found', async () => {
  const id = await issueOne()
  await revokeCertificate(place.registry, id, 'issued in error')
  expect(await idsOf([order()])).toEqual([])
  const next = await issueOne()
  expect(await idsOf([order()])).toEqual([next])
})

test('one that was erased says nothing any more, so that it is not found', async () => {
  await eraseCertificate(place.database, await issueOne(), 'meera')
  expect(await idsOf([order()])).toEqual([])
})

test('an order twice among those that are asked about is found, in their order', async () => {
  const [one, same, other] = [
    order({ reference: 'a' }),
    order({ reference: 'b' }),
    order({ holder: 'Ravi' }),
  ]
  const id = await issueOne({ holder: 'Ravi' })
  expect(await idsOf([one, other, same])).toEqual([id, one])
})

test('it is found behind more certificates than are read at a time', async () => {
  const id = await issueOne()
  const rows = Array.from({ length: 300 }, (_, at) => ({ holder: `Holder ${at}` }))
  await place.issue(...rows)
  expect(await idsOf([order()])).toEqual([id])
})
