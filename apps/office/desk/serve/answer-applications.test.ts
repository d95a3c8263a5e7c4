import { beforeEach, describe, expect, test } from 'vitest'
import { readApplication } from '@naic/admissions/applications/read-application.ts'
import { readConfig } from '@naic/house/config.ts'
import { openStorage } from '@naic/house/storage.ts'
import { Unavailable } from '@naic/store/unavailable.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'
import { allTests } from '@naic/test/support/opened.ts'
import type { Outcome } from '../desk-api.ts'
import type { AskedKept, AskedStatus } from './answer-applications.ts'
import { addNotes, giveAnswers, keep, planAnswers } from './answer-applications.ts'
import { openDeskServices } from './desk-services.ts'

const person = { name: 'meera', rights: [], id: '', sessionId: '', passkeyId: '' }
const by = { who: 'meera', person, id: '' }

describe.each(dataEngines)('on $name', (engine) => {
  const place = allTests(() => engine.prepare())
  const data = allTests(() => newDataFolder(place.settings))
  const services = allTests(async () => {
    const config = readConfig({ DATA_DIR: data.path, ...place.settings })
    const { close } = await openStorage(config)
    await close()
    return openDeskServices(config)
  })

  /** Asha, Kabir and Meera, as somebody has seen them. */
  let of: [Seen, Seen, Seen]
  type Seen = { id: string; seen: number }
  beforeEach(async () => {
    const rows = ['Asha', 'Kabir', 'Meera'].map((name) => applicationRow({ name }))
    await storeApplications(services.database, rows)
    of = rows.map(({ id }) => ({ id, seen: 0 })) as typeof of
  })

  const plan = (wanted: AskedStatus) => planAnswers(services, wanted)
  const give = async (wanted: AskedStatus, seal: string, withoutReceipts = false) =>
    (await giveAnswers(services, { ...wanted, seal, withoutReceipts }, by)).rows
  const states = (rows: readonly { state: string }[]) => rows.map(({ state }) => state)

  async function colleagueDecides({ id }: Seen): Promise<void> {
    const wanted: AskedStatus = { to: 'declined', withLetter: false, of: [{ id, seen: 0 }] }
    const { seal } = await plan(wanted)
    const agreed = { ...wanted, seal, withoutReceipts: false }
    await giveAnswers(services, agreed, { ...by, who: 'kabir' })
  }

  async function historyOf({ id }: Seen) {
    const found = await readApplication(services.database, id)
    if (found.state !== 'found') throw new Error(found.state)
    const { application, changes } = found
    return { ...application, changes: changes.map((one) => `${one.status} by ${one.changedBy}`) }
  }

  test('many are shortlisted as they were shown, each with its own letter', async () => {
    const wanted = { to: 'shortlisted', withLetter: true, message: 'Welcome.', of } as const
    const planned = await plan(wanted)
    const letters = planned.rows.map((row) => row.state === 'planned' && row.letter?.body)
    expect(letters).toEqual(
      ['Asha', 'Kabir', 'Meera'].map((name) => expect.stringContaining(`Dear ${name},`)),
    )
    expect(letters[0]).toContain('Welcome.')
    expect((await historyOf(of[0])).status, 'a plan changes nothing').toBe('received')
    expect(states(await give(wanted, planned.seal))).toEqual(['changed', 'changed', 'changed'])
    for (const one of of) {
      expect(await historyOf(one)).toMatchObject({ changes: ['shortlisted by meera'] })
    }
  })

  test('what was not shown is not done: another letter, or no seal at all', async () => {
    const wanted = { to: 'accepted', withLetter: true, of } as const
    const { seal } = await plan(wanted)
    const other = { ...wanted, message: 'Never shown.' }
    expect(states(await give(other, seal))).toEqual(Array(3).fill('overtaken'))
    expect(states(await give(wanted, ''))).toEqual(Array(3).fill('overtaken'))
    const [first, second, third] = seal.split(' ')
    expect(states(await give(wanted, [second, first, third].join(' ')))).toEqual([
      'overtaken',
      'overtaken',
      'changed',
    ])
  })

  test('where a colleague was faster nothing is done, and it is said who did what', async () => {
    const wanted = { to: 'shortlisted', withLetter: false, of } as const
    await colleagueDecides(of[0])
    const planned = await plan(wanted)
    expect(states(planned.rows)).toEqual(['overtaken', 'planned', 'planned'])
    await colleagueDecides(of[1])
    const rows: Outcome[] = await give(wanted, planned.seal)
    expect(states(rows)).toEqual(['overtaken', 'overtaken', 'changed'])
    expect(rows[1]).toMatchObject({
      now: { name: 'Kabir', status: 'declined', version: 1 },
      since: [{ changedBy: 'kabir', changedAt: expect.stringContaining('T') }],
    })
    expect(await historyOf(of[1])).toMatchObject({ changes: ['declined by kabir'] })
  })

  test('what has the status already, is gone or misses something is said by row', async () => {
    await colleagueDecides(of[0])
    const some = [{ ...of[0], seen: 1 }, { id: 'none', seen: 0 }, of[1]]
    const declined = await plan({ to: 'declined', withLetter: false, of: some })
    expect(states(declined.rows)).toEqual(['already', 'gone', 'planned'])
    const completed = { to: 'completed', withLetter: false, of: of.slice(1) } as const
    const dated = { ...completed, completedOn: '2026-03-20', internship: '3' }
    const { seal, rows } = await plan(dated)
    expect(rows[0]).toMatchObject({ state: 'planned', missing: ['tasks', 'fee'] })
    expect(states(await give(dated, seal))).toEqual(['missing', 'missing'])
    expect(states(await give(dated, seal, true))).toEqual(['changed', 'changed'])
  })

  test('a note, a tag and who has it go to each, and a colleague is not overwritten', async () => {
    const note = async (words: string) =>
      (await addNotes(services, { of: of.map(({ id }) => ({ id })), note: words }, by)).rows
    const kept = async (some: Seen[], wanted: AskedKept['wanted'], seen?: null) =>
      (await keep(services, { of: some.map(({ id }) => ({ id, seen })), wanted }, by)).rows
    expect(states(await note('Called.'))).toEqual(['changed', 'changed', 'changed'])
    expect((await note('x'.repeat(2_001)))[0]).toMatchObject({
      mistakes: [{ field: 'note', reason: expect.stringMatching(/^is longer than 2000/) }],
    })
    await kept([of[0]], { fact: 'tags', add: 'topper' })
    const tagged = await kept(of, { fact: 'tags', add: 'Topper' })
    expect(states(tagged)).toEqual(['already', 'kept', 'kept'])

    await kept([of[1]], { fact: 'assignee', to: 'kabir' }, null)
    const assigned = await kept(of, { fact: 'assignee', to: 'meera' }, null)
    expect(states(assigned)).toEqual(['kept', 'not', 'kept'])
    expect(assigned[1]).toMatchObject({
      detail: expect.stringContaining('a colleague has changed it since you opened it, to: kabir'),
    })
    expect(await historyOf(of[1])).toMatchObject({
      changes: ['note by meera'],
      kept: { tags: ['topper'], assignee: 'kabir' },
    })
  })

  test('one that cannot be stored stops no other; of a database that is away not all are tried', async () => {
    const { database } = services
    /** The database, away for those of the writes. */
    const noting = async (some: Seen[], isAway: (time: number) => boolean) => {
      let writes = 0
      const write: typeof database.write = async (work) => {
        writes += 1
        if (isAway(writes)) throw new Unavailable('The database is away.')
        return database.write(work)
      }
      const away = { ...services, database: { ...database, write } }
      const done = addNotes(away, { of: some, note: 'Called.' }, by)
      const rows = await done.then((answer) => states(answer.rows), String)
      return { rows, writes }
    }
    const once = await noting(of, (time) => time === 2)
    expect(once).toEqual({ rows: ['changed', 'not', 'changed'], writes: 3 })
    const none = await noting(Array(20).fill(of[1]), () => true)
    expect(none).toEqual({ rows: 'Unavailable: The database is away.', writes: 3 })
  })
})
