import { describe, expect, test } from 'vitest'
import { decodeTable } from '@naic/store/sheets/decode-table.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { decisionsOn } from '@naic/test/support/decisions.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { referenceOf } from '#forms/reference.ts'
import type { Receipt } from './kept-facts.ts'
import { planReceipts, readReceipts, recordReceipts } from './receipt-sheet.ts'

const read = (receipt: Receipt, ...lines: string[]) =>
  readReceipts(decodeTable(Buffer.from(lines.join('\n'))), receipt)

describe('a sheet', () => {
  test('is read below its title, by the names that providers give to columns', () => {
    expect(
      read(
        'fee',
        'Payments of 14 Nov 2026,,,,',
        'Payment ID,Customer Email,Amount,Status,Created At',
        'pay_1,ravi@example.com,₹105.00,captured,14/11/2026 18:22:10',
        ',,105,,',
      ),
    ).toMatchObject({
      lines: [{ where: 'line 3', email: 'ravi@example.com', on: '2026-11-14', number: 'pay_1' }],
      mistakes: [],
      passedOver: [],
    })
  })

  test.each([
    ['paid,99/-,14-11-2026', 'amount 99/- is less than the fee, ₹105'],
    ['failed,105,14-11-2026', 'state is "failed", which is not paid'],
    ['paid,Rs. 1.05,14-11-2026', 'amount Rs. 1.05 is less than the fee, ₹105'],
  ])('a payment of %s does not count', (row, reason) => {
    const { lines, passedOver } = read('fee', 'Email,Status,Amount,Date', `a@example.com,${row}`)
    expect([lines, passedOver]).toEqual([[], [{ where: 'line 2', reason }]])
  })

  test.each([
    ['Name,Date\nRavi,14-11-2026', 'line 1: the sheet has neither a column "Reference" nor'],
    ['Email\nravi@example.com', 'line 1: the sheet has no column with the day'],
    [
      'Email,Date\nravi@example.com,11/14/2026',
      'line 2: on "11/14/2026" is no day, which looks like',
    ],
    ['Email,Date\n,14-11-2026', 'line 2: has neither a reference nor an email address'],
  ])('with a mistake is told where it is', (text, said) => {
    const { lines, mistakes } = read('tasks', text)
    expect(lines).toEqual([])
    expect(mistakes.map(({ where, reason }) => `${where}: ${reason}`)).toEqual([
      expect.stringContaining(said),
    ])
  })
})

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))

  const { store: storeRow, set, read: readRow } = decisionsOn(place)
  const store = (email: string) => storeRow({ email, received_at: '2026-03-01T04:00:00.000Z' })
  const planned = async (...rows: string[]) => {
    const { lines } = read('fee', 'Reference,Email,Date,UTR', ...rows)
    return planReceipts(place.database, 'fee', lines)
  }
  const feeOf = async (id: string) => (await readRow(id)).application.kept.fee

  test('rows are matched by reference or address, shown, and recorded once', async () => {
    const [asha, ravi, meera] = [
      await store('asha@example.com'),
      await store('Ravi@Example.com'),
      await store('meera@example.com'),
    ]
    await store('meera@example.com')
    const rows = [
      `${referenceOf(asha).toLowerCase()},father@example.com,14-03-2026,U1`,
      ',ravi@example.com ,15 Mar 2026,U2',
      ',meera@example.com,15-03-2026,U3',
      ',nobody@example.com,15-03-2026,U4',
      `NAIC-ZZZZ-ZZZZ,,15-03-2026,U5`,
      `,RAVI@example.com,16-03-2026,U6`,
      `${referenceOf(meera)},,28-02-2026,U7`,
    ]
    const plan = await planned(...rows)
    expect(plan.map(({ state }) => state).join(' ')).toBe(
      'matched matched ambiguous unmatched unmatched ambiguous unmatched',
    )
    expect(await feeOf(asha)).toBeNull()
    const recorded = await recordReceipts(place.database, 'fee', plan, 'kabir')
    expect(recorded).toEqual({ recorded: 2, left: [] })
    expect(await feeOf(asha)).toEqual({ on: '2026-03-14', reference: 'U1', by: 'kabir' })
    expect(await feeOf(ravi)).toEqual({ on: '2026-03-15', reference: 'U2', by: 'kabir' })

    expect((await planned(...rows)).slice(0, 2)).toMatchObject([
      { state: 'already', by: 'reference' },
      { state: 'already', by: 'email' },
    ])
    // As it was shown, which is no longer so.
    const late = await recordReceipts(place.database, 'fee', plan.slice(0, 1), 'kabir')
    expect(late).toMatchObject({ recorded: 0, left: [{ where: 'line 2' }] })
  })

  test('of one payment for two people, and of a reference that nobody has, a person decides', async () => {
    const [asha, ravi] = [await store('asha@example.com'), await store('ravi@example.com')]
    const plan = await planned(
      `${referenceOf(asha)},,14-03-2026,U1`,
      `${referenceOf(ravi)},,14-03-2026,U1`,
      'NAIC-ZZZZ-ZZZZ,ravi@example.com,15-03-2026,U2',
    )
    expect(plan).toMatchObject([
      { state: 'matched' },
      { state: 'ambiguous', reason: expect.stringContaining('one payment is for one person') },
      { state: 'ambiguous', reason: expect.stringContaining(referenceOf(ravi)) },
    ])
  })

  test('of a reference that two applications share, a person decides', async () => {
    const ids = ['00000000-0001-4000-8000-000000000001', '00000000-0002-4000-8000-000000000002']
    for (const [at, id] of ids.entries()) await storeRow({ id, name: `Asha ${at}` })
    const reason = `several have the reference NAIC-0000-0000: ${ids[0]} (Asha 0), ${ids[1]} (Asha 1)`
    expect(await planned('NAIC-0000-0000,asha@example.com,14-03-2026,U1')).toMatchObject([
      { state: 'ambiguous', reason },
    ])
  })

  test('of several from one address, the accepted one is meant', async () => {
    const [id] = [await store('asha@example.com'), await store('asha@example.com')]
    await set(id, 'accepted')
    expect(await planned(',asha@example.com,14-03-2026,')).toMatchObject([
      { state: 'matched', application: { id } },
    ])
  })
})
