import { once } from 'node:events'
import { createServer } from 'node:net'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Certificate,
  makeCertificate,
  type Refusal,
  startRelay,
} from '@naic/test/support/start-relay.ts'
import { describeMailer } from '@naic/test/support/describe-mailer.ts'
import { letter } from '@naic/test/support/trial-outbox.ts'
import { type Mailer, RefusedForGood } from './mailer.ts'
import { type MailRelay, openSmtpMailer } from './smtp-mailer.ts'
import { portOf } from '@naic/test/support/port-of.ts'

const council = { name: 'Council', address: 'office@example.org' }
const impatient = { connectMs: 500, silenceMs: 500 }
const first = letter('letter-1')
const second = letter('letter-2')

const at = (port: number, changes: Partial<MailRelay> = {}): MailRelay => ({
  host: '127.0.0.1',
  port,
  secure: false,
  requireTls: false,
  login: undefined,
  ...changes,
})

let certificate: Certificate
let others: Certificate
const usual = tls.getCACertificates('default')
beforeAll(async () => {
  certificate = await makeCertificate('127.0.0.1')
  others = await makeCertificate('relay.example.org')
  tls.setDefaultCACertificates([...usual, certificate.cert, others.cert])
})
afterAll(() => tls.setDefaultCACertificates(usual))

describeMailer('A mail relay', async () => {
  let relay = await startRelay()
  const mailer = openSmtpMailer(at(relay.port), council, impatient)
  return {
    mailer,
    arrived: () => Promise.resolve(relay.taken.map(({ message }) => message)),
    breakDown: async () => {
      await relay.stop()
      return async () => {
        relay = await startRelay({ port: relay.port })
      }
    },
    remove: async () => {
      mailer.close?.()
      await relay.stop()
    },
  }
})

let relay: Awaited<ReturnType<typeof startRelay>>
let mailer: Mailer
beforeEach(async () => {
  relay = await startRelay()
  mailer = openSmtpMailer(at(relay.port), council, impatient)
})
afterEach(async () => {
  mailer.close?.()
  await relay.stop()
})

/** Another relay in place of the usual one. */
async function use(options: Parameters<typeof startRelay>[0], changes: Partial<MailRelay> = {}) {
  mailer.close?.()
  await relay.stop()
  relay = await startRelay(options)
  mailer = openSmtpMailer(at(relay.port, changes), council, impatient)
}

/** @returns whether it was refused for good, or only for now. */
const refused = (one = first) =>
  mailer.send(one).then(
    () => 'taken',
    (error: unknown) => (error instanceof RefusedForGood ? 'for good' : 'for now'),
  )

describe('a letter that is refused', () => {
  test.each<[string, Refusal]>([
    ['for now', { to: 'RCPT', code: 450 }],
    ['for good', { to: 'RCPT', code: 550 }],
    ['for good', { to: 'DATA', code: 554 }],
    // What the relay has against us, not against the letter.
    ['for now', { to: 'MAIL', code: 550 }],
    ['for now', { to: 'RCPT', code: 530 }],
    ['for now', { to: 'RCPT', code: 554, text: '5.7.1 Relay access denied' }],
    ['for now', { to: 'RCPT', code: 550, text: '5.1.8 Sender unknown' }],
    ['for now', { to: 'DATA', code: 535 }],
  ])('%s: the answer is %j, and the next letter goes out', async (how, refusal) => {
    relay.refuses = () => refusal
    expect(await refused()).toBe(how)
    relay.refuses = () => undefined
    expect(await refused(second)).toBe('taken')
  })
})

