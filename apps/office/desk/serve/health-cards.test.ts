import { expect, test } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { openDeskServices } from './desk-services.ts'
import { healthCards } from './health-cards.ts'

const data = allTests(newDataFolder)
const services = allTests(() =>
  openDeskServices(readConfig({ DATA_DIR: data.path, DESK_URL: 'https://desk.localhost' })),
)

test('Health says to the staff what is wrong, the worst first, and nothing for a terminal', async () => {
  await services.database.write((transaction) =>
    transaction
      .insertInto('staff')
      .values({ id: '1', name: 'Nandini Rao', roles: 'reviewer', added_at: '2026-01-01' })
      .execute(),
  )
  const cards = await healthCards(services)
  expect(cards).toContainEqual({
    title: 'The desk and its people',
    state: 'warning',
    says: expect.arrayContaining(['Nandini Rao has no passkey and no invitation.']),
    todo: expect.stringContaining('A manager can invite them'),
  })
  expect(cards.length).toBeGreaterThan(8)
  expect(JSON.stringify(cards)).not.toMatch(/council |chmod|systemctl/)
  for (const { state, says } of cards) expect(says.length > 0).toBe(state !== 'right')
  const order = cards.map(({ state }) => ['wrong', 'warning', 'right'].indexOf(state))
  expect(order).toEqual(order.toSorted())
})
