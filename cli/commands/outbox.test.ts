import PostalMime from 'postal-mime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { councilOnTerminal, keys } from '#test/support/council-on-terminal.ts'
import { dataEngines } from '#test/support/data-engines.ts'
import { messageForm, ravi } from '#test/support/ravis-message.ts'
import { runCouncil } from '#test/support/run-council.ts'
import { type Api, startApi } from '#test/support/start-api.ts'
import { startRelay } from '#test/support/start-relay.ts'

const staff = 'staff@example.org'
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT.+Z$/)

describe.each(dataEngines)('on $name', ({ prepare }) => {
  let place: Awaited<ReturnType<typeof prepare>>
  let relay: Awaited<ReturnType<typeof startRelay>>
  let api: Api
  beforeEach(async () => {
    place = await prepare()
    relay = await startRelay()
    api = await startApi({ ...place.settings, SMTP_URL: `smtp://127.0.0.1:${relay.port}` })
  })
  afterEach(async () => {
    await api.close()
    await relay.stop()
    await place.remove()
  })

  const council = (...words: string[]) => runCouncil(api.dataDir, words, place.settings)
  type Listed = { state: string; id: string; to: string; subject: string; why: string | null }
  const listed = async (...words: string[]): Promise<Listed[]> => {
    const { output, status } = await council('outbox', ...words, '--json')
    expect(status).toBe(0)
    return JSON.parse(output).toSorted((a: Listed, b: Listed) => (a.state < b.state ? 1 : -1))
  }
  const journal = async () => JSON.parse((await council('journal', '--json')).output)
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
    const alone = await council('outbox')
    expect(alone).toEqual({ status: 0, output: '', errors: 'All letters were sent.\n' })
    expect((await listed('--state', 'sent')).map(({ to }) => to).toSorted()).toEqual([
      ravi.email,
      staff,
    ])
    const one = await council('outbox', 'list', '--state', 'all', '--newest', '1', '--csv')
    expect(one.output.trim().split('\r\n')).toHaveLength(2)
    expect(one.errors).toBe('These are the 1 newest of 2. --newest 2 shows all.\n')
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
    const table = await council('outbox')
    expect(table.output).toMatch(/^State +Letter +To/)
    expect(table.output).toMatch(/ 1 {2}550 No <staff@example[.]org> /)
    expect(table.output).not.toContain('\u009B')
    expect(api.logged.join('')).toContain('outbox: refused for good')
    expect(api.logged.join('')).not.toMatch(/staff@|ravi|Later/i)

    relay.refuses = () => undefined
    const dry = await council('outbox', 'retry', good, '--dry-run')
    expect(dry).toEqual({
      status: 0,
      output: '',
      errors: '1 letter would go out again. Nothing was done.\n',
    })
    const unasked = await council('outbox', 'retry', good)
    expect(unasked).toMatchObject({ status: 1, errors: expect.stringContaining('Add --yes.') })
    expect(await listed('list', '--state', 'refused-for-good')).toHaveLength(1)

    const one = await council('outbox', 'retry', good, '--yes')
    expect(one).toMatchObject({ status: 0, errors: expect.stringContaining('1 letter goes') })
    api.services.outbox.wake()
    await expect.poll(() => relay.taken.map(({ to }) => to)).toEqual([[staff]])
    await expect
      .poll(async () => (await listed()).map(({ state }) => state))
      .toEqual(['refused-for-now'])

    expect(await council('outbox', 'retry', '--all', '--yes')).toMatchObject({ status: 0 })
    api.services.outbox.wake()
    await expect.poll(() => relay.taken.map(({ to }) => to)).toEqual([[staff], [ravi.email]])
    await api.letterQueueEmpty()
    expect(await listed()).toEqual([])
    expect(await council('outbox', 'retry', '--all')).toMatchObject({
      status: 0,
      errors: 'No letter was refused or given up.\n',
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
    const { output, status } = await council('outbox', 'show', good)
    expect(status).toBe(0)
    expect(output).toMatch(/^To: +The staff <staff@example[.]org>$|^To: +.*staff@example[.]org>?$/m)
    expect(output).toContain(`Reply to:  ${ravi.name} <${ravi.email}>\n`)
    expect(output).toContain(`Subject:   Contact form: ${ravi.subject}\n`)
    expect(output).toMatch(/^State: +refused for good at .+Z, after 1 try; the relay said: .*550/m)
    expect(output).toContain(String.raw`
First line
\u{1b}[2JSecond\u{202e} line
`)
    const same = await council('outbox', 'show', good, '--json')
    expect(same.output).not.toContain('\u001B')
    expect(same.output).not.toContain('\u202E')
    expect(JSON.parse(same.output).body).toBe('First line\n\u001B[2JSecond\u202E line\n')
    const json = JSON.parse((await council('outbox', 'show', now, '--json')).output)
    expect(json).toMatchObject({ id: now, state: 'refused-for-now', to: { address: ravi.email } })
    expect(json.body).toContain('We have received your message.')

    const [, reference = ''] = /Your reference: (\S+)/.exec(json.body) ?? []
    const both = await council('outbox', 'show', reference.toLowerCase().replaceAll('-', ''))
    expect(both.status).toBe(1)
    expect(both.errors).toContain(good)
    expect(both.errors).toContain(now)
  })

  test('a letter that is not there, or was sent, is not put up again, and neither is what is with it', async () => {
    await sendMessage()
    await api.letterQueueEmpty()
    const [sent] = await rows()
    const was = await council('outbox', 'retry', sent?.id ?? '', '--yes')
    expect(was).toMatchObject({ status: 1, output: '' })
    expect(was.errors).toMatch(
      /^The letter \S+ was sent at .+; --sent sends it once more, and --to to another address[.]\nNothing was done[.]\n$/,
    )
    const none = await council('outbox', 'retry', 'no\u001B[2Jne', '--yes')
    expect(none.status).toBe(1)
    expect(none.errors).toMatch(
      /^There is no letter \P{Cc}+ has their ids[.]\nNothing was done[.]$/mu,
    )
    expect((await council('outbox', 'show', 'n\u001Bne')).errors).toMatch(
      /^There is no letter \P{Cc}+$/mu,
    )

    relay.refuses = () => ({ to: 'RCPT', code: 550 })
    await sendMessage({ subject: 'Another' })
    const refused = () => listed('list', '--state', 'refused-for-good')
    await expect.poll(refused).toHaveLength(2)
    const ids = [...(await refused()), ...(sent ? [sent] : [])].map(({ id }) => id)
    expect((await council('outbox', 'retry', ...ids, '--yes')).status).toBe(1)
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
    const asked = await council('outbox', 'retry', id, '--to', ravi.email)
    expect(asked).toMatchObject({
      status: 1,
      errors: `Nothing was done: 1 letter would go out again to ${ravi.email}. Add --yes.\n`,
    })
    const nobody = await council('outbox', 'retry', id, '--to', 'ravi', '--yes')
    expect(nobody).toMatchObject({
      status: 1,
      errors: 'ravi is not an e-mail address. Nothing was done.\n',
    })
    for (const [at, how] of [['--sent'], ['--to', ravi.email]].entries()) {
      expect(await council('outbox', 'retry', id, ...how, '--yes')).toMatchObject({ status: 0 })
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
    const two = await council('outbox', 'retry', id, `${id}x`, '--to', ravi.email)
    expect(two).toMatchObject({ status: 2, errors: expect.stringContaining('--to is for one') })
  })

  test('it makes no sense to name letters and all, or neither, or to use the option of before', async () => {
    for (const words of [['retry'], ['retry', 'x', '--all']]) {
      const { status, errors } = await council('outbox', ...words)
      expect({ status, first: errors.split('\n')[0] }).toEqual({
        status: 2,
        first: 'name letters, or say --all',
      })
    }
    const { status, errors } = await council('outbox', '--retry', 'all')
    expect(status).toBe(2)
    expect(errors).toContain('"npm run --silent council -- outbox retry --all"')
  })
})

test('on a terminal it asks, and only "y" lets a letter go out', async () => {
  const relay = await startRelay()
  relay.refuses = () => ({ to: 'RCPT', code: 550 })
  const api = await startApi({ SMTP_URL: `smtp://127.0.0.1:${relay.port}` })
  const refused = async () => {
    const { output } = await runCouncil(api.dataDir, ['outbox', '--json'])
    return JSON.parse(output).filter(({ state }: { state: string }) => state === 'refused-for-good')
  }
  await api.post(messageForm(), {}, '/api/contact/')
  await expect.poll(async () => (await refused()).length).toBe(2)
  const words = ['outbox', 'retry', '--all']
  const no = await councilOnTerminal(api.dataDir, words, keys.enter)
  expect(no.shown).toContain('Send 2 letters again? [y/N]')
  expect(no.status).toBe(1)
  expect(await refused()).toHaveLength(2)
  const yes = await councilOnTerminal(api.dataDir, words, `y${keys.enter}`)
  expect(yes).toMatchObject({ status: 0, shown: expect.stringContaining('2 letters go out again') })
  await api.close()
  await relay.stop()
})
