import { describe, expect, test } from 'vitest'
import { readJournal } from '@naic/store/journal/journal.ts'
import { insertRows } from '@naic/store/database/insert-rows.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { decisionsOn } from '@naic/test/support/decisions.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import type { ApplicationFilter } from './application-filter.ts'
import { referenceOf } from '#forms/reference.ts'
import { keepFact, type KeptAsked } from './keep-fact.ts'
import { applicationColumns, listApplications } from './list-applications.ts'

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))

  const { store, planned, set, make, read } = decisionsOn(place)
  const keep = (asked: string, wanted: KeptAsked, seen?: string | null) =>
    keepFact(place.database, asked, wanted, { who: 'meera', seen })
  const refusal = async (id: string, wanted: KeptAsked) => {
    const result = await keep(id, wanted)
    return result.state === 'refused' ? result.reason : result.state
  }
  const found = async (filter: ApplicationFilter) => {
    const page = { page: 1, perPage: 100 }
    const applications = await listApplications(place.database, filter, page)
    return applications.map(({ id }) => id).toSorted()
  }

  test('what is kept stands beside the application, with its history; the journal names nobody', async () => {
    const id = await store({ name: 'Asha Roa' })
    for (const wanted of [
      { fact: 'assignee', to: ' Nandini Rao' },
      { fact: 'score', to: '4' },
      { fact: 'tags', add: 'Call  Back' },
      { fact: 'tags', add: 'topper' },
      { fact: 'name', to: 'Asha Rao' },
      { fact: 'fee', to: { on: '15-03-2026', reference: 'UTR 17' } },
      { fact: 'score', to: null },
      { fact: 'tags', remove: 'CALL BACK' },
    ] satisfies KeptAsked[]) {
      expect(await keep(id, wanted)).toMatchObject({ state: 'kept' })
    }
    const { application, keptChanges } = await read(id)
    expect(application).toMatchObject({
      name: 'Asha Rao',
      sentName: 'Asha Roa',
      kept: {
        name: 'Asha Rao',
        assignee: 'Nandini Rao',
        score: null,
        tags: ['topper'],
        tasks: null,
        fee: { on: '2026-03-15', reference: 'UTR 17', by: 'meera' },
      },
    })
    expect(keptChanges.map(({ fact, from, to }) => [fact, from, to])).toEqual([
      ['assignee', null, 'Nandini Rao'],
      ['score', null, '4'],
      ['tags', null, 'call back'],
      ['tags', 'call back', 'call back, topper'],
      ['name', 'Asha Roa', 'Asha Rao'],
      ['fee', null, '15 Mar 2026, UTR 17'],
      ['score', '4', null],
      ['tags', 'call back, topper', 'topper'],
    ])
    expect(keptChanges[0]).toMatchObject({ number: 1, changedBy: 'meera' })
    const journal = await readJournal(place.database, 100)
    expect(journal[0]).toMatchObject({
      who: 'meera',
      did: 'applications tag',
      subject: application.reference,
      detail: 'tags',
    })
    expect(JSON.stringify(journal)).not.toMatch(/Roa|Rao|UTR|topper/)
  })

  test('the same again is no change; what cannot be kept is refused with the reason', async () => {
    const id = await store({ name: 'Asha Rao' })
    for (const [state, wanted] of [
      ['kept', { fact: 'tags', add: 'topper' }],
      ['already', { fact: 'tags', add: 'Topper ' }],
      ['kept', { fact: 'fee', to: { on: '2026-03-15' } }],
      ['already', { fact: 'fee', to: { on: '15/03/2026' } }],
      ['already', { fact: 'name', to: 'Asha Rao' }],
    ] satisfies [string, KeptAsked][]) {
      expect(await keep(id, wanted)).toMatchObject({ state })
    }
    expect(await refusal(id, { fact: 'score', to: '6' })).toBe('"6" is none of 1, 2, 3, 4, 5')
    expect(await refusal(id, { fact: 'name', to: 'A' })).toBe('is no name of 2 to 200 letters')
    expect(await refusal(id, { fact: 'tags', add: 'a, b' })).toBe('has a comma or a bar')
    expect(await refusal(id, { fact: 'assignee', to: ' ' })).toContain('is empty')
    expect(await refusal(id, { fact: 'fee', to: { on: '1-1-2099' } })).toContain('in the future')
    expect(await refusal(id, { fact: 'tasks', to: { on: '2026-03-13' } })).toBe(
      'on a day that is before the application came in, which was on 14 Mar 2026',
    )
    expect(await keep('none', { fact: 'score', to: '1' })).toEqual({ state: 'unknown' })
  })

  test('who has seen another value is told of it; different facts at once all get in', async () => {
    const id = await store()
    await keep(id, { fact: 'score', to: '2' })
    const overtaken = { state: 'overtaken', now: '2' }
    expect(await keep(id, { fact: 'score', to: '5' }, null)).toEqual(overtaken)
    // Somebody has taken back the correction that was seen.
    expect(await keep(id, { fact: 'name', to: 'Asha Rau' }, 'Asha Roy')).toEqual({
      ...overtaken,
      now: 'Asha Rao',
    })
    expect(await keep(id, { fact: 'score', to: '5' }, '2')).toMatchObject({ state: 'kept' })
    const tags = ['one', 'two', 'three']
    await Promise.all(tags.map((add) => keep(id, { fact: 'tags', add })))
    expect((await read(id)).application.kept.tags).toEqual(tags.toSorted())
  })

  test('a corrected name is found, and goes into the next letter; the one that was sent is found too', async () => {
    const id = await store({ name: 'Asha Roa', email: 'asha@example.com' })
    await store({ name: 'Ravi Other', email: 'ravi@example.com' })
    await keep(id, { fact: 'name', to: 'Asha Rao' })
    expect(await found({ text: 'asha rao' })).toEqual([id])
    expect(await found({ text: 'roa' })).toEqual([id])
    expect((await planned(id, 'waitlisted')).letter).toMatchObject({
      to: { name: 'Asha Rao' },
      body: expect.stringContaining('Dear Asha Rao'),
    })
    const { application } = await read(id)
    const cells = Object.fromEntries(
      applicationColumns.map(({ key, of }) => [key, of(application)]),
    )
    expect(cells).toMatchObject({ name: 'Asha Rao', name_sent: 'Asha Roa' })
    await keep(id, { fact: 'name', to: null })
    expect((await read(id)).application.name).toBe('Asha Roa')
  })

  test('lists are filtered by what is kept, and by what is missing', async () => {
    const [asha, ravi_, zoya] = [await store(), await store(), await store()]
    await keep(asha, { fact: 'tags', add: 'call back' })
    await keep(asha, { fact: 'assignee', to: 'nandini' })
    await keep(asha, { fact: 'score', to: '3' })
    await keep(ravi_, { fact: 'score', to: '5' })
    await keep(ravi_, { fact: 'fee', to: { on: '2026-03-15' } })
    expect(await found({ tag: 'call back' })).toEqual([asha])
    expect(await found({ tag: 'call' })).toEqual([])
    expect(await found({ tag: 'call%' })).toEqual([])
    expect(await found({ assignee: 'nandini' })).toEqual([asha])
    expect(await found({ assignee: 'none' })).toEqual([ravi_, zoya].toSorted())
    expect(await found({ score: '3' })).toEqual([asha])
    expect(await found({ score: '3+' })).toEqual([asha, ravi_].toSorted())
    expect(await found({ score: 'none' })).toEqual([zoya])
    expect(await found({ missing: 'fee' })).toEqual([asha, zoya].toSorted())
    expect(await found({ missing: 'tasks' })).toHaveLength(3)
    expect(await found({ missing: 'certificate' })).toEqual([])
  })

  test('completed without tasks or fee only if somebody agrees to it; then it lacks a certificate until one is issued', async () => {
    const id = await store({ internship: '4' })
    await keep(id, { fact: 'tasks', to: { on: '2026-03-15' } })
    const completedOn = '2026-03-20'
    const lacking = await planned(id, 'completed', { completedOn })
    expect(lacking.missing).toEqual(['fee'])
    expect(await make(lacking)).toEqual({ state: 'not agreed' })
    expect((await read(id)).changes).toEqual([])
    expect(await set(id, 'completed', { completedOn })).toBe('changed')
    expect((await readJournal(place.database, 1))[0]?.detail).toBe('completed, fee not received')
    expect(await found({ missing: 'certificate' })).toEqual([id])

    const certificate = await place.issueOne({ reference: referenceOf(id) })
    expect(await found({ missing: 'certificate' })).toEqual([])
    await place.revoke(certificate, 'issued in error')
    expect(await found({ missing: 'certificate' })).toEqual([])

    const other = await store({ internship: '4' })
    for (const fact of ['tasks', 'fee'] as const)
      await keep(other, { fact, to: { on: '2026-03-15' } })
    expect((await planned(other, 'completed', { completedOn })).missing).toEqual([])
  })

  test('what else the same person sent is found, however address and number were written', async () => {
    const id = await store({ email: 'Asha@Example.com', phone: '+91 98765-43210' })
    const both = await store({ email: 'asha@example.com ', phone: '098765 43210' })
    const phone = await store({ email: 'brother@example.com', phone: '(98765) 43210' })
    await store({ email: 'ravi@example.com', phone: '98765 43211' })
    const messageId = '00000000-0000-8000-8000-000000000001'
    const received_at = '2026-03-15T00:00:00.000Z'
    const message = { ...ravi, id: messageId, received_at, email: 'ASHA@example.com' }
    await place.database.write((transaction) =>
      insertRows(transaction, 'contact_message', [message]),
    )
    const { samePerson } = await read(id)
    const by = Object.fromEntries(samePerson.applications.map((one) => [one.id, one.by]))
    expect(by).toEqual({ [both]: 'both', [phone]: 'phone' })
    expect(samePerson.messages).toMatchObject([{ id: messageId, isAnswered: false }])
  })
})
