import { beforeEach, expect, test } from 'vitest'
import { openEmptyDatabase } from '@naic/test/support/stored-applications.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { type Did, enterDeed, readJournal, whoIsInJournal } from './journal.ts'

const empty = eachTest(() => openEmptyDatabase())
beforeEach(async () => {
  const deeds: [who: string, did: Did, at: string][] = [
    ['meera', 'erase', '2026-03-14T18:29:59.999Z'],
    ['kabir', 'sweep', '2026-03-14T18:30:00.000Z'],
    ['meera', 'person', '2026-03-15T06:00:00.000Z'],
    ['meera', 'keys make', '2026-03-15T06:00:00.000Z'],
    ['server', 'retention', '2026-03-15T18:30:00.000Z'],
  ]
  await empty.database.write(async (transaction) => {
    for (const [who, did, at] of deeds) await enterDeed(transaction, who, { did }, new Date(at))
  })
})

const didOf = async (...[newest, filter]: [number, Parameters<typeof readJournal>[2]?]) =>
  (await readJournal(empty.database, newest, filter)).map(({ did }) => did)

test('it is read by person and by days of India', async () => {
  expect(await whoIsInJournal(empty.database)).toEqual(['kabir', 'meera', 'server'])
  expect(await didOf(9, { who: 'kabir' })).toEqual(['sweep'])
  expect(await didOf(9, { until: '2026-03-14' })).toEqual(['erase'])
  expect(await didOf(9, { since: '2026-03-16' })).toEqual(['retention'])
  const day = { since: '2026-03-15', until: '2026-03-15' }
  expect((await didOf(9, day)).toSorted()).toEqual(['keys make', 'person', 'sweep'])
  expect(await didOf(9, { who: 'nobody' })).toEqual([])
})

test('a page after another has each entry once, those of one moment too', async () => {
  const all = await readJournal(empty.database, 9)
  const times = all.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  for (const [at, { id }] of all.entries()) {
    expect(await readJournal(empty.database, 2, { before: id })).toEqual(all.slice(at + 1, at + 3))
  }
})
