import { X509Certificate } from 'node:crypto'
import { chmod, cp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer } from 'node:net'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeEach, expect, test } from 'vitest'
import { formData } from '@naic/test/support/ashas-form.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'
import { startApi } from '@naic/test/support/start-api.ts'
import { makeCertificate, startRelay } from '@naic/test/support/start-relay.ts'
import { startScanner } from '@naic/test/support/start-scanner.ts'
import { TestWitness } from '@naic/test/support/start-witness.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'
import { readConfig } from '@naic/house/config.ts'
import { examineFromOutside } from './examine-services.ts'
import { examine, type Finding } from './examine.ts'
import { portOf } from '@naic/test/support/port-of.ts'

const secret = 'a-secret-of-ours'

const folder = eachTest(newFolder)
const relay = eachTest(() => startRelay())
const scanner = eachTest(() => startScanner())
/** With which nothing is wrong. */
const settings = () => ({
  // Of this machine alone, where invented facts do no harm.
  SITE_URL: 'https://naic.localhost',
  STAFF_EMAIL: 'desk@naic.example',
  MAIL_FROM: 'office@naic.example',
  TRUST_PROXY: '127.0.0.1',
  TASK_FORM_URL: 'https://forms.example.org/tasks',
  BACKUP_STATE: folder.path,
  SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
  CLAMAV_URL: scanner.url,
})
const api = eachTest(() => startApi(settings()))
beforeEach(async () => {
  // As deploy/naic-backup and deploy/naic-rehearsal do.
  const at = new Date().toISOString()
  const backup = { at, file: '/backups/naic-1.tar.age', bytes: 1 }
  await writeFile(folder.file('backup.json'), JSON.stringify(backup))
  const rehearsal = { ...backup, outcome: 'restored', restoredAt: at }
  await writeFile(folder.file('rehearsal.json'), JSON.stringify(rehearsal))
  await chmod(api.dataDir, 0o700)
})

const inData = (...names: string[]) => path.join(api.dataDir, ...names)

async function look(more: Record<string, string> = {}) {
  const there = { DATA_DIR: api.dataDir, PORT: new URL(api.url).port }
  const all: Record<string, string> = { ...settings(), ...there, ...more }
  const read = (without: readonly string[]) =>
    readConfig(Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name))))
  const findings: Finding[] = []
  for await (const one of examine(read)) findings.push(one)
  return {
    findings,
    notRight: findings
      .filter(({ state }) => state !== 'right')
      .map((one) => `${one.of}: ${one.state}`),
    of: (of: string) => findings.filter((one) => one.of === of),
    says: (of: string) => findings.filter((one) => one.of === of).map(({ says }) => says),
  }
}

/** As somebody who has the machine. */
function byHand(statement: string): void {
  using sqlite = new DatabaseSync(inData('naic.sqlite'))
  sqlite.exec(statement)
}

test('a healthy installation is looked at in every part, and stays as it was', async () => {
  await api.post(formData())
  await api.letterQueueEmpty()
  const contents = async () => {
    const files = await readdir(api.dataDir, { recursive: true })
    return files.filter((file) => !/-(shm|wal)$/.test(file)).toSorted()
  }
  const before = await contents()
  const { findings, notRight } = await look()
  expect(notRight).toEqual([])
  expect([...new Set(findings.map(({ of }) => of))].join(', ')).toBe(
    'settings, data folder, database, resumes, mail relay, letters, keys, log, launch, backups, rehearsal, server, virus scanner',
  )
  expect(await contents()).toEqual(before)
  expect(relay.taken).toHaveLength(2)
})

test('of the desk for the staff, its address and who is missing there are told', async () => {
  const atDesk = { DESK_URL: 'https://desk.localhost' }
  expect((await look()).of('desk')).toEqual([])
  const at = new Date().toISOString()
  byHand(`INSERT INTO staff (id, name, roles, added_at, suspended_at) VALUES ('1', 'Nandini Rao', 'reviewer keeper', '${at}', NULL),
    ('2', 'Kabir Shah', 'issuer', '${at}', '${at}')`)
  byHand(`INSERT INTO staff_invitation VALUES ('x', '1', '2026-01-01T00:00:00.000Z', NULL)`)
  const desk = (await look(atDesk)).of('desk')
  expect(desk.map(({ says }) => says)).toEqual([
    'The staff reach it at https://desk.localhost; their passkeys count for desk.localhost alone.',
    'The invitation of Nandini Rao has expired unused.',
    expect.stringContaining('issuer'),
  ])
  expect(desk.at(-1)?.advice).toContain('council staff add "NAME" --role issuer')
  byHand(`UPDATE staff_invitation SET made_at = '${at}'`)
  byHand('UPDATE staff SET suspended_at = NULL')
  byHand(`INSERT INTO staff_passkey VALUES ('p', '2', 'key', '0', '${at}', NULL)`)
  // She has come in: a second invitation that nobody uses is nobody's concern.
  byHand(`INSERT INTO staff_invitation VALUES ('y', '2', '2026-01-01T00:00:00.000Z', NULL)`)
  expect((await look(atDesk)).says('desk')).toContain(
    '2 of the staff may work there, and every part is somebody’s.',
  )
})

