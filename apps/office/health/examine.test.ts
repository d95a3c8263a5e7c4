import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formData } from '@naic/test/support/ashas-form.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'
import { password, SigningFolder, startTimestamps } from '@naic/test/support/pdf-signing.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'
import { makeCertificate, startRelay } from '@naic/test/support/start-relay.ts'
import { startScanner } from '@naic/test/support/start-scanner.ts'
import { readConfig } from '@naic/installation/config.ts'
import { examine, type ExamineOptions } from './examine.ts'
import type { Finding } from './finding.ts'

const hourMs = 60 * 60_000
const secret = 'a-secret-of-ours'

let folder: string
let relay: Awaited<ReturnType<typeof startRelay>>
let scanner: Awaited<ReturnType<typeof startScanner>>
let api: Api
/** With which nothing is wrong. */
let settings: Record<string, string>

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-examined-'))
  await writeFile(path.join(folder, 'naic-today.tar'), 'a backup')
  await leaveWord({ outcome: 'restored', restoredAt: new Date().toISOString() })
  relay = await startRelay()
  scanner = await startScanner()
  settings = {
    // Of this machine alone, where invented facts do no harm.
    SITE_URL: 'https://naic.localhost',
    STAFF_EMAIL: 'desk@naic.example',
    MAIL_FROM: 'office@naic.example',
    TRUST_PROXY: '127.0.0.1',
    TASK_FORM_URL: 'https://forms.example.org/tasks',
    BACKUP_STATE: folder,
    SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
    CLAMAV_URL: scanner.url,
  }
  api = await startApi(settings)
  await chmod(api.dataDir, 0o700)
  settings['DATA_DIR'] = api.dataDir
  settings['PORT'] = new URL(api.url).port
})
afterEach(async () => {
  await api.close()
  await relay.stop()
  await scanner.close()
  await rm(folder, { recursive: true })
})

const inData = (...names: string[]) => path.join(api.dataDir, ...names)

/** As deploy/naic-rehearsal does. */
const leaveWord = (note: object) =>
  writeFile(
    path.join(folder, 'rehearsal.json'),
    JSON.stringify({ at: new Date().toISOString(), file: '/backups/naic-1.tar.age', ...note }),
  )

async function look(more: Record<string, string> = {}, options: ExamineOptions = {}) {
  const all: Record<string, string> = { ...settings, ...more }
  const read = (without: readonly string[]) =>
    readConfig(Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name))))
  const findings: Finding[] = []
  for await (const one of examine(read, { backups: folder, ...options })) findings.push(one)
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
  const sqlite = new DatabaseSync(inData('naic.sqlite'))
  sqlite.exec(statement)
  sqlite.close()
}

test('a healthy installation is looked at in every part, and stays as it was', async () => {
  await api.post(formData())
  await api.letterQueueEmpty()
  const contents = async () =>
    (await readdir(api.dataDir, { recursive: true }))
      .filter((file) => !/-(shm|wal)$/.test(file))
      .toSorted()
  const before = await contents()
  const { findings, notRight } = await look()
  expect(notRight).toEqual([])
  expect([...new Set(findings.map(({ of }) => of))]).toEqual([
    'settings',
    'data folder',
    'database',
    'resumes',
    'mail relay',
    'letters',
    'keys',
    'log',
    'launch',
    'backups',
    'rehearsal',
    'server',
    'virus scanner',
  ])
  expect(await contents()).toEqual(before)
  expect(relay.taken).toHaveLength(2)
})

