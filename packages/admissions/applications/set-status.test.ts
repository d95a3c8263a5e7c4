import { describe, expect, test } from 'vitest'
import { referenceOf } from '#forms/reference.ts'
import { registryEngines } from '@naic/test/support/registry-engines.ts'
import { TestRegistry } from '@naic/test/support/start-registry.ts'
import { decisionsOn } from '@naic/test/support/decisions.ts'
import { eachTest } from '@naic/test/support/opened.ts'
import { readJournal } from '@naic/store/journal/journal.ts'
import { keepFact } from './keep-fact.ts'

describe.each(registryEngines)('on $name', (engine) => {
  const place = eachTest(() => TestRegistry.start(engine))

  const { store, plan, planned, set, make, read } = decisionsOn(place)
  const reasons = async (...wanted: Parameters<typeof plan>) => {
    const result = await plan(...wanted)
    return result.state === 'refused'
      ? result.mistakes.map(({ field, reason }) => `${field} ${reason}`)
      : result.state
  }
  const journal = async () =>
    (await readJournal(place.database, 100)).filter(({ did }) => did === 'applications set-status')

  test('a change is kept with its history, its letter and the journal, which names nobody', async () => {
    const id = await store()
    const reference = referenceOf(id)
    const words = { note: 'A strong resume', message: 'Well done.' }
    expect(await set(id, 'shortlisted', words)).toBe('changed')
    expect(await set(id, 'received', { note: 'A slip' })).toBe('changed')
    const { application, changes, letters } = await read(id)
    expect(application).toMatchObject({ id, reference, status: 'received' })
    const letter = { id: `${id}-status-1`, state: 'waiting' }
    expect(changes).toMatchObject([
      { number: 1, changedBy: 'asha', status: 'shortlisted', note: 'A strong resume', letter },
      { number: 2, status: 'received', note: 'A slip', letter: null },
    ])
    expect(letters).toMatchObject([
      { to: 'asha.rao@example.com', subject: 'Your application is shortlisted: Data Science' },
    ])
    expect((await journal()).toReversed()).toMatchObject([
      { who: 'asha', subject: reference, detail: 'shortlisted' },
      { who: 'asha', subject: reference, detail: 'received' },
    ])
    expect(JSON.stringify(await journal())).not.toMatch(/strong|Rao|example[.]com/)
  })

  test('of two people who change a status at once, one succeeds, and the applicant gets one letter', async () => {
    const id = await store()
    for (const to of ['accepted', 'declined'] as const) {
      const plans = [await planned(id, to), await planned(id, 'shortlisted')]
      const made = await Promise.all(plans.map((one) => make(one)))
      expect(made.map(({ state }) => state).toSorted()).toEqual(['changed', 'overtaken'])
      await set(id, 'received')
    }
    const { changes, letters } = await read(id)
    expect(changes.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect(letters).toHaveLength(2)
    expect(await journal()).toHaveLength(4)
  })

  test('a change of an application that was erased meanwhile leaves nothing, and no letter goes out', async () => {
    const id = await store()
    const made = await planned(id, 'accepted')
    const { read: reading, write } = place.database
    await write((transaction) =>
      transaction.deleteFrom('application').where('id', '=', id).execute(),
    )
    expect(await make(made)).toEqual({ state: 'overtaken' })
    for (const table of ['application_status', 'status_change', 'letter'] as const) {
      const count = reading.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('count'))
      expect(await count.execute()).toEqual([{ count: 0 }])
    }
  })

  test('the same again is no change, but another day of completion is one', async () => {
    const id = await store({ internship: '4' })
    expect(await plan(id, 'received')).toMatchObject({ state: 'already' })
    await set(id, 'completed', { completedOn: '2026-03-20' })
    expect(await plan(id, 'completed', { completedOn: '2026-03-20' })).toMatchObject({
      state: 'already',
    })
    await set(id, 'completed', { completedOn: '2026-03-21' })
    expect((await read(id)).application).toMatchObject({
      status: 'completed',
      completedOn: '2026-03-21',
      completedInternship: '4',
    })
    await set(id, 'accepted')
    expect((await read(id)).application).toMatchObject({
      completedOn: null,
      completedInternship: null,
    })
  })

  test('who is accepted for an internship completes that one, unless another is chosen', async () => {
    const id = await store({ internship: null, domain: 'Web Development' })
    const shown = await planned(id, 'accepted', { internship: '4' })
    expect(shown.letter?.body).not.toContain('4, 6 or 8')
    await set(id, 'accepted', { internship: '3' })
    const moved = { internship: '4', note: 'She asked for it' }
    expect((await planned(id, 'accepted', moved)).letter?.body).toBe(shown.letter?.body)
    await set(id, 'accepted', moved)
    expect(await plan(id, 'accepted', moved)).toMatchObject({ state: 'already' })
    await set(id, undefined, { note: 'Begins on Monday' })
    expect((await read(id)).application.completedInternship).toBe('4')
    await set(id, 'completed', { completedOn: '2026-03-20' })
    expect((await read(id)).application.completedInternship).toBe('4')
  })

  test('a note changes neither the status nor its date', async () => {
    const id = await store({ internship: '4' })
    const { application: before } = await read(id)
    expect(await set(id, undefined, { note: 'Called, no answer' })).toBe('changed')
    expect((await read(id)).application).toEqual({
      ...before,
      statusChangedAt: before.receivedAt,
      version: 1,
    })
    await set(id, 'completed', { completedOn: '2026-03-20' })
    const { application: completed } = await read(id)
    expect(await set(id, 'completed', { note: 'Marks are here' })).toBe('changed')
    const after = await read(id)
    expect(after.application).toEqual({ ...completed, version: 3 })
    expect(after.changes).toMatchObject([
      { number: 1, status: 'note', changedBy: 'asha', note: 'Called, no answer', letter: null },
      { number: 2, status: 'completed', note: null },
      { number: 3, status: 'note', changedBy: 'asha', note: 'Marks are here', letter: null },
    ])
    expect((await journal()).toReversed()).toMatchObject([
      { who: 'asha', subject: referenceOf(id), detail: 'note' },
      { detail: 'completed, tasks and fee not received' },
      { detail: 'note' },
    ])
    expect(JSON.stringify(await journal())).not.toMatch(/Called|Marks/)
    expect(await plan(id, undefined, { note: ' Marks are here' })).toMatchObject({
      state: 'already',
    })
    expect(await plan(id, undefined)).toMatchObject({ state: 'already' })
  })

  test('a completed status cannot be changed while its certificate is valid', async () => {
    const id = await store({ internship: '4' })
    const reference = referenceOf(id)
    await set(id, 'completed', { completedOn: '2026-03-20' })
    const certificate = await place.issueOne({ reference })
    const sentence = `status cannot be changed while its certificate ${certificate} stands, which says that the internship was completed; revoke the certificate first`
    expect(await reasons(id, 'declined')).toEqual([sentence])
    expect(await reasons(id, 'completed', { completedOn: '2026-03-22' })).toEqual([sentence])
    await place.revoke(certificate, 'issued in error')
    expect(await plan(id, 'declined')).toMatchObject({ state: 'planned' })
  })

  test('what was planned before a certificate was issued is not done after it', async () => {
    const id = await store({ internship: '4' })
    await set(id, 'completed', { completedOn: '2026-03-20' })
    const decline = await planned(id, 'declined')
    await place.issueOne({ reference: referenceOf(id) })
    expect(await make(decline)).toMatchObject({ state: 'overtaken' })
    expect((await read(id)).application.status).toBe('completed')
  })

  test('a letter whose address was corrected since it was planned does not go to the old one', async () => {
    const id = await store()
    const accept = await planned(id, 'accepted')
    const wanted = { fact: 'email', to: 'corrected@example.com' } as const
    await keepFact(place.database, id, wanted, { who: 'kabir' })
    expect(await make(accept)).toMatchObject({ state: 'overtaken' })
    expect(await read(id)).toMatchObject({ changes: [], letters: [] })
  })
})