test('invented facts are named with their file, and sample certificates with their IDs', async () => {
  const told = (await look({ SITE_URL: 'https://naic.example' })).of('launch')
  expect(told.map(({ state }) => state)).toEqual(told.map(() => 'warning'))
  const text = told.map(({ says, advice }) => `${says} ${advice}`).join('\n')
  for (const file of ['organisation', 'partners', 'testimonials', 'programme']) {
    expect(text).toContain(`content/${file}.json`)
  }
  expect(text).toContain('Not yet given: when the fee is paid.')
  expect(text).toContain('info@example.org')
  expect(text).toContain('NAIC25A7K2M')
})

test('settings that are wrong are each told, and nothing else is looked at before', async () => {
  const wrong = await look({ PORT: 'http', LETTERS_PER_HOUR: 'many' })
  expect(wrong.says('settings')).toEqual([
    expect.stringMatching(/^PORT must be/),
    expect.stringMatching(/^LETTERS_PER_HOUR must be/),
  ])
  expect(wrong.findings).toHaveLength(2)
  const { says } = await look({ SITE_URL: 'https://other.localhost' })
  expect(says('log')).toEqual([
    'Certificates are signed for https://naic.localhost, and SITE_URL is https://other.localhost.',
  ])
})

test('a relay that refuses the login is wrong, and the password is not shown', async () => {
  const certificate = await makeCertificate('127.0.0.1')
  const strict = await startRelay({ certificate, login: { user: 'naic', password: 'another' } })
  const login = { SMTP_URL: `smtp://naic@127.0.0.1:${strict.port}`, SMTP_PASSWORD: secret }
  const untrusted = await look(login)
  expect(untrusted.notRight).toEqual(['mail relay: wrong'])
  const usual = getCACertificates()
  setDefaultCACertificates([...usual, certificate.cert])
  const refused = await look(login)
  setDefaultCACertificates(usual)
  expect(refused.says('mail relay')).toEqual([expect.stringContaining('535')])
  expect(JSON.stringify([untrusted, refused])).not.toContain(secret)
  expect(strict.logins).toEqual([`naic:${secret}`])
  await strict.stop()
  expect((await look({ SMTP_URL: '' })).notRight).toEqual(['mail relay: warning'])
})

test('letters that were refused or wait long are warnings', async () => {
  relay.refuses = (recipient) =>
    recipient === 'desk@naic.example' ? { to: 'RCPT', code: 550 } : { to: 'RCPT', code: 450 }
  await api.post(messageForm(), {}, '/api/contact/')
  const { read } = api.services.database
  const attempts = read.selectFrom('letter').select('attempts')
  await expect
    .poll(async () => (await attempts.execute()).map((row) => row.attempts))
    .toEqual([1, 1])
  const early = new Date(Date.now() - 60 * 60_000).toISOString()
  byHand(`UPDATE letter SET created_at = '${early}'`)
  const found = await look()
  expect(found.notRight).toEqual(['letters: warning', 'letters: warning'])
  expect(found.says('letters')).toEqual([
    '1 letter waits, the oldest for 60 minutes.',
    'Refused for good: 1. Given up: 0.',
  ])
})

test('a private key that others can read, one of no use, or one that is gone, is told', async () => {
  const key = (await readdir(inData('keys'))).find((file) => file.startsWith('key-')) ?? ''
  await chmod(inData('keys', key), 0o644)
  await writeFile(inData('keys', 'key-1999.pem'), 'old', { mode: 0o600 })
  const open = await look()
  expect(open.notRight.toSorted()).toEqual(['keys: warning', 'keys: wrong'])
  expect(open.says('keys').toSorted()).toEqual([
    `${inData('keys', 'key-1999.pem')} is the private half of no key that signs.`,
    `${inData('keys', key)} can be read by other users of this machine.`,
  ])
  await rename(inData('keys'), inData('away'))
  const gone = await look()
  expect(gone.says('keys')).toEqual([expect.stringContaining('no server starts')])
  expect(gone.says('log')).toEqual([])
  expect(await readdir(api.dataDir)).not.toContain('keys')
})

test('a database of another version is told, and the rest is still looked at', async () => {
  byHand("INSERT INTO kysely_migration VALUES ('999-to-come', '2030')")
  const newer = await look()
  expect(newer.of('database')).toMatchObject([
    { state: 'wrong', says: expect.stringContaining('which knows 999-to-come') },
  ])
  expect(newer.of('mail relay')[0]?.state).toBe('right')
  expect(newer.says('letters')[0]).toContain('Not looked at')
})

