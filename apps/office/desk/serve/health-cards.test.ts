import { describe, expect, test } from 'vitest'
import { readConfig } from '@naic/house/config.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { openDeskServices } from './desk-services.ts'
import { healthCards } from './health-cards.ts'

const data = allTests(newDataFolder)
const services = allTests(() =>
  openDeskServices(readConfig({ DATA_DIR: data.path, DESK_URL: 'https://desk.localhost' })),
)

describe('the cards of Health', () => {
  test('say to the staff what it means and what to do, without commands, files and settings', async () => {
    await services.database.write((transaction) =>
      transaction
        .insertInto('staff')
        .values({ id: '1', name: 'Nandini Rao', roles: 'reviewer', added_at: '2026-01-01' })
        .execute(),
    )
    const cards = await healthCards(services)
    const desk = cards.find(({ of }) => of === 'desk')
    expect(desk?.says).toContain('Nandini Rao has no passkey and no invitation.')
    expect(cards.length).toBeGreaterThan(8)
    for (const { state, says, todo } of cards) {
      expect(`${says} ${todo}`).not.toMatch(/council|chmod|systemctl|[A-Z]+_[A-Z]+|[/"]/)
      if (state !== 'right') expect(todo).toMatch(/\.$/)
    }
    const states = cards.map(({ state }) => state)
    const worstFirst = ['wrong', 'warning', 'unseen', 'right']
    expect(states).toEqual(
      states.toSorted((one, other) => worstFirst.indexOf(one) - worstFirst.indexOf(other)),
    )
  })
})
