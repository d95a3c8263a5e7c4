import { expect, test } from 'vitest'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { startRelay } from '@naic/test/support/start-relay.ts'
import { eachTest } from '@naic/test/support/opened.ts'

const staff = 'staff@example.org'

const relay = eachTest(() => startRelay())
const beside = eachTest(() =>
  startCouncilBesideServer({ SMTP_URL: `smtp://127.0.0.1:${relay.port}` }),
)

const outbox = (...words: string[]) => beside.council('outbox', ...words)
type Listed = { state: string; id: string; to: string; subject: string; why: string | null }
const listed = async (...words: string[]): Promise<Listed[]> => {
  const { stdout, code } = await outbox('list', ...words, '--json')
  expect(code).toBe(0)
  return JSON.parse(stdout).toSorted((a: Listed, b: Listed) => (a.state < b.state ? 1 : -1))
}
const journal = async () => JSON.parse((await beside.council('journal', '--json')).stdout)
const rows = () => {
  const { read } = beside.api.services.database
  return read.selectFrom('letter').selectAll().orderBy('id').execute()
}
const takenBy = () => relay.taken.map(({ to }) => to[0])

/** The letter to the staff is refused for good, and Ravi's for now. */
async function sendRefused(): Promise<{ good: string; now: string }> {
  relay.refuses = (recipient) =>
    recipient === staff
      ? { to: 'RCPT', code: 550, text: `No <${recipient}> \u009B2Jhere` }
      : { to: 'RCPT', code: 450, text: 'Later' }
  await beside.write()
  await expect.poll(async () => (await rows()).map(({ attempts }) => attempts)).toEqual([1, 1])
  const [now, good] = (await rows()).map(({ id }) => id)
  return { good: good ?? '', now: now ?? '' }
}

test('letters that were refused are listed with the reason, and go out when all are put up again', async () => {
  const { good, now } = await sendRefused()
  const [later, never] = await listed()
  expect(later).toMatchObject({ state: 'refused-for-now', id: now, to: ravi.email })
  expect(later?.why).toContain('450')
  expect(never).toEqual({
    state: 'refused-for-good',
    id: good,
    to: staff,
    subject: `Contact form: ${ravi.subject}`,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/),
    attempts: 1,
    why: expect.stringContaining('No <staff@example.org>'),
  })
  expect(await listed('--state', 'given-up')).toEqual([])
  expect(await listed('--state', 'refused-for-good')).toEqual([never])
  const table = await outbox('list')
  expect(table.stdout).toMatch(/^State +Letter +To/)
  expect(table.stdout).toMatch(/ 1 {6}550 No <staff@example[.]org> /)
  expect(table.stdout).not.toContain('\u009B')

  relay.refuses = () => undefined
  expect(await outbox('retry')).toMatchObject({
    code: 1,
    stdout: '2 letters would go out again.\n',
  })
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1])
  const again = await outbox('retry', '--yes')
  expect(again).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('2 letters go out again'),
  })
  await beside.sendLetters()
  expect(takenBy().toSorted()).toEqual([ravi.email, staff])
  expect(await outbox('list')).toMatchObject({ code: 0, stderr: 'All letters were sent.\n' })
  expect(await journal()).toMatchObject([{ did: 'outbox retry', subject: null, detail: 'all' }])
})