describe('a relay', () => {
  test('that refuses is quoted', async () => {
    relay.refuses = () => ({ to: 'RCPT', code: 550, text: 'No such person here' })
    await expect(mailer.send(first)).rejects.toThrow(/No such person here/)
  })

  test('that does not answer is waited for a while only, and does not hold up others', async () => {
    let goOn = () => {}
    relay.pause = new Promise((resolve) => (goOn = resolve))
    expect(await refused()).toBe('for now')
    relay.pause = undefined
    expect(await refused(second)).toBe('taken')
    goOn()
  })

  test('that closes the connection after the message gets it again', async () => {
    relay.dropsAfterData = true
    expect(await refused()).toBe('for now')
    relay.dropsAfterData = false
    await mailer.send(first)
    expect([relay.given.length, relay.taken.length]).toEqual([2, 1])
  })

  test('that is slow is left when the mailer is closed, and the letter fails for now', async () => {
    let goOn = () => {}
    relay.pause = new Promise((resolve) => (goOn = resolve))
    mailer = openSmtpMailer(at(relay.port), council)
    const sending = refused()
    await expect.poll(() => relay.given.length).toBe(1)
    mailer.close?.()
    expect(await sending).toBe('for now')
    goOn()
  })
})

describe('over TLS', () => {
  test.each([
    ['STARTTLS where it is offered', { secure: false }],
    ['smtps', { secure: true }],
  ])('a letter goes by %s, with the login that the relay wants', async (_what, { secure }) => {
    const login = { user: 'office@example.org', password: 'p@ss:w/ord %' }
    await use(
      { certificate, secure, login },
      { secure, login: { ...login, password: () => login.password } },
    )
    await mailer.send(first)
    expect(relay.taken).toMatchObject([{ isSafe: true }])
    expect(relay.logins).toEqual([`${login.user}:${login.password}`])
  })

  const login = { user: 'office', password: 'secret' }
  const ours = { login: { ...login, password: () => login.password } }
  const another = () => ({ certificate: others })
  const unknown = async () => ({ certificate: await makeCertificate('127.0.0.1') })
  test.each<[string, Partial<MailRelay>, () => object]>([
    ['with a certificate for another name', { secure: false }, another],
    ['with a certificate for another name, by smtps', { secure: true }, another],
    ['with a certificate of an unknown authority', { secure: false }, unknown],
    ['with a certificate of an unknown authority, by smtps', { secure: true }, unknown],
    ['without it, where it is required', { requireTls: true }, () => ({})],
  ])('a relay %s gets nothing', async (_what, how, wrong) => {
    await use({ ...(await wrong()), secure: how.secure ?? false, login }, { ...how, ...ours })
    expect(await refused()).toBe('for now')
    expect([relay.given, relay.logins]).toEqual([[], []])
  })

  test('a relay that offers STARTTLS and breaks it gets nothing', async () => {
    const heard: string[] = []
    const liar = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('220 ready\r\n')
      socket.on('data', (bytes) => {
        heard.push(bytes.toString('latin1'))
        if (heard.at(-1)?.startsWith('EHLO')) socket.write('250-liar\r\n250 STARTTLS\r\n')
        else socket.write('220 go on\r\n250 in plain words\r\n')
      })
    })
    mailer = openSmtpMailer(at(await portOf(liar)), council, impatient)
    expect(await refused()).toBe('for now')
    expect(heard.slice(0, 2).map((line) => line.split(/\s/)[0])).toEqual(['EHLO', 'STARTTLS'])
    expect(heard.join('')).not.toMatch(/MAIL FROM|asha/i)
    liar.close()
  })
})

test('a wrong login is refused for now, and the failure does not tell the password', async () => {
  const login = { user: 'office@example.org', password: 'right' }
  await use({ certificate, login }, { login: { user: 'office', password: () => 'not-this-one' } })
  expect(await refused()).toBe('for now')
  await expect(mailer.send(first)).rejects.toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('not-this-one') }),
  )
  expect(relay.given).toEqual([])
})

test('a relay that talks without end is cut off, and the next letter goes out', async () => {
  const nagging = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 relay.example.org\r\n')
    const more = setInterval(() => socket.write('250-and another thing\r\n'), 50)
    socket.on('close', () => clearInterval(more))
    brokenOff.then(() => socket.destroy())
  })
  const port = await portOf(nagging)
  mailer = openSmtpMailer(at(port), council, { ...impatient, handOverMs: 1_000 })
  const brokenOff = expect(mailer.send(first)).rejects.toThrow(/./)
  await brokenOff

  nagging.close()
  await once(nagging, 'close')
  await relay.stop()
  relay = await startRelay({ port })
  await mailer.send(first)
  expect(relay.taken).toHaveLength(1)
})
