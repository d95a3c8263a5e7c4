import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { messageForm, ravi } from '#test/support/ravis-message.ts'
import { runCouncil } from '#test/support/run-council.ts'
import { type Api, startApi } from '#test/support/start-api.ts'
import { startRelay } from '#test/support/start-relay.ts'

const staff = 'staff@example.org'

let relay: Awaited<ReturnType<typeof startRelay>>
let api: Api
beforeEach(async () => {
  relay = await startRelay()
  api = await startApi({ SMTP_URL: `smtp://127.0.0.1:${relay.port}` })
})
afterEach(async () => {
  await api.close()
  await relay.stop()
})

const council = (...words: string[]) => runCouncil(api.dataDir, words)
/** Each line of the list as its cells. */
const listed = async () => {
  const { output, status } = await council('outbox')
  expect(status).toBe(0)
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'))
    .toSorted()
}
const sendMessage = () => api.post(messageForm(), {}, '/api/contact/')
const soon = { timeout: 10_000 }
const triedOnce = () =>
  expect
    .poll(async () => {
      const { build, read } = api.services.database
      return await read(build.selectFrom('letter').select('attempts').compile())
    }, soon)
    .toEqual([{ attempts: 1 }, { attempts: 1 }])

vi.setConfig({ testTimeout: 60_000 })

test('what is sent is not in the list of the outbox, and the mail folder stays empty', async () => {
  await sendMessage()
  await expect.poll(() => relay.taken.length, soon).toBe(2)
  expect(relay.taken.map(({ to }) => to[0]).sort()).toEqual([ravi.email, staff])
  await api.letterQueueEmpty()
  expect(await listed()).toEqual([])
  expect(await api.letters()).toEqual([])
})

test('letters that were refused are listed with the reason, and go out when they are put up again', async () => {
  relay.refuses = (recipient) =>
    recipient === staff
      ? { to: 'RCPT', code: 550, text: `No <${recipient}> \u009B2Jhere` }
      : { to: 'RCPT', code: 450, text: 'Later' }
  await sendMessage()
  await triedOnce()
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/)
  const [good = [], now = []] = await listed()
  expect(now[0]).toBe('refused for now')
  expect(good).toEqual([
    'refused for good',
    expect.stringMatching(/-staff$/),
    `Contact form: ${ravi.subject}`,
    time,
    '1',
    expect.stringContaining('No <staff@example.org>'),
  ])
  expect(good[5]).not.toContain('\u009B')
  expect(now[5]).toContain('450')
  expect(api.logged.join('')).toContain('outbox: refused for good')
  expect(api.logged.join('')).not.toMatch(/staff@|ravi|Later/i)

  relay.refuses = () => undefined
  const one = await council('outbox', '--retry', good[1] ?? '')
  expect(one).toMatchObject({ status: 0, errors: expect.stringContaining('1 letter goes') })
  api.services.outbox.wake()
  await expect.poll(() => relay.taken.map(({ to }) => to), soon).toEqual([[staff]])
  await expect
    .poll(async () => (await listed()).map(([state]) => state), soon)
    .toEqual(['refused for now'])

  expect(await council('outbox', '--retry', 'all')).toMatchObject({ status: 0 })
  api.services.outbox.wake()
  await expect.poll(() => relay.taken.map(({ to }) => to), soon).toEqual([[staff], [ravi.email]])
  await api.letterQueueEmpty()
  expect(await listed()).toEqual([])
})

test('a letter that is not there, or was sent, is not put up again', async () => {
  await sendMessage()
  await api.letterQueueEmpty()
  const { build, read } = api.services.database
  const [sent] = await read(build.selectFrom('letter').select('id').compile())
  for (const id of [sent?.id ?? '', 'no\u001B[2Jne']) {
    const { status, errors } = await council('outbox', '--retry', id)
    expect(status).toBe(1)
    expect(errors).toMatch(/^There is no letter \P{Cc}+ that was not sent[.]$/mu)
  }
  expect(relay.taken).toHaveLength(2)
})