test('of the desk for the staff, its address and who is missing there are told', async () => {
  const atDesk = { DESK_URL: 'https://desk.localhost' }
  const advice = async () => (await look(atDesk)).of('desk').map(({ advice: one }) => one ?? '')
  expect((await look()).of('desk')).toEqual([])
  expect((await look(atDesk)).says('desk')).toEqual([
    'The staff reach it at https://desk.localhost; their passkeys count for desk.localhost alone.',
    'Nobody may work there.',
  ])
  const at = new Date().toISOString()
  byHand(`INSERT INTO staff VALUES ('1', 'Nandini Rao', 'reviewer keeper', '${at}', NULL),
    ('2', 'Kabir Shah', 'issuer', '${at}', '${at}')`)
  expect(await advice()).toEqual([
    '',
    'council staff invite "Nandini Rao"',
    'council staff role "NAME" --role issuer',
  ])
  byHand(`INSERT INTO staff_invitation VALUES ('x', '1', '2026-01-01T00:00:00.000Z', NULL, NULL)`)
  expect((await look(atDesk)).says('desk')).toContain(
    'The invitation of Nandini Rao has expired unused.',
  )
  byHand(`UPDATE staff_invitation SET made_at = '${at}'`)
  byHand('UPDATE staff SET suspended_at = NULL')
  byHand(`INSERT INTO staff_passkey VALUES ('p', '2', 'key', '0', '', '${at}', NULL)`)
  expect((await look(atDesk)).says('desk')).toContain(
    '2 of the staff may work there, and every part is somebody’s.',
  )
  expect((await look({ DESK_URL: 'http://desk.localhost' })).notRight).toEqual(['desk: warning'])
})

test('invented facts are named with their file, and sample certificates with their IDs', async () => {
  const told = (await look({ SITE_URL: 'https://naic.example' })).of('launch')
  expect(told.map(({ state }) => state)).toEqual(told.map(() => 'warning'))
  const text = told.map(({ says, advice }) => `${says} ${advice}`).join('\n')
  for (const file of ['organisation', 'partners', 'testimonials', 'programme']) {
    expect(text).toContain(`content/${file}.json`)
  }
  expect(text).toContain('Not yet given: when and how the fee is paid.')
  expect(text).toContain('info@example.org')
  expect(text).toContain('NAIC25A7K2M')
})

test('settings that are wrong are each told, and nothing else is looked at before', async () => {
  const wrong = await look({ PORT: 'http', VERIFY_LOG_HOURS: 'daily' })
  expect(wrong.notRight).toEqual(['settings: wrong', 'settings: wrong'])
  expect(wrong.findings.map(({ says }) => says)).toEqual([
    expect.stringMatching(/^PORT must be/),
    expect.stringMatching(/^VERIFY_LOG_HOURS must be/),
  ])
})

test('another SITE_URL than the one that certificates are signed for is wrong', async () => {
  const { says } = await look({ SITE_URL: 'https://other.localhost' })
  expect(says('log')).toEqual([
    'Certificates are signed for https://naic.localhost, and SITE_URL is https://other.localhost.',
  ])
})

test('a relay that is away or refuses the login is wrong, and the password is not shown', async () => {
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
  const away = await look({ SMTP_URL: 'smtp://127.0.0.1:1' })
  expect(away.says('mail relay')).toEqual([expect.stringContaining('ECONNREFUSED')])
  expect((await look({ SMTP_URL: '' })).notRight).toEqual(['mail relay: warning'])
})

test('letters that were refused or wait long are warnings', async () => {
  relay.refuses = (recipient) =>
    recipient === 'desk@naic.example' ? { to: 'RCPT', code: 550 } : { to: 'RCPT', code: 450 }
  await api.post(messageForm(), {}, '/api/contact/')
  const { build, read } = api.services.database
  const attempts = build.selectFrom('letter').select('attempts').compile()
  await expect.poll(async () => (await read(attempts)).map((row) => row.attempts)).toEqual([1, 1])
  const early = new Date(Date.now() - hourMs).toISOString()
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
  await rm(inData('keys', key))
  expect((await look()).says('keys')[0]).toMatch(/^The private key key-\d+ is missing/)
  await rename(inData('keys'), inData('away'))
  const gone = await look()
  expect(gone.says('keys')).toEqual([expect.stringContaining('no server starts')])
  expect(gone.says('log')).toEqual([])
  expect(await readdir(api.dataDir)).not.toContain('keys')
})

test('a database of another version is a warning, and the rest is still looked at', async () => {
  byHand("DELETE FROM kysely_migration WHERE name LIKE '001%'")
  const older = await look()
  expect(older.of('database')).toMatchObject([
    { state: 'warning', says: expect.stringContaining('001-first-schema is to come') },
  ])
  byHand("INSERT INTO kysely_migration VALUES ('999-to-come', '2030')")
  const newer = await look()
  expect(newer.of('database')).toMatchObject([
    { state: 'wrong', says: expect.stringContaining('which knows 999-to-come') },
  ])
  expect(newer.of('mail relay')[0]?.state).toBe('right')
  expect(newer.says('letters')[0]).toContain('Not looked at')
})

