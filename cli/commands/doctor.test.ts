import { spawnSync } from 'node:child_process'
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formData } from '#test/support/ashas-form.ts'
import { dataEngines } from '#test/support/data-engines.ts'
import { queryAt } from '#test/support/postgres-server.ts'
import { messageForm } from '#test/support/ravis-message.ts'
import { runCouncil } from '#test/support/run-council.ts'
import { mountSmallDisk } from '#test/support/small-disk.ts'
import { type Api, startApi } from '#test/support/start-api.ts'
import { makeCertificate, startRelay } from '#test/support/start-relay.ts'
import { startScanner } from '#test/support/start-scanner.ts'

type Finding = { of: string; state: 'right' | 'warning' | 'wrong'; says: string; advice?: string }

const isRoot = process.getuid?.() === 0

describe.each(dataEngines)('on $name, beside a running server', ({ name, prepare }) => {
  const isSqlite = name === 'SQLite'
  let place: Awaited<ReturnType<typeof prepare>>
  let relay: Awaited<ReturnType<typeof startRelay>>
  let scanner: Awaited<ReturnType<typeof startScanner>>
  let api: Api
  let lock: DatabaseSync
  let folder: string
  /** With which nothing is wrong. */
  let settings: Record<string, string>
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'naic-doctor-'))
    place = await prepare()
    relay = await startRelay()
    scanner = await startScanner()
    settings = {
      ...place.settings,
      // Of this machine alone, where invented facts do no harm.
      SITE_URL: 'https://naic.localhost',
      STAFF_EMAIL: 'desk@naic.example',
      MAIL_FROM: 'office@naic.example',
      TRUST_PROXY: '127.0.0.1',
      TASK_FORM_URL: 'https://forms.example.org/tasks',
      SMTP_URL: `smtp://127.0.0.1:${relay.port}`,
      CLAMAV_URL: scanner.url,
    }
    api = await startApi(settings)
    await chmod(api.dataDir, 0o700)
    settings['PORT'] = new URL(api.url).port
    settings['PATH'] = `${folder}:${process.env['PATH']}`
    await keepClock('yes')
    // As the whole program has it.
    lock = new DatabaseSync(path.join(api.dataDir, 'server.lock'))
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    await chmod(path.join(api.dataDir, 'server.lock'), 0o600)
  })
  afterEach(async () => {
    lock.close()
    await api.close()
    await relay.stop()
    await scanner.close()
    await place.remove()
    await rm(folder, { recursive: true })
  })

  /** In place of the machine's own. */
  const keepClock = (answer: string) =>
    writeFile(path.join(folder, 'timedatectl'), `#!/bin/sh\necho ${answer}\n`, { mode: 0o755 })

  const inData = (...names: string[]) => path.join(api.dataDir, ...names)

  async function doctor(more: Record<string, string> = {}, ...words: string[]) {
    const all = { ...settings, ...more }
    const { status, output, errors } = await runCouncil(
      api.dataDir,
      ['doctor', '--json', ...words],
      all,
    )
    expect(errors).toBe('')
    return { status, findings: JSON.parse(output) as Finding[] }
  }

  const notRight = ({ findings }: { findings: Finding[] }) =>
    findings.filter(({ state }) => state !== 'right').map(({ of, state }) => `${of}: ${state}`)

  async function backUp(): Promise<string[]> {
    if (!isSqlite) {
      await writeFile(path.join(folder, 'naic-today.tar'), '')
      return ['--backups', folder]
    }
    const made = await runCouncil(
      api.dataDir,
      ['backup', path.join(folder, 'naic-today.tar')],
      settings,
    )
    expect(made.status).toBe(0)
    return ['--backups', folder]
  }

  async function byHand(...statements: string[]): Promise<void> {
    if (!isSqlite) {
      await queryAt(settings['DATABASE_URL'] ?? '', ...statements)
      return
    }
    const sqlite = new DatabaseSync(inData('naic.sqlite'))
    for (const statement of statements) sqlite.exec(statement)
    sqlite.close()
  }

  test('nothing is wrong where nothing is, nothing is changed, and each thing was looked at', async () => {
    await api.post(formData())
    await api.letterQueueEmpty()
    const words = await backUp()
    const ofLooking = new Set(['naic.sqlite-shm', 'naic.sqlite-wal'])
    const contents = async () =>
      (await readdir(api.dataDir, { recursive: true }))
        .filter((file) => !ofLooking.has(file))
        .toSorted()
    const before = await contents()
    const found = await doctor({}, '--strict', ...words)
    expect(notRight(found)).toEqual([])
    expect(found.status).toBe(0)
    expect(new Set(found.findings.map(({ of }) => of))).toEqual(
      new Set([
        'settings',
        'data folder',
        'database',
        'resumes',
        'mail relay',
        'letters',
        'keys',
        'clock',
        'log',
        'launch',
        'backups',
        'server',
        'virus scanner',
      ]),
    )
    expect(await contents()).toEqual(before)
    expect(relay.taken).toHaveLength(2)
    const { output, errors, status } = await runCouncil(api.dataDir, ['doctor'], settings)
    expect(status).toBe(0)
    expect(output).toMatch(/^right {4}mail relay: {4}The relay 127[.]0[.]0[.]1:\d+ answers[.]$/m)
    expect(output).not.toContain('\u001B')
    expect(errors).toMatch(/^\d+ right, [01] to look at, 0 wrong[.]\n$/)
  })

  test('what is not known of backups is told, and not passed over', async ({ skip }) => {
    skip(isSqlite, 'There is all that is to be known.')
    const backups = async () => {
      const { findings } = await doctor({}, '--backups', folder)
      return findings.find(({ of }) => of === 'backups')
    }
    expect(await backups()).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('if they are backed up, it is not known here'),
    })
    await writeFile(path.join(folder, 'naic-today.tar'), '')
    expect(await backups()).toMatchObject({ state: 'right' })
    const old = new Date(Date.now() - 2 * 24 * 60 * 60_000)
    await utimes(path.join(folder, 'naic-today.tar'), old, old)
    expect(await backups()).toMatchObject({ state: 'warning' })
  })

  test('what is still invented is told with the file to edit, and the samples by their IDs', async () => {
    const { findings } = await doctor({ SITE_URL: 'https://naic.example' })
    const told = findings.filter(({ of }) => of === 'launch')
    expect(told.map(({ state }) => state)).toEqual(told.map(() => 'warning'))
    const text = told.map(({ says, advice }) => `${says} ${advice}`).join('\n')
    for (const file of ['organisation', 'partners', 'testimonials']) {
      expect(text).toContain(`content/${file}.json`)
    }
    expect(text).toContain('info@example.org')
    expect(text).toContain('NAIC25A7K2M')
  })

  test('settings that are wrong are each told, and all else is looked at', async () => {
    const found = await doctor({
      PORT: 'http',
      VERIFY_LOG_HOURS: 'daily',
      SITE_URL: 'http://naic.localhost',
    })
    expect(found.status).toBe(1)
    expect(found.findings.slice(0, 2).map(({ says }) => says)).toEqual([
      expect.stringMatching(/^PORT must be/),
      expect.stringMatching(/^VERIFY_LOG_HOURS must be/),
    ])
    expect(notRight(found)).toEqual([
      'settings: wrong',
      'settings: wrong',
      'settings: warning',
      'log: wrong',
      'backups: warning',
      'server: warning',
    ])
    const meant = await doctor({ STAFF_EMAIL: '', MAIL_FROM: '', TRUST_PROXY: '' })
    expect(notRight(meant).filter((of) => of.startsWith('settings'))).toHaveLength(3)
    expect(meant.status).toBe(0)
    expect((await doctor({ STAFF_EMAIL: '' }, '--strict')).status).toBe(1)
    const { findings } = await doctor({ TASK_FORM_URL: '' })
    expect(findings).toContainEqual({
      of: 'settings',
      state: 'warning',
      says: 'TASK_FORM_URL is not set: /submit-task says that the form is not open yet.',
      advice: expect.stringContaining('https://forms.example.org/tasks'),
    })
  })

  test('a relay that is away, or refuses the login, is told without the password', async () => {
    const certificate = await makeCertificate('127.0.0.1')
    const strict = await startRelay({ certificate, login: { user: 'naic', password: 'another' } })
    const SMTP_PASSWORD = 'a-secret-of-ours'
    const login = { SMTP_URL: `smtp://naic@127.0.0.1:${strict.port}`, SMTP_PASSWORD }
    const untrusted = await doctor(login)
    expect(notRight(untrusted)).toContain('mail relay: wrong')
    const authority = path.join(folder, 'authority.pem')
    await writeFile(authority, certificate.cert)
    const refused = await doctor({ ...login, NODE_EXTRA_CA_CERTS: authority })
    const finding = refused.findings.find(({ of }) => of === 'mail relay')
    expect(finding).toMatchObject({ state: 'wrong', says: expect.stringContaining('535') })
    expect(JSON.stringify([untrusted, refused])).not.toContain(SMTP_PASSWORD)
    expect(strict.logins).toEqual([`naic:${SMTP_PASSWORD}`])
    await strict.stop()
    const away = await doctor({ SMTP_URL: 'smtp://127.0.0.1:1' })
    expect(away.findings.find(({ of }) => of === 'mail relay')?.says).toContain('ECONNREFUSED')
    expect(notRight(await doctor({ SMTP_URL: '' }))).toContain('mail relay: warning')
  })

  test('letters that were refused, and those that wait long, are told', async () => {
    relay.refuses = (recipient) =>
      recipient === 'desk@naic.example' ? { to: 'RCPT', code: 550 } : { to: 'RCPT', code: 450 }
    await api.post(messageForm(), {}, '/api/contact/')
    await expect
      .poll(async () => {
        const { build, read } = api.services.database
        return (await read(build.selectFrom('letter').select('attempts').compile())).map(
          (row) => row.attempts,
        )
      })
      .toEqual([1, 1])
    const early = new Date(Date.now() - 60 * 60_000).toISOString()
    await byHand(`UPDATE letter SET created_at = '${early}'`)
    const { findings, status } = await doctor()
    expect(status).toBe(0)
    expect(findings.filter(({ of }) => of === 'letters').map(({ says }) => says)).toEqual([
      '1 letter waits, the oldest for 60 minutes.',
      'Refused for good: 1. Given up: 0.',
    ])
  })

  test('a private key that others can read, or that is gone, is wrong', async () => {
    const files = await readdir(inData('keys'))
    const key = files.find((file) => file.startsWith('key-')) ?? ''
    await chmod(inData('keys', key), 0o644)
    await writeFile(inData('keys', 'key-1999.pem'), 'old', { mode: 0o600 })
    const open = await doctor()
    expect(open.status).toBe(1)
    expect(open.findings.filter(({ of }) => of === 'keys').map(({ says }) => says)).toEqual(
      expect.arrayContaining([
        `${inData('keys', key)} can be read by other users of this machine.`,
        `${inData('keys', 'key-1999.pem')} is the private half of no key that signs.`,
      ]),
    )
    await rm(inData('keys', key))
    const gone = await doctor()
    expect(gone.findings.find(({ of }) => of === 'keys')?.says).toMatch(
      /^(The private key key-\d+ is missing|.*key-1999)/,
    )
    expect(JSON.stringify(gone.findings)).toContain('is missing or cannot be read')
  })

  test('a clock that nobody keeps, or that is behind what was received, is told', async () => {
    await keepClock('no')
    expect(notRight(await doctor())).toContain('clock: warning')
    await api.post(formData())
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
    await byHand(`UPDATE application SET received_at = '${tomorrow}'`)
    const { findings, status } = await doctor()
    expect(status).toBe(1)
    expect(findings.find(({ of }) => of === 'clock')?.says).toContain(
      `The newest row is of ${tomorrow}`,
    )
  })

  test('a database of another version is told, and what needs none is looked at', async () => {
    await byHand("DELETE FROM kysely_migration WHERE name LIKE '013%'")
    const older = await doctor()
    expect(older.findings.find(({ of }) => of === 'database')).toMatchObject({
      state: 'warning',
      says: expect.stringContaining('013-the-desk is to come'),
    })
    await byHand("INSERT INTO kysely_migration VALUES ('999-to-come', '2030')")
    const newer = await doctor()
    expect(newer.status).toBe(1)
    expect(newer.findings.find(({ of }) => of === 'database')).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('which knows 999-to-come'),
    })
    expect(newer.findings.find(({ of }) => of === 'mail relay')?.state).toBe('right')
    expect(newer.findings.find(({ of }) => of === 'letters')?.says).toContain('Not looked at')
  })

  test('a folder that others can read, a file of another user, one that is missing', async ({
    skip,
  }) => {
    skip(!isRoot, 'Only root can give files away.')
    await chmod(api.dataDir, 0o755)
    await chown(inData('keys', 'last-checkpoint'), 65_534, 65_534)
    const { findings } = await doctor()
    expect(findings.filter(({ of }) => of === 'data folder').map(({ says }) => says)).toEqual([
      `${api.dataDir} can be read by other users of this machine.`,
      `keys/last-checkpoint in ${api.dataDir} belongs to another user than the folder.`,
      expect.stringContaining('MB left'),
    ])
    await rename(inData('tmp'), inData('away'))
    const away = await doctor()
    expect(notRight(away)).toEqual(expect.arrayContaining(['resumes: wrong', 'server: wrong']))
    expect(away.findings.find(({ of }) => of === 'server')?.says).toContain('503 to /ready')
    await rename(inData('away'), inData('tmp'))
  })

  test('a server that does not answer, has other data, or does not run; a scanner, metrics', async () => {
    const server = ({ findings }: { findings: Finding[] }) =>
      findings.find(({ of }) => of === 'server')?.says
    const silent = await doctor({ PORT: '1' })
    expect(server(silent)).toContain('locked, and none of ours answers at http://127.0.0.1:1')
    expect(silent.findings.find(({ of }) => of === 'server')?.advice).toMatch(
      /^First give this shell the server’s own settings \(HOST, PORT\).+ restart it\.$/,
    )
    lock.exec('ROLLBACK')
    expect(server(await doctor())).toContain('and none has')
    const none = await doctor({ PORT: '1', CLAMAV_URL: 'tcp://127.0.0.1:1', METRICS_PORT: '2' })
    expect(server(none)).toContain('No server answers at http://127.0.0.1:1 (ECONNREFUSED)')
    expect(notRight(none)).toEqual(
      expect.arrayContaining(['server: wrong', 'virus scanner: wrong', 'metrics: wrong']),
    )
    scanner.behave('speaks another language')
    expect(notRight(await doctor())).toContain('virus scanner: wrong')
  })

  if (!isSqlite) {
    test('a database that is away, or does not let us in, is told without the password', async () => {
      const url = new URL(settings['DATABASE_URL'] ?? '')
      url.port = '1'
      const away = await doctor({ DATABASE_URL: url.href })
      expect(away.findings.find(({ of }) => of === 'database')).toMatchObject({
        state: 'wrong',
        says: expect.stringContaining('Nothing answers there'),
      })
      expect(away.findings.find(({ of }) => of === 'mail relay')?.state).toBe('right')
      const wrongUser = new URL(settings['DATABASE_URL'] ?? '')
      wrongUser.username = 'nobody'
      const refused = await doctor({
        DATABASE_URL: wrongUser.href,
        DATABASE_PASSWORD: 'a-secret-of-ours',
      })
      expect(notRight(refused)).toContain('database: wrong')
      expect(JSON.stringify(refused)).not.toContain('a-secret-of-ours')
    })
    return
  }

  test('a database that is damaged, or no database, is told', async () => {
    const copy = path.join(folder, 'copy')
    await cp(api.dataDir, copy, { recursive: true })
    const file = path.join(copy, 'naic.sqlite')
    await rm(`${file}-wal`, { force: true })
    await rm(`${file}-shm`, { force: true })
    const look = async () => {
      const { output } = await runCouncil(copy, ['doctor', '--json'], settings)
      return (JSON.parse(output) as Finding[]).find(({ of }) => of === 'database')
    }
    const bytes = await readFile(file)
    bytes.fill(0x5a, 8_192, 16_384)
    await writeFile(file, bytes)
    expect(await look()).toMatchObject({ state: 'wrong', says: expect.stringMatching(/damage/) })
    await writeFile(file, 'no database at all '.repeat(100))
    expect(await look()).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('is damaged, or is no database'),
    })
  })

  test('a backup that is cut short, none, and a folder that is not there are wrong', async () => {
    await backUp()
    const newest = path.join(folder, 'naic-today.tar')
    await truncate(newest, 10_000)
    const backups = async (at: string) => {
      const { findings } = await doctor({}, '--backups', at)
      return findings.find(({ of }) => of === 'backups')
    }
    expect(await backups(folder)).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('cut short'),
    })
    await mkdir(path.join(folder, 'empty'))
    expect(await backups(path.join(folder, 'empty'))).toMatchObject({ state: 'wrong' })
    expect(await backups(path.join(folder, 'none'))).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('ENOENT'),
    })
  })

  test('a full disk is told', async ({ skip }) => {
    const mounted = path.join(folder, 'disk')
    await mkdir(mounted)
    const disk = await mountSmallDisk(mounted, 30)
    skip(typeof disk === 'string', String(disk))
    if (typeof disk === 'string') return
    try {
      const data = path.join(mounted, 'data')
      await cp(api.dataDir, data, { recursive: true })
      const look = async () => {
        const { output } = await runCouncil(data, ['doctor', '--json'], settings)
        const findings = JSON.parse(output) as Finding[]
        return findings.filter(({ of }) => of === 'data folder').map(({ says }) => says)
      }
      expect((await look()).join()).toMatch(/The disk of .+ has \d+([.]\d)? MB left/)
      // It ends when nothing more goes in.
      spawnSync('dd', ['if=/dev/zero', `of=${path.join(mounted, 'filler')}`, 'bs=4k'])
      expect(await look()).toContain(`Nothing can be written into ${data} (ENOSPC).`)
    } finally {
      await disk.remove()
    }
  })
})
