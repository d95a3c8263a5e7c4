import { afterAll, beforeAll, expect, test } from 'vitest'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { messageForm, ravi } from '@naic/test/support/ravis-message.ts'
import { council } from '@naic/test/support/council.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

let api: Api
const ids: string[] = []

beforeAll(async () => {
  api = await startApi()
  const sent = [
    {},
    { name: 'Meera Shah', subject: 'A 100% refund', message: 'Please send\nthe 100% back.' },
    { name: 'Zoë Fernandes', email: 'Zoe@Example.com', subject: '=SUM(1;2) of fees' },
  ]
  for (const answers of sent) {
    const { body } = await api.post(messageForm(answers), {}, '/api/contact/')
    ids.push(body.id)
  }
})
afterAll(() => api.close())

const typed = (...words: string[]) => council(words, { environment: { DATA_DIR: api.dataDir } })
const listed = async (...words: string[]) => {
  const { stdout } = await typed('messages', 'list', '--json', ...words)
  return JSON.parse(stdout) as Record<string, string | null>[]
}
const reference = (at: number) => referenceOf(ids[at] ?? '')

test('messages are listed newest first, for people and for programs', async () => {
  const table = await typed('messages', 'list')
  expect(table.stdout.split('\n').map((line) => line.slice(0, 14))).toEqual([
    'Reference     ',
    ...[2, 1, 0].map(reference),
    '',
  ])
  expect(table).toMatchObject({ code: 0, stderr: '1 to 3 of 3.\n' })
  expect((await listed())[2]).toEqual({
    reference: reference(0),
    id: ids[0],
    received_at: expect.stringMatching(/^20.+Z$/),
    ...ravi,
    email_sent: ravi.email,
    answered_at: null,
    answered_by: null,
  })
  const csv = await typed('messages', 'list', '--csv')
  expect(csv.stdout).toContain(`"'=SUM(1;2) of fees"`)
})

test('messages are found by day, text and page', async () => {
  const named = async (...words: string[]) => (await listed(...words)).map(({ name }) => name)
  expect(await named('--text', 'REFUND')).toEqual(['Meera Shah'])
  expect(await named('--text', reference(0).replaceAll('-', '').toLowerCase())).toEqual([ravi.name])
  expect(await named('--text', 'zoe@example.COM')).toEqual(['Zoë Fernandes'])
  expect(await named('--until', '2020-01-01')).toEqual([])
})
