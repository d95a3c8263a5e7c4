import { observedDatabase } from '@naic/test/support/observed-database.ts'
import { describe, expect, test } from 'vitest'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { order, TestRegistry } from '@naic/test/support/start-registry.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { currentKey } from '../keys/registry-keys.ts'
import { eraseCertificate } from './erase-certificate.ts'
import { findRepeats } from './find-repeats.ts'
import type { Order } from './order.ts'

describe.each(registryEngines)('on $name', (engine) => {
  // Each test has a holder of its own.
  const place = allTests(() => TestRegistry.start(engine))

  const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000)
  const idsOf = async (orders: readonly Order[], now?: Date) =>
    (await findRepeats(place.registry, orders, now)).map(({ of }) =>
      'id' in of ? of.id : of.order,
    )

  test('an order for what was issued within a day is found, and no other', async () => {
    const id = await place.issueOne({ reference: 'R-1' })
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
    const bina = { holder: 'Bina' }
    await place.revoke(await place.issueOne(bina), 'issued in error')
    expect(await idsOf([order(bina)])).toEqual([])
    const next = await place.issueOne(bina)
    expect(await idsOf([order(bina)])).toEqual([next])
  })

  test('one that was erased says nothing any more, so that it is not found', async () => {
    const chitra = { holder: 'Chitra' }
    await eraseCertificate(place.database, await place.issueOne(chitra), 'meera')
    expect(await idsOf([order(chitra)])).toEqual([])
  })

  test('an order twice among those that are asked about is found, in their order', async () => {
    const [one, same] = ['a', 'b'].map((reference) => order({ holder: 'Dev', reference }))
    const id = await place.issueOne({ holder: 'Esha' })
    const asked = [one, order({ holder: 'Esha' }), same] as Order[]
    expect(await idsOf(asked)).toEqual([id, one])
  })

  test('so many orders are looked up together, and no certificate is opened for it', async () => {
    const asked = Array.from({ length: 301 }, (_, at) => ({ holder: `Holder ${at}` }))
    await place.issue({ holder: 'Holder 0' }, { holder: 'Holder 300' })
    const sent: string[] = []
    await place.close()
    place.inFront = (database) => observedDatabase(database, ({ sql }) => sent.push(sql))
    await place.open()
    sent.length = 0
    expect(await idsOf(asked.map((one) => order(one)))).toHaveLength(2)
    // The keys, and what was issued within a day.
    expect(sent).toHaveLength(2)
    expect(sent.filter((sql) => sql.includes('"document"'))).toEqual([])
  })

  // It comes last, since it makes all that came before void.
  test('one that is void may be issued anew', async () => {
    const hari = { holder: 'Hari' }
    const id = await place.issueOne(hari)
    expect(await idsOf([order(hari)])).toEqual([id])
    const { log } = place.registry
    const { name } = currentKey(await log.keys(), 'credentials')
    await place.revokeKey(name, (await log.head()).size - 2)
    expect(await idsOf([order(hari)])).toEqual([])
  })
})
