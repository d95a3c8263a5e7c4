import PostalMime from 'postal-mime'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type CouncilBesideServer,
  startCouncilBesideServer,
} from '@naic/test/support/council-beside-server.ts'
import { keys } from '@naic/test/support/council.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { ravi } from '@naic/test/support/ravis-message.ts'
import { startRelay } from '@naic/test/support/start-relay.ts'

const staff = 'staff@example.org'

let relay: Awaited<ReturnType<typeof startRelay>>
let beside: CouncilBesideServer
beforeEach(async () => {
  relay = await startRelay()
  beside = await startCouncilBesideServer({ SMTP_URL: `smtp://127.0.0.1:${relay.port}` })
})
afterEach(async () => {
  await beside.close()
  await relay.stop()
})

const outbox = (...words: string[]) => beside.council('outbox', ...words)
type Listed = { state: string; id: string; to: string; subject: string; why: string | null }
const listed = async (...words: string[]): Promise<Listed[]> => {
  const { stdout, code } = await outbox(...words, '--json')
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

test('letters that were refused are listed with the reason, and go out when they are put up again', async () => {
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
  expect(await listed('list', '--state', 'given-up')).toEqual([])
  expect(await listed('list', '--state', 'refused-for-good')).toEqual([never])
  const table = await outbox()
  expect(table.stdout).toMatch(/^State +Letter +To/)
  expect(table.stdout).toMatch(/ 1 {2}550 No <staff@example[.]org> /)
  expect(table.stdout).not.toContain('\u009B')

  relay.refuses = () => undefined
  expect(await outbox('retry', good, '--dry-run')).toMatchObject({
    code: 0,
    stdout: '1 letter would go out again.\nNothing was sent.\n',
  })
  for (const words of [['retry'], ['retry', 'x', '--all']]) {
    const { code, stderr } = await outbox(...words)
    expect([code, stderr.split('\n')[0]]).toEqual([2, 'name letters, or say --all'])
  }
  expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1])

  const one = await outbox('retry', good, '--yes')
  expect(one).toMatchObject({ code: 0, stderr: expect.stringContaining('1 letter goes') })
  beside.api.services.outbox.wake()
  await expect.poll(takenBy).toEqual([staff])
  await expect
    .poll(async () => (await listed()).map(({ state }) => state))
    .toEqual(['refused-for-now'])
  const yes = await beside.onTerminal(['outbox', 'retry', '--all'], `y${keys.enter}`)
  expect(yes).toMatchObject({ code: 0, shown: expect.stringContaining('1 letter goes out again') })
  await beside.sendLetters()
  expect(takenBy()).toEqual([staff, ravi.email])
  expect(await outbox()).toMatchObject({ code: 0, stdout: '', stderr: 'All letters were sent.\n' })
  expect(await journal()).toMatchObject([
    { did: 'outbox retry', subject: null, detail: 'all' },
    { did: 'outbox retry', subject: good, detail: null },
  ])
})

test('a letter is shown whole, with what happened to it, and nothing in it is obeyed', async () => {
  const { good, now } = await sendRefused()
  const text = 'First line\n\u001B[2JSecond\u202E line\n'
  const { write } = beside.api.services.database
  await write((transaction) =>
    transaction.updateTable('letter').set({ body: text }).where('id', '=', good).execute(),
  )
  const { stdout, code } = await outbox('show', good)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^To: +.*staff@example[.]org>?$/m)
  expect(stdout).toContain(`Reply to:  ${ravi.name} <${ravi.email}>\n`)
  expect(stdout).toContain(`Subject:   Contact form: ${ravi.subject}\n`)
  expect(stdout).toMatch(/^State: +refused for good at .+Z, after 1 try; the relay said: .*550/m)
  expect(stdout).toContain(String.raw`
  First line
  \u{1b}[2JSecond\u{202e} line
`)
  const same = await outbox('show', good, '--json')
  for (const sign of ['\u001B', '\u202E']) expect(same.stdout).not.toContain(sign)
  expect(JSON.parse(same.stdout).body).toBe(text)
  const { body } = JSON.parse((await outbox('show', now, '--json')).stdout)
  const [, reference = ''] = /Your reference: (\S+)/.exec(body) ?? []
  const both = await outbox('show', reference.toLowerCase().replaceAll('-', ''))
  expect(both.code).toBe(1)
  for (const id of [good, now]) expect(both.stderr).toContain(id)
})

test('a letter that was sent goes once more if that is said, as another one, and to an address put right', async () => {
  const wrong = 'ravi@exampel.com'
  await beside.write({ email: wrong })
  await beside.sendLetters()
  const { id = '' } = (await rows()).find(({ to_address }) => to_address === wrong) ?? {}
  const unsaid = await outbox('retry', id, '--yes')
  expect(unsaid.code).toBe(1)
  expect(unsaid.stderr).toMatch(
    / was sent at .+; --sent sends it once more, .+\nNothing was sent[.]\n$/,
  )
  expect(await outbox('retry', id, '--to', 'ravi', '--yes')).toMatchObject({
    code: 1,
    stderr: 'ravi is not an e-mail address. Nothing was done.\n',
  })
  for (const how of [['--sent'], ['--to', ravi.email]]) {
    expect(await outbox('retry', id, ...how, '--yes')).toMatchObject({ code: 0 })
    await beside.sendLetters()
  }
  const all = await Promise.all(relay.taken.map(({ message }) => PostalMime.parse(message)))
  const letters = all.filter(({ subject }) => !subject?.startsWith('Contact form'))
  expect(takenBy().filter((recipient) => recipient !== staff)).toEqual([wrong, wrong, ravi.email])
  expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(3)
  expect(new Set(letters.map(({ text }) => text)).size).toBe(1)
  expect((await rows()).find((row) => row.id === id)).toMatchObject({
    to_address: ravi.email,
    resent: 2,
  })
  const entries = await journal()
  expect(entries).toMatchObject([
    { did: 'outbox retry', subject: id, detail: 'also if sent, to another address' },
    { did: 'messages correct-email', subject: referenceOf(id.slice(0, 36)), detail: null },
    { did: 'outbox retry', subject: id, detail: 'also if sent' },
  ])
  expect(JSON.stringify(entries)).not.toContain('@')
})