test('a database that is damaged is wrong', async () => {
  const copy = folder.file('copy')
  await cp(api.dataDir, copy, { recursive: true })
  const file = path.join(copy, 'naic.sqlite')
  for (const more of ['-wal', '-shm']) await rm(`${file}${more}`, { force: true })
  const bytes = await readFile(file)
  bytes.fill(0x5a, 8_192, 16_384)
  await writeFile(file, bytes)
  const [found] = (await look({ DATA_DIR: copy })).of('database')
  expect(found).toMatchObject({ state: 'wrong', says: expect.stringMatching(/damage/) })
})

test('a data folder that others can read, or that lacks a part, is reported', async () => {
  await chmod(api.dataDir, 0o755)
  expect((await look()).says('data folder')).toEqual([
    `${api.dataDir} can be read by other users of this machine.`,
    expect.stringContaining('MB left'),
  ])
  await rename(inData('tmp'), inData('away'))
  const away = await look()
  await rename(inData('away'), inData('tmp'))
  expect(away.notRight).toEqual(['data folder: wrong', 'resumes: wrong', 'server: wrong'])
  expect(away.says('server')).toEqual([expect.stringContaining('(503 to /ready)')])
})

test('of a bucket that is tried again and again, doctor says in the end what is wrong with it', async () => {
  const busy = createHttpServer(
    (_asked, to) => void setTimeout(() => to.writeHead(503).end(), 3_000),
  )
  const found = await look({
    FILES_URL: `s3://naic/site?endpoint=http://127.0.0.1:${await portOf(busy)}`,
    AWS_ACCESS_KEY_ID: 'ours',
    AWS_SECRET_ACCESS_KEY: secret,
  })
  const says = [expect.stringContaining('answered 503')]
  expect([found.says('resumes'), found.says('log')]).toEqual([says, says])
  busy.close()
})

test('a relay, a server or a scanner that does not answer is told, and not waited for', async () => {
  const none = await look({
    PORT: '2',
    CLAMAV_URL: 'tcp://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
  })
  expect(none.notRight).toEqual(['mail relay: wrong', 'server: wrong', 'virus scanner: wrong'])
  expect(none.says('mail relay')).toEqual([expect.stringContaining('ECONNREFUSED')])
  expect(none.says('server')).toEqual(['No server answers at http://127.0.0.1:2.'])
  scanner.behave('speaks another language')
  expect((await look()).notRight).toEqual(['virus scanner: wrong'])

  const silent = createServer(() => undefined)
  const port = await portOf(silent)
  const place = `127.0.0.1:${port}`
  const waited = await look({
    CLAMAV_URL: `tcp://${place}`,
    SMTP_URL: `smtp://${place}`,
    PORT: String(port),
  })
  expect(waited.notRight).toEqual(['mail relay: wrong', 'server: wrong', 'virus scanner: wrong'])
  silent.close()
})

test('a witness that is silent is told, until it signs', async () => {
  const witness = await TestWitness.start()
  const log = async () => (await look({ WITNESSES: witness.vkey })).of('log').at(-1)
  expect(await log()).toMatchObject({
    state: 'wrong',
    says: `WITNESSES names ${witness.name}, who signed nothing within a day. Without them no certificate is shown as genuine.`,
  })
  byHand(`INSERT INTO witness_cosignature (vkey, size, cosigned_at, line)
    SELECT '${witness.vkey}', max(size), '${new Date().toISOString()}', '' FROM log_checkpoint`)
  expect(await log()).toMatchObject({ state: 'right' })
  await witness.close()
})

test('SITE_URL must answer, be this site, and go on speaking TLS', async () => {
  const seen = (siteUrl: string, now = new Date()) =>
    examineFromOutside({ siteUrl }, api.services.database, { now })
  expect(await seen(api.url)).toMatchObject({ state: 'right' })
  const certificate = await makeCertificate('127.0.0.1')
  let answer = 'Welcome to nginx!'
  const proxy = createHttpsServer(certificate, (_asked, to) => to.end(answer))
  const outside = `https://127.0.0.1:${await portOf(proxy)}`
  const says = (words: string) => expect.stringContaining(words)
  expect(await seen(outside)).toMatchObject({ state: 'warning', says: says('no browser trusts') })
  setDefaultCACertificates([...getCACertificates(), certificate.cert])
  expect(await seen(outside)).toMatchObject({ state: 'wrong', says: says('is not this site') })
  answer = await (await fetch(`${api.url}/log/checkpoint`)).text()
  expect(await seen(outside)).toMatchObject({ state: 'right', says: says('ends in') })
  const { valid_to: end } = new X509Certificate(certificate.cert).toLegacyObject()
  const late = new Date(Date.parse(end) - 24 * 60 * 60_000)
  expect(await seen(outside, late)).toMatchObject({ state: 'warning', says: says('24 hours') })
  proxy.closeAllConnections()
  await new Promise((closed) => proxy.close(closed))
  expect(await seen(outside)).toMatchObject({ state: 'wrong', says: says('ECONNREFUSED') })
})
