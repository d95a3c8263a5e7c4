import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formData } from '@naic/test/support/ashas-form.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

const victim = 'victim@example.net'
const staff = 'staff@example.org'
const contact = '/api/contact/'

describe.each(dataEngines)('letters a day, on $name', ({ prepare }) => {
  let place: Awaited<ReturnType<typeof prepare>>
  let api: Api
  beforeEach(async () => {
    place = await prepare()
    api = await startApi(place.settings)
  })
  afterEach(async () => {
    await api.close()
    await place.remove()
  })

  const rowsTo = async (address: string) => {
    const { build, read } = api.services.database
    const letters = build.selectFrom('letter').selectAll().where('to_address', '=', address)
    return read(letters.orderBy('created_at').orderBy('id').compile())
  }
  const apply = (email: string, college: string) => api.post(formData({ email, college }))
  const write = (email: string, subject: string) =>
    api.post(messageForm({ email, subject }), {}, contact)

  test('one recipient gets three acknowledgements, of both forms, however they are spelt', async () => {
    const emailed = []
    for (const [email, college] of [
      [victim, 'College One'],
      ['Victim@Example.NET', 'College Two'],
      ['victim+more@example.net', 'College Three'],
      [victim, 'College Four'],
    ] as const) {
      const answer = await apply(email, college)
      expect(answer.status).toBe(201)
      emailed.push(answer.body.emailed)
    }
    const message = await write(victim, 'A question')
    expect(message.status).toBe(201)
    expect([...emailed, message.body.emailed]).toEqual([true, true, true, false, false])
    expect((await apply('somebody@example.net', 'College One')).body.emailed).toBe(true)
    expect((await api.applications()).length).toBe(5)
    expect((await api.messages()).length).toBe(1)

    const toStaff = (await rowsTo(staff)).map(({ subject }) => subject)
    expect(toStaff.filter((subject) => subject.startsWith('New application'))).toHaveLength(4)
    expect(toStaff.filter((subject) => subject.startsWith('More '))).toEqual([
      'More applications from one sender today',
    ])
  })

  test('many that arrive at the same moment make no more', async () => {
    const colleges = Array.from({ length: 40 }, (_, at) => `College ${at}`)
    const answers = await Promise.all(colleges.map((college) => apply(victim, college)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(answers.filter(({ body }) => body.emailed)).toHaveLength(3)
    expect(await rowsTo(victim)).toHaveLength(3)
    expect(await rowsTo(staff)).toHaveLength(4)
    expect(await api.applications()).toHaveLength(40)
  })

  test('what was sent twice counts once, and is told the same', async () => {
    for (let time = 0; time < 5; time += 1) {
      expect((await apply(victim, 'College One')).body.emailed).toBe(true)
    }
    expect(await rowsTo(victim)).toHaveLength(1)
    for (const college of ['College Two', 'College Three', 'College Four']) {
      await apply(victim, college)
    }
    const again = await apply(victim, 'College Four')
    expect([again.status, again.body.emailed]).toEqual([201, false])
    expect(await rowsTo(staff)).toHaveLength(4)
  })
})

describe('whose name stands beside an address', () => {
  let api: Api
  beforeEach(async () => {
    api = await startApi()
  })
  afterEach(() => api.close())

  const advertisement = 'Claim Rs 50000 at www.evil.example/pay now, call +91 90000 00000'

  test.each([
    ['an application', () => api.post(formData({ name: advertisement, email: victim }))],
    ['a message', () => api.post(messageForm({ name: advertisement, email: victim }), {}, contact)],
  ])('of %s, none that would not be greeted', async (_what, send) => {
    expect((await send()).status).toBe(201)
    const letters = await api.lettersOnceSent(2)
    expect(letters.map(({ to }) => to?.[0])).toContainEqual({ name: '', address: victim })
    expect(letters.flatMap(({ replyTo }) => replyTo ?? [])).toEqual([{ name: '', address: victim }])
  })
})
