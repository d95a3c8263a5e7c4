import { afterEach, describe, expect, test, vi } from 'vitest'
import { referenceOf } from '#forms/reference.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { decisionsOn } from '@naic/test/support/decisions.ts'
import { quiet } from '@naic/test/support/trial-outbox.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { readJournal } from '@naic/store/journal/journal.ts'
import type { Mailer } from '@naic/store/mail/mailer.ts'
import { Outbox } from '@naic/store/mail/outbox.ts'
import { readOpenChanges, takeBack } from './take-back.ts'

const idOf = (number: number) => `00000000-00${10 + number}-4000-8000-000000000000`
const soon = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))
  afterEach(() => vi.useRealTimers())

  const { store, planned, set, make, read } = decisionsOn(place)
  /** Takes the newest change back, unless another is named. */
  const back = async (id: string, number?: number) => {
    const meant = number ?? (await read(id)).changes.at(-1)?.number ?? 1
    return takeBack(place.database, id, { number: meant, who: 'asha' })
  }
  const withoutVersion = async (id: string) => {
    const { application, ...others } = await read(id)
    return { ...others, application: { ...application, version: 0 } }
  }
  const deeds = async () =>
    (await readJournal(place.database, 100)).map(
      ({ who, did, detail }) => `${who}: ${did} ${detail}`,
    )
  const letterIds = async () => {
    const letters = place.database.read.selectFrom('letter').select('id')
    return (await letters.execute()).map(({ id }) => id)
  }

  test('a decision leaves no trace but the lines of the journal, and its letter never goes out', async () => {
    const id = await store()
    const before = await read(id)
    await set(id, 'accepted', { note: 'A strong resume', message: 'Welcome.' })
    expect(await letterIds()).toEqual([`${id}-status-1`])
    expect(await back(id)).toEqual({ state: 'taken back' })
    expect(await withoutVersion(id)).toEqual({
      ...before,
      application: { ...before.application, statusChangedAt: before.application.receivedAt },
    })
    expect(await letterIds()).toEqual([])
    expect(await deeds()).toEqual([
      'asha: applications take-back accepted',
      'asha: applications set-status accepted',
    ])
    expect(JSON.stringify(await readJournal(place.database, 9))).not.toMatch(/strong|Welcome|Rao/)
  })

  test('the status before holds again, also after a note alone, with its date, its day of completion and its internship', async () => {
    const id = await store({ internship: '4' })
    await set(id, 'completed', { completedOn: '2026-03-20', withLetter: false })
    const before = await withoutVersion(id)
    await set(id, 'declined')
    expect(await back(id)).toEqual({ state: 'taken back' })
    expect(await withoutVersion(id)).toEqual(before)
    await set(id, undefined, { note: 'Of another' })
    expect(await back(id)).toEqual({ state: 'taken back' })
    expect(await withoutVersion(id)).toEqual(before)
    // The one before is still young enough.
    expect(await back(id)).toEqual({ state: 'taken back' })
    expect(await read(id)).toMatchObject({ application: { status: 'received' }, changes: [] })
    expect(await back(id)).toMatchObject({ state: 'overtaken' })
    expect(await set(id, 'shortlisted')).toBe('changed')
    expect((await read(id)).letters).toMatchObject([{ state: 'waiting' }])
  })

  test('what somebody did and can take back is known to them, for as long as they can', async () => {
    const [one, other] = [await store({ id: idOf(1) }), await store({ id: idOf(2) })]
    const now = new Date()
    const open = (secondsOn: number, who = 'asha') =>
      readOpenChanges(place.database, { who, now: new Date(now.getTime() + secondsOn * 1000) })
    await set(other, 'completed', { completedOn: '2026-03-20', internship: '4' }, 0)
    expect(await open(1)).toEqual([])
    await set(one, 'shortlisted')
    await set(one, 'waitlisted')
    await set(other, 'accepted', {}, 600)
    const ofOne = {
      application: { id: one, reference: referenceOf(one), name: 'Asha Rao' },
      number: 2,
      to: 'waitlisted',
    }
    const [newest, before, ...others] = await open(1)
    expect(others).toEqual([])
    expect(newest).toMatchObject({ application: { id: other }, to: 'accepted' })
    expect(before).toEqual({ ...ofOne, secondsLeft: expect.toSatisfy((s) => s > 0 && s <= 30) })
    expect(await open(1, 'meera')).toEqual([])
    expect((await open(120)).map(({ to }) => to)).toEqual(['accepted'])
    await back(other)
    await back(one)
    // The change before it is the newest again.
    expect(await open(1)).toMatchObject([{ number: 1, to: 'shortlisted' }])
  })

  test('after its time, it stands', async () => {
    const [late, none] = [await store({ id: idOf(1) }), await store({ id: idOf(2) })]
    await set(late, 'accepted')
    await set(none, 'accepted', {}, 0)
    const letters = place.database.read.selectFrom('letter').select('id')
    const waiting = letters.where('due_at', '>', soon(29))
    expect(await waiting.execute()).toEqual([{ id: `${late}-status-1` }])
    expect(await back(none)).toMatchObject({ state: 'too late' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
    expect(await back(late)).toMatchObject({ state: 'too late' })
    expect(await letterIds()).toHaveLength(2)
  })

  test('a change that is no longer the newest stands, and nobody decides over what was taken back', async () => {
    const id = await store()
    await set(id, 'shortlisted')
    const { version } = (await read(id)).application
    const overIt = await planned(id, 'accepted')
    expect(await back(id, version)).toMatchObject({ state: 'taken back' })
    expect(await back(id, version)).toMatchObject({ state: 'overtaken' })
    expect(await make(overIt)).toEqual({ state: 'overtaken' })
    expect((await read(id)).application.status).toBe('received')
    await set(id, 'declined')
    expect(await back(id, version)).toMatchObject({ state: 'overtaken' })
    expect((await read(id)).application.status).toBe('declined')
  })

  test('of a change and a taking back at once, one happens, whole', async () => {
    for (let round = 0; round < 15; round += 1) {
      const id = await store({ id: idOf(round) })
      await set(id, 'shortlisted')
      const next = await planned(id, 'accepted')
      const [changed, taken] = await Promise.all([make(next, 'meera'), back(id, 1)])
      const { application, changes, letters } = await read(id)
      const both = [changed.state, taken.state, application.status, changes.length, letters.length]
      expect([
        ['changed', 'overtaken', 'accepted', 2, 2],
        ['overtaken', 'taken back', 'received', 0, 0],
      ]).toContainEqual(both)
    }
  })

  test('a certificate that was issued meanwhile keeps the completion', async () => {
    const id = await store({ internship: '4' })
    await set(id, 'completed', { completedOn: '2026-03-20', withLetter: false })
    const certificate = await place.issueOne({ reference: referenceOf(id) })
    expect(await back(id)).toMatchObject({ state: 'certified', certificate })
    expect((await read(id)).application.status).toBe('completed')
  })

  test('an application that was erased meanwhile is gone, and the journal says nothing', async () => {
    const id = await store()
    await set(id, 'accepted')
    const [, taken] = await Promise.all([
      place.database.write((transaction) =>
        transaction.deleteFrom('application').where('id', '=', id).execute(),
      ),
      back(id, 1),
    ])
    expect(taken).toEqual({ state: 'unknown' })
    expect(await deeds()).toEqual(['asha: applications set-status accepted'])
  })

  test('a letter that somebody hands over is not taken back, and one that is taken back is not handed over', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_, at) => store({ id: idOf(at) })))
    for (const id of ids) await set(id, 'accepted')
    // For those who send, the time is over; for the one who takes back, it is not.
    await place.database.write((transaction) =>
      transaction.updateTable('letter').set({ due_at: '2026-01-01' }).execute(),
    )
    const sent: string[] = []
    const mailer: Mailer = {
      pace: { atOnce: 5, giveUpAfterMs: Infinity },
      async send({ id }) {
        sent.push(id)
        await new Promise((resolve) => setTimeout(resolve, 5))
      },
    }
    const copies = Array.from(
      { length: place.database.isShared ? 3 : 1 },
      () => new Outbox(place.database, mailer, quiet),
    )
    for (const copy of copies) copy.start()
    const states: string[] = []
    for (const id of ids.toReversed()) states.push((await back(id)).state)
    for (const copy of copies) await copy.stop()
    const takenBack = new Set(ids.toReversed().filter((_, at) => states[at] === 'taken back'))
    expect(new Set(states)).toEqual(new Set(['taken back', 'too late']))
    expect(sent.filter((letter) => takenBack.has(letter.slice(0, 36)))).toEqual([])
    for (const id of ids) {
      const { application, letters } = await read(id)
      const isTaken = takenBack.has(id)
      expect([application.status, letters.length]).toEqual(
        isTaken ? ['received', 0] : ['accepted', 1],
      )
    }
  })
})
