import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { council, keys } from '@naic/test/support/council.ts'
import { messageForm, ravi } from '@naic/test/support/ravis-message.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { startRelay } from '@naic/test/support/start-relay.ts'

const staff = 'staff@example.org'
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/)

describe('beside a running server', () => {
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

  const typed = (...words: string[]) => council(words, { environment: { DATA_DIR: api.dataDir } })
  type Listed = { state: string; id: string; to: string; subject: string; why: string | null }
  const listed = async (...words: string[]): Promise<Listed[]> => {
    const { stdout, code } = await typed('outbox', ...words, '--json')
    expect(code).toBe(0)
    return JSON.parse(stdout).toSorted((a: Listed, b: Listed) => (a.state < b.state ? 1 : -1))
  }
  const journal = async () => JSON.parse((await typed('journal', '--json')).stdout)
  const sendMessage = (answers = {}) => api.post(messageForm(answers), {}, '/api/contact/')
  const rows = () => {
    const { build, read } = api.services.database
    return read(build.selectFrom('letter').selectAll().orderBy('id').compile())
  }
  const triedOnce = () =>
    expect.poll(async () => (await rows()).map(({ attempts }) => attempts)).toEqual([1, 1])

  /** Staff's is refused for good, and Ravi's for now. */
  async function sendRefused(): Promise<{ good: string; now: string }> {
    relay.refuses = (recipient) =>
      recipient === staff
        ? { to: 'RCPT', code: 550, text: `No <${recipient}> \u009B2Jhere` }
        : { to: 'RCPT', code: 450, text: 'Later' }
    await sendMessage()
    await triedOnce()
    const [now, good] = (await rows()).map(({ id }) => id)
    return { good: good ?? '', now: now ?? '' }
  }

  test('what was sent is not listed unless it is asked for, and the mail folder stays empty', async () => {
    await sendMessage()
    await expect.poll(() => relay.taken.length).toBe(2)
    expect(relay.taken.map(({ to }) => to[0]).toSorted()).toEqual([ravi.email, staff])
    await api.letterQueueEmpty()
    expect(await listed()).toEqual([])
    const alone = await typed('outbox')
    expect(alone).toMatchObject({ code: 0, stdout: '', stderr: 'All letters were sent.\n' })
    expect((await listed('--state', 'sent')).map(({ to }) => to).toSorted()).toEqual([
      ravi.email,
      staff,
    ])
    const one = await typed('outbox', 'list', '--state', 'all', '--newest', '1', '--csv')
    expect(one.stdout.trim().split('\r\n')).toHaveLength(2)
    expect(one.stderr).toBe('These are the 1 newest of 2. --newest 2 shows all.\n')
    expect(await api.letters()).toEqual([])
  })

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
      at: time,
      attempts: 1,
      why: expect.stringContaining('No <staff@example.org>'),
    })
    expect(await listed('list', '--state', 'given-up')).toEqual([])
    expect(await listed('list', '--state', 'refused-for-good')).toEqual([never])
    const table = await typed('outbox')
    expect(table.stdout).toMatch(/^State +Letter +To/)
    expect(table.stdout).toMatch(/ 1 {2}550 No <staff@example[.]org> /)
    expect(table.stdout).not.toContain('\u009B')
    expect(api.logged.join('')).toContain('outbox: refused for good')
    expect(api.logged.join('')).not.toMatch(/staff@|ravi|Later/i)

    relay.refuses = () => undefined
    const dry = await typed('outbox', 'retry', good, '--dry-run')
    expect(dry).toMatchObject({
      code: 0,
      stdout: '1 letter would go out again.\nNothing was sent.\n',
    })
    const unasked = await typed('outbox', 'retry', good)
    expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('Add --yes.') })
    expect(await listed('list', '--state', 'refused-for-good')).toHaveLength(1)

    const one = await typed('outbox', 'retry', good, '--yes')
    expect(one).toMatchObject({ code: 0, stderr: expect.stringContaining('1 letter goes') })
    api.services.outbox.wake()
    await expect.poll(() => relay.taken.map(({ to }) => to)).toEqual([[staff]])
    await expect
      .poll(async () => (await listed()).map(({ state }) => state))
      .toEqual(['refused-for-now'])

    expect(await typed('outbox', 'retry', '--all', '--yes')).toMatchObject({ code: 0 })
    api.services.outbox.wake()
    await expect.poll(() => relay.taken.map(({ to }) => to)).toEqual([[staff], [ravi.email]])
    await api.letterQueueEmpty()
    expect(await listed()).toEqual([])
    expect(await typed('outbox', 'retry', '--all')).toMatchObject({
      code: 0,
      stderr: 'No letter was refused or given up.\n',
    })
    expect(await journal()).toMatchObject([
      { did: 'outbox retry', subject: null, detail: 'all' },
      { did: 'outbox retry', subject: good, detail: null },
    ])
  })

  test('a letter is shown whole, with what happened to it, and nothing in it is obeyed', async () => {
    const { good, now } = await sendRefused()
    // A hand in the database, or a form of before.
    const { build, atomic } = api.services.database
    const body = build
      .updateTable('letter')
      .set({ body: 'First line\n\u001B[2JSecond\u202E line\n' })
      .where('id', '=', good)
    await atomic([body.compile()])
    const { stdout, code } = await typed('outbox', 'show', good)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^To: +The staff <staff@example[.]org>$|^To: +.*staff@example[.]org>?$/m)
    expect(stdout).toContain(`Reply to:  ${ravi.name} <${ravi.email}>\n`)
    expect(stdout).toContain(`Subject:   Contact form: ${ravi.subject}\n`)
    expect(stdout).toMatch(/^State: +refused for good at .+Z, after 1 try; the relay said: .*550/m)
    expect(stdout).toContain(String.raw`
  First line
  \u{1b}[2JSecond\u{202e} line
`)
    const same = await typed('outbox', 'show', good, '--json')
    expect(same.stdout).not.toContain('\u001B')
    expect(same.stdout).not.toContain('\u202E')
    expect(JSON.parse(same.stdout).body).toBe('First line\n\u001B[2JSecond\u202E line\n')
    const json = JSON.parse((await typed('outbox', 'show', now, '--json')).stdout)
    expect(json).toMatchObject({ id: now, state: 'refused-for-now', to: { address: ravi.email } })
    expect(json.body).toContain('We have received your message.')

    const [, reference = ''] = /Your reference: (\S+)/.exec(json.body) ?? []
    const both = await typed('outbox', 'show', reference.toLowerCase().replaceAll('-', ''))
    expect(both.code).toBe(1)
    expect(both.stderr).toContain(good)
    expect(both.stderr).toContain(now)
  })

  test('a letter that is not there, or was sent, is not put up again, and neither is what is with it', async () => {
    await sendMessage()
    await api.letterQueueEmpty()
    const [sent] = await rows()
    const was = await typed('outbox', 'retry', sent?.id ?? '', '--yes')
    expect(was).toMatchObject({ code: 1, stdout: '' })
    expect(was.stderr).toMatch(
      /^The letter \S+ was sent at .+; --sent sends it once more, and --to to another address[.]\nNothing was sent[.]\n$/,
    )
    const none = await typed('outbox', 'retry', 'no\u001B[2Jne', '--yes')
    expect(none.code).toBe(1)
    expect(none.stderr).toMatch(
      /^There is no letter \P{Cc}+ has their ids[.]\nNothing was sent[.]$/mu,
    )
    expect((await typed('outbox', 'show', 'n\u001Bne')).stderr).toMatch(
      /^There is no letter \P{Cc}+$/mu,
    )

    relay.refuses = () => ({ to: 'RCPT', code: 550 })
    await sendMessage({ subject: 'Another' })
    const refused = () => listed('list', '--state', 'refused-for-good')
    await expect.poll(refused).toHaveLength(2)
    const ids = [...(await refused()), ...(sent ? [sent] : [])].map(({ id }) => id)
    expect((await typed('outbox', 'retry', ...ids, '--yes')).code).toBe(1)
    expect(await refused()).toHaveLength(2)
    expect(await journal()).toEqual([])
  })

  test('a letter that was sent goes once more if that is said, as another one, and to an address put right', async () => {
    const wrong = 'ravi@exampel.com'
    await sendMessage({ email: wrong })
    await expect.poll(() => relay.taken.length).toBe(2)
    await api.letterQueueEmpty()
    const { id = '' } = (await rows()).find(({ to_address }) => to_address === wrong) ?? {}
    const toRavi = async () => {
      const read = relay.taken.map(async ({ to, message }) => ({
        recipient: to[0],
        ...(await PostalMime.parse(message)),
      }))
      return (await Promise.all(read)).filter(({ subject }) => !subject?.startsWith('Contact form'))
    }
    const asked = await typed('outbox', 'retry', id, '--to', ravi.email)
    expect(asked).toMatchObject({
      code: 1,
      stderr: 'Nothing was sent: nobody can be asked here. Add --yes.\n',
    })
    const nobody = await typed('outbox', 'retry', id, '--to', 'ravi', '--yes')
    expect(nobody).toMatchObject({
      code: 1,
      stderr: 'ravi is not an e-mail address. Nothing was done.\n',
    })
    for (const [at, how] of [['--sent'], ['--to', ravi.email]].entries()) {
      expect(await typed('outbox', 'retry', id, ...how, '--yes')).toMatchObject({ code: 0 })
      api.services.outbox.wake()
      await expect.poll(() => relay.taken.length).toBe(3 + at)
      await api.letterQueueEmpty()
    }
    const letters = await toRavi()
    expect(letters.map(({ recipient }) => recipient)).toEqual([wrong, wrong, ravi.email])
    expect(new Set(letters.map(({ messageId }) => messageId)).size).toBe(3)
    expect(new Set(letters.map(({ text }) => text)).size).toBe(1)
    expect((await rows()).find((row) => row.id === id)).toMatchObject({
      to_address: ravi.email,
      resent: 2,
    })
    const entries = await journal()
    expect(entries).toMatchObject([
      { did: 'outbox retry', subject: id, detail: 'also if sent, to another address' },
      { did: 'outbox retry', subject: id, detail: 'also if sent' },
    ])
    expect(JSON.stringify(entries)).not.toContain('@')
    const two = await typed('outbox', 'retry', id, `${id}x`, '--to', ravi.email)
    expect(two).toMatchObject({ code: 2, stderr: expect.stringContaining('--to is for one') })
  })

  test('it makes no sense to name letters and all, or neither', async () => {
    for (const words of [['retry'], ['retry', 'x', '--all']]) {
      const { code, stderr } = await typed('outbox', ...words)
      expect({ code, first: stderr.split('\n')[0] }).toMatchObject({
        code: 2,
        first: 'name letters, or say --all',
      })
    }
  })
})

test('on a terminal it asks, and only "y" lets a letter go out', async () => {
  const relay = await startRelay()
  relay.refuses = () => ({ to: 'RCPT', code: 550 })
  const api = await startApi({ SMTP_URL: `smtp://127.0.0.1:${relay.port}` })
  const environment = { DATA_DIR: api.dataDir }
  const refused = async () => {
    const { stdout } = await council(['outbox', '--json'], { environment })
    return JSON.parse(stdout).filter(({ state }: { state: string }) => state === 'refused-for-good')
  }
  await api.post(messageForm(), {}, '/api/contact/')
  await expect.poll(async () => (await refused()).length).toBe(2)
  const words = ['outbox', 'retry', '--all']
  const no = await council(words, { environment, terminal: { answer: keys.enter } })
  expect(no.shown).toContain('Send 2 letters again? [y/N]')
  expect(no.code).toBe(1)
  expect(await refused()).toHaveLength(2)
  const yes = await council(words, { environment, terminal: { answer: `y${keys.enter}` } })
  expect(yes).toMatchObject({ code: 0, shown: expect.stringContaining('2 letters go out again') })
  await api.close()
  await relay.stop()
})
