import { describe, expect, test } from 'vitest'
import { formData } from '@naic/test/support/ashas-form.ts'
import { dataEngines } from '@naic/test/support/data-engines.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { eachTest } from '@naic/test/support/opened.ts'

const victim = 'victim@example.net'
const staff = 'staff@example.org'

describe.each(dataEngines)('letters a day, on $name', ({ prepare }) => {
  const place = eachTest(() => prepare())
  const api = eachTest(() => startApi(place.settings))

  const rowsTo = async (address: string) => {
    const { read } = api.services.database
    const letters = read.selectFrom('letter').selectAll().where('to_address', '=', address)
    return letters.orderBy('created_at').orderBy('id').execute()
  }
  const apply = async (email: string, college: string) => {
    const { status, body } = await api.post(formData({ email, college }))
    expect(status).toBe(201)
    return body.emailed
  }

  test('one recipient gets three acknowledgements, of both forms, however they are spelt', async () => {
    expect([
      await apply(victim, 'College One'),
      await apply(victim, 'College One'),
      await apply('Victim@Example.NET', 'College Two'),
      await apply('victim+more@example.net', 'College Three'),
      await apply(victim, 'College Four'),
      await apply(victim, 'College Four'),
      (await api.post(messageForm({ email: victim }), {}, '/api/contact/')).body.emailed,
      await apply('somebody@example.net', 'College One'),
    ]).toEqual([true, true, true, true, false, false, false, true])
    expect(await api.applications()).toHaveLength(5)
    expect(await api.messages()).toHaveLength(1)

    const toStaff = (await rowsTo(staff)).map(({ subject }) => subject)
    expect(toStaff.filter((subject) => subject.startsWith('New application'))).toHaveLength(4)
    expect(toStaff.filter((subject) => subject.startsWith('More '))).toEqual([
      'More applications from one sender today',
    ])
  })

  test('many that arrive at the same moment make no more', async () => {
    const colleges = Array.from({ length: 40 }, (_, at) => `College ${at}`)
    const emailed = await Promise.all(colleges.map((college) => apply(victim, college)))
    expect(emailed.filter(Boolean)).toHaveLength(3)
    expect(await rowsTo(victim)).toHaveLength(3)
    expect(await rowsTo(staff)).toHaveLength(4)
    expect(await api.applications()).toHaveLength(40)
  })
})
