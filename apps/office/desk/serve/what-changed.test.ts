import { describe, expect, test } from 'vitest'
import { keepFact } from '@naic/admissions/applications/keep-fact.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { subjects } from '../desk-api.ts'
import { lookOnceFor } from './what-changed.ts'

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))

  test('what changes has another mark at every desk, whoever has changed it, and nothing else', async () => {
    const look = () => lookOnceFor(place.database)()
    let before = await look()
    expect(await look()).toEqual(before)
    const changed = async () => {
      const [marks, last] = [await look(), before]
      before = marks
      return subjects.filter((subject) => marks[subject] !== last[subject])
    }
    const application = applicationRow({})
    await storeApplications(place.database, [application])
    expect(await changed()).toEqual(['applications'])
    const row = { id: 'm-1', received_at: '2026-01-01T00:00:00.000Z', ...ravi }
    await place.database.write((transaction) => insertRows(transaction, 'contact_message', [row]))
    expect(await changed()).toEqual(['messages'])
    await keepFact(place.database, application.id, { fact: 'score', to: '4' }, { who: 'kabir' })
    expect(await changed()).toEqual(['deeds'])
  })

  test('all who ask within two seconds have one look, and a failed one is tried again', async () => {
    const { read, readTogether } = place.database
    let looks = 0
    let isAway = false
    const counted: typeof readTogether = async (queries) => {
      looks += 1
      if (isAway) throw new Error('The database is away.')
      return readTogether(queries)
    }
    const look = lookOnceFor({ read, readTogether: counted })
    const [marks] = await Promise.all([look(), look(), look()])
    expect([await look(), looks]).toEqual([marks, 1])
    isAway = true
    await expect.poll(() => look().catch(String), { timeout: 5_000 }).toContain('away')
    isAway = false
    expect(await look()).toEqual(marks)
  })
})