test('a database that is damaged, missing or not SQLite is wrong', async () => {
  const copy = path.join(folder, 'copy')
  await cp(api.dataDir, copy, { recursive: true })
  const file = path.join(copy, 'naic.sqlite')
  for (const more of ['-wal', '-shm']) await rm(`${file}${more}`, { force: true })
  const database = async () => (await look({ DATA_DIR: copy })).of('database')
  const bytes = await readFile(file)
  bytes.fill(0x5a, 8_192, 16_384)
  await writeFile(file, bytes)
  expect(await database()).toMatchObject([
    { state: 'wrong', says: expect.stringMatching(/damage/) },
  ])
  await writeFile(file, 'no database at all '.repeat(100))
  expect(await database()).toMatchObject([
    { state: 'wrong', says: expect.stringContaining('is damaged, or is no database') },
  ])
  await rm(file)
  expect(await database()).toMatchObject([
    { state: 'wrong', says: expect.stringContaining('where nothing is stored') },
  ])
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

test('more resumes without an application than the server removes by itself are named', async () => {
  await api.post(formData())
  const leave = async (count: number) => {
    for (let left = 0; left < count; left += 1) {
      await writeFile(inData('resumes', randomUUID()), 'bytes')
    }
  }
  const inTwoHours = async () =>
    (await look({}, { now: new Date(Date.now() + 2 * hourMs) })).of('resumes')
  await leave(3)
  expect((await inTwoHours()).map(({ state }) => state)).toEqual(['right'])
  await leave(4)
  // The file that the store is tried with may be among them, two hours from now.
  expect((await inTwoHours())[1]?.says).toMatch(
    /^[78] of the [89] resumes looked at belong to no application/,
  )
})

test('a backup is right for a day, then late, then wrong, as is a missing one', async () => {
  const newest = path.join(folder, 'naic-today.tar')
  await writeFile(path.join(folder, 'notes.txt'), 'no backup')
  const backups = async (at = folder) => (await look({}, { backups: at })).of('backups')
  for (const [hours, state] of [
    [0, 'right'],
    [37, 'warning'],
    [8 * 24, 'wrong'],
  ] as const) {
    const then = new Date(Date.now() - hours * hourMs)
    await utimes(newest, then, then)
    expect(await backups()).toMatchObject([{ state, says: expect.stringContaining(newest) }])
  }
  const unread = { state: 'wrong', says: expect.stringMatching(/cannot be read \(ENOENT\)[.]$/) }
  expect(await backups(path.join(folder, 'none'))).toMatchObject([unread])
  await rm(newest)
  const none = { state: 'wrong', says: expect.stringMatching(/^There is no backup in /) }
  expect(await backups()).toMatchObject([none])
})

test('of backups that this user may not read, the word counts that the last one left', async () => {
  const backups = async () => (await look({}, { backups: undefined })).of('backups')
  const unknown = { state: 'warning', says: expect.stringMatching(/^No backup has left word /) }
  expect(await backups()).toMatchObject([unknown])
  for (const [hours, state] of [
    [1, 'right'],
    [37, 'warning'],
    [8 * 24, 'wrong'],
  ] as const) {
    const at = new Date(Date.now() - hours * hourMs).toISOString()
    const note = { at, file: '/backups/naic-1.tar.age', bytes: 5_000_000 }
    await writeFile(path.join(folder, 'backup.json'), JSON.stringify(note))
    const says = expect.stringMatching(
      /^The newest backup, \/backups\/naic-1[.]tar[.]age, is .+4[.]8 MB[.]$/,
    )
    expect(await backups()).toMatchObject([{ state, says }])
  }
})

test('a backup that was made of damaged data is wrong, though it is new', async () => {
  const note = { at: new Date().toISOString(), file: '/naic.tar', bytes: 1, damaged: true }
  await writeFile(path.join(folder, 'backup.json'), JSON.stringify(note))
  const [found] = (await look({}, { backups: undefined })).of('backups')
  expect(found).toMatchObject({ state: 'wrong', says: expect.stringContaining('damaged here') })
})

test('a backup that nobody can restore is told of, and one that nobody has tried', async () => {
  const rehearsal = async () => (await look()).of('rehearsal')[0]
  const ago = (days: number) => new Date(Date.now() - days * 24 * hourMs).toISOString()
  expect(await rehearsal()).toMatchObject({ state: 'right' })
  for (const [note, state, says] of [
    [{ outcome: 'failed', restoredAt: ago(1) }, 'wrong', 'cannot be used'],
    [{ outcome: 'unfinished', restoredAt: ago(1) }, 'wrong', 'did not come to its end'],
    [{ outcome: 'complete' }, 'warning', 'the key that opens it is not here'],
    [{ outcome: 'complete', restoredAt: ago(30) }, 'right', 'restored and checked 30 days ago'],
    [{ outcome: 'complete', restoredAt: ago(50) }, 'warning', '50 days ago'],
    [{ outcome: 'restored', restoredAt: ago(50) }, 'warning', '50 days ago'],
  ] as const) {
    await leaveWord(note)
    expect(await rehearsal()).toMatchObject({ state, says: expect.stringContaining(says) })
  }
  await rm(path.join(folder, 'rehearsal.json'))
  expect(await rehearsal()).toMatchObject({ state: 'warning' })
})

test('the file that signs PDFs is opened, and its certificate and the time stamps are looked at', async () => {
  const signing = new SigningFolder()
  const stamps = await startTimestamps()
  try {
    const found = async (days: [number, number], more: Record<string, string> = {}) => {
      const PDF_SIGNING_KEY = await signing.makePkcs12({ days })
      const given = { PDF_SIGNING_KEY, PDF_SIGNING_PASSWORD: password, ...more }
      const { findings, of } = await look(given)
      expect(JSON.stringify(findings)).not.toContain(password)
      return of('PDF signature')
    }
    expect((await look()).of('PDF signature')).toEqual([])
    expect(await found([-1, 90])).toMatchObject([
      { state: 'right', says: expect.stringContaining('(CN=Program Director)') },
    ])
    expect(await found([-1, 20])).toMatchObject([{ state: 'warning' }])
    await chmod(path.join(signing.path, 'council.p12'), 0o644)
    expect((await found([-1, 90])).map(({ state }) => state)).toEqual(['right', 'wrong'])
    await chmod(path.join(signing.path, 'council.p12'), 0o600)
    expect(await found([-9, -1])).toMatchObject([
      { state: 'wrong', advice: expect.stringMatching(/^PDFs have no signature meanwhile/) },
    ])
    expect(await found([-1, 90], { PDF_SIGNING_PASSWORD: 'another' })).toMatchObject([
      { state: 'wrong', says: expect.stringContaining('PDF_SIGNING_PASSWORD is not its password') },
    ])
    const stamped = { PDF_TIMESTAMP_URL: stamps.url }
    expect((await found([-1, 90], stamped)).map(({ state }) => state)).toEqual(['right', 'right'])
    stamps.answer = () => Buffer.from('no')
    expect((await found([-1, 90], stamped)).map(({ state }) => state)).toEqual(['right', 'warning'])
  } finally {
    signing.remove()
    stamps.stop()
  }
})

test('a server or a scanner that does not answer is told, and not waited for', async () => {
  const none = await look({ PORT: '2', CLAMAV_URL: 'tcp://127.0.0.1:1' })
  expect(none.notRight).toEqual(['server: wrong', 'virus scanner: wrong'])
  expect(none.says('server')).toEqual(['No server answers at http://127.0.0.1:2.'])
  scanner.behave('speaks another language')
  expect((await look()).notRight).toEqual(['virus scanner: wrong'])

  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const place = `127.0.0.1:${port}`
  const waited = await look(
    { CLAMAV_URL: `tcp://${place}`, SMTP_URL: `smtp://${place}`, PORT: String(port) },
    // Enough for what answers, on the busiest machine.
    { patienceMs: 6_000 },
  )
  expect(waited.notRight).toEqual(['mail relay: wrong', 'server: wrong', 'virus scanner: wrong'])
  silent.close()
})
