import { fastify } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import { everyRight } from '#staff/roles.ts'
import { changeStatus } from '@naic/admissions/applications/set-status.ts'
import { readApplication } from '@naic/admissions/applications/read-application.ts'
import { readConfig } from '@naic/house/config.ts'
import { openStorage } from '@naic/house/storage.ts'
import { Unavailable } from '@naic/store/unavailable.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { planStatusChange } from '@naic/test/support/decide-in.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'
import { allTests } from '@naic/test/support/opened.ts'
import {
  type AllSelected,
  type DoneRows,
  mostSelected,
  type Selected,
  type StatusDone,
  type StatusPlan,
  type StatusRow,
} from '../desk-api.ts'
import { addNotes } from './answer-applications.ts'
import { type Door, guardApi, guardDesk } from './desk-gate.ts'
import { deskRoutes } from './desk-routes.ts'
import { openDeskServices } from './desk-services.ts'

const meera = { name: 'meera', rights: everyRight }

const door: Door = {
  origin: 'http://127.0.0.1',
  addRoutes: () => undefined,
  personOf: () => meera,
}

describe.each(dataEngines)('on $name', (engine) => {
  const place = allTests(() => engine.prepare())
  const data = allTests(() => newDataFolder(place.settings))
  const services = allTests(async () => {
    const config = readConfig({ DATA_DIR: data.path, ...place.settings })
    const { close } = await openStorage(config)
    await close()
    return openDeskServices(config)
  })
  const app = allTests(async () => {
    const desk = fastify()
    guardDesk(desk, door)
    void desk.register(async (api) => {
      guardApi(api, door)
      deskRoutes(api, services)
    })
    await desk.ready()
    return desk
  })

  const inject = (path: string, body?: object) =>
    app.inject({
      method: body ? 'POST' : 'GET',
      url: path,
      headers: { host: '127.0.0.1', 'content-type': 'application/json' },
      ...(body && { payload: JSON.stringify(body) }),
    })
  const ask = async <Answer>(path: string, body?: object) => {
    const { statusCode, payload } = await inject(path, body)
    return { status: statusCode, answer: JSON.parse(payload) as Answer }
  }

  let college = 0
  let selected: Selected[]
  /** Three that came in one after the other, selected as the list shows them. */
  beforeEach(async () => {
    college += 1
    const rows = ['Asha', 'Kabir', 'Meera'].map((name, at) =>
      applicationRow({
        name,
        college: `College ${college}`,
        received_at: `2026-03-14T0${at}:00:00.000Z`,
      }),
    )
    await storeApplications(services.database, rows)
    const { answer } = await ask<AllSelected>(`/api/selected?college=College ${college}&sort=name`)
    expect(answer.total).toBe(3)
    selected = answer.first
  })

  const seenOf = () => selected.map(({ id, version }) => ({ id, seen: version }))
  const plan = async (wanted: object) =>
    (await ask<StatusPlan>('/api/applications/status/plan', wanted)).answer
  const give = async (wanted: object, seal: string, withoutReceipts = false) =>
    (await ask<StatusDone>('/api/applications/status', { ...wanted, seal, withoutReceipts })).answer
      .rows
  const states = (rows: readonly StatusRow[]) => rows.map(({ state }) => state)

  async function colleagueDecides(id: string | undefined): Promise<void> {
    const asked = { id: id ?? '', to: 'declined', withLetter: false } as const
    const planned = await planStatusChange(services, asked)
    if (planned.state !== 'planned') throw new Error(planned.state)
    await changeStatus(services, planned.plan, { who: 'kabir' })
  }

  async function historyOf(id: string | undefined) {
    const found = await readApplication(services.database, id ?? '')
    if (found.state !== 'found') throw new Error(found.state)
    const { application, changes } = found
    return { ...application, changes: changes.map((one) => `${one.status} by ${one.changedBy}`) }
  }

  test('many are shortlisted as they were shown, each with its own letter', async () => {
    const wanted = { to: 'shortlisted', withLetter: true, message: 'Welcome.', of: seenOf() }
    const planned = await plan(wanted)
    const letters = planned.rows.map((row) => row.state === 'planned' && row.letter?.body)
    expect(letters).toEqual(
      ['Asha', 'Kabir', 'Meera'].map((name) => expect.stringContaining(`Dear ${name},`)),
    )
    expect(letters[0]).toContain('Welcome.')
    expect((await historyOf(selected[0]?.id)).status, 'a plan changes nothing').toBe('received')
    expect(states(await give(wanted, planned.seal))).toEqual(['changed', 'changed', 'changed'])
    for (const { id } of selected) {
      expect(await historyOf(id)).toMatchObject({ changes: ['shortlisted by meera'] })
    }
  })

  test('what was not shown is not done: another letter, or no seal at all', async () => {
    const wanted = { to: 'accepted', withLetter: true, of: seenOf() }
    const { seal } = await plan(wanted)
    const other = { ...wanted, message: 'Never shown.' }
    expect(states(await give(other, seal))).toEqual(Array(3).fill('overtaken'))
    expect(states(await give(wanted, ''))).toEqual(Array(3).fill('overtaken'))
    const [first = '', second = '', third = ''] = seal.split(' ')
    expect(states(await give(wanted, [second, first, third].join(' ')))).toEqual([
      'overtaken',
      'overtaken',
      'changed',
    ])
  })

  test('where a colleague was faster nothing is done, and it is said who did what', async () => {
    const wanted = { to: 'shortlisted', withLetter: false, of: seenOf() }
    await colleagueDecides(selected[0]?.id)
    const planned = await plan(wanted)
    expect(states(planned.rows)).toEqual(['overtaken', 'planned', 'planned'])
    await colleagueDecides(selected[1]?.id)
    const rows = await give(wanted, planned.seal)
    expect(states(rows)).toEqual(['overtaken', 'overtaken', 'changed'])
    expect(rows[1]).toMatchObject({
      now: { name: 'Kabir', status: 'declined', version: 1 },
      since: [{ changedBy: 'kabir', changedAt: expect.stringContaining('T') }],
    })
    expect(await historyOf(selected[1]?.id)).toMatchObject({ changes: ['declined by kabir'] })
  })

  test('what has the status already, is gone or misses something is said by row', async () => {
    await colleagueDecides(selected[0]?.id)
    const of = [{ id: selected[0]?.id, seen: 1 }, { id: 'none', seen: 0 }, seenOf()[1]]
    const declined = await plan({ to: 'declined', withLetter: false, of })
    expect(states(declined.rows)).toEqual(['already', 'gone', 'planned'])
    const completed = { to: 'completed', withLetter: false, of: seenOf().slice(1) }
    const dated = { ...completed, completedOn: '2026-03-20', internship: '3' }
    const { seal, rows } = await plan(dated)
    expect(rows[0]).toMatchObject({ state: 'planned', missing: ['tasks', 'fee'] })
    expect(states(await give(dated, seal))).toEqual(['missing', 'missing'])
    expect(states(await give(dated, seal, true))).toEqual(['changed', 'changed'])
  })

  test('a note, a tag and who has it go to each, and a colleague is not overwritten', async () => {
    const of = selected.map(({ id }) => ({ id }))
    const kept = async (path: string, body: object) =>
      (await ask<DoneRows>(`/api/applications/${path}`, body)).answer.rows
    const noted = await kept('note', { of, note: 'Called.' })
    expect(noted.map(({ state }) => state)).toEqual(['kept', 'kept', 'kept'])
    await kept('kept', { of: of.slice(0, 1), wanted: { fact: 'tags', add: 'topper' } })
    const tagged = await kept('kept', { of, wanted: { fact: 'tags', add: 'Topper' } })
    expect(tagged.map(({ state }) => state)).toEqual(['already', 'kept', 'kept'])

    const assign = (to: string | null) => ({
      of: selected.map(({ id, assignee }) => ({ id, seen: assignee })),
      wanted: { fact: 'assignee', to },
    })
    await kept('kept', { ...assign('kabir'), of: of.slice(1, 2) })
    const assigned = await kept('kept', assign('meera'))
    expect(assigned.map(({ state }) => state)).toEqual(['kept', 'not', 'kept'])
    expect(assigned[1]).toMatchObject({
      detail: expect.stringContaining('a colleague has changed it since you opened it, to: kabir'),
    })
    expect(await historyOf(selected[1]?.id)).toMatchObject({
      changes: ['note by meera'],
      kept: { tags: ['topper'], assignee: 'kabir' },
    })
  })

  test('one that cannot be stored stops no other; of a database that is away not all are tried', async () => {
    const { database } = services
    /** The database, away for those of the writes. */
    const noting = async (of: ReturnType<typeof seenOf>, isAway: (time: number) => boolean) => {
      let writes = 0
      const write: typeof database.write = async (work) => {
        writes += 1
        if (isAway(writes)) throw new Unavailable('The database is away.')
        return database.write(work)
      }
      const asked = { of, note: 'Called.' }
      const away = { ...services, database: { ...database, write } }
      const done = addNotes(away, asked, { who: 'meera', person: meera, id: '' })
      const rows = await done.then((answer) => answer.rows.map(({ state }) => state), String)
      return { rows, writes }
    }
    const once = await noting(seenOf(), (time) => time === 2)
    expect(once).toEqual({ rows: ['kept', 'not', 'kept'], writes: 3 })
    const again = seenOf().map(({ id }) => ({ id, seen: 0 }))
    const [, second] = again
    const many = Array(20).fill(second)
    const none = await noting(many, () => true)
    expect(none).toEqual({ rows: 'Unavailable: The database is away.', writes: 3 })
  })

  test('more than one act may have are refused in a sentence, and none is changed', async () => {
    const of = Array(mostSelected + 1).fill(seenOf()[0])
    const { status, answer } = await ask('/api/applications/note', { of, note: 'To all.' })
    expect(status).toBe(400)
    expect(JSON.stringify(answer)).toContain(`At most ${mostSelected} can be changed at once`)
    const long = await ask('/api/applications/note', { of: seenOf(), note: 'x'.repeat(2_001) })
    expect(JSON.stringify(long.answer)).toContain('The note is longer than 2000 characters')
    expect(await historyOf(selected[0]?.id)).toMatchObject({ changes: [] })
  })
})
