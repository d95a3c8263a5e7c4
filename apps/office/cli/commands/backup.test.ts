import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Manifest } from '#backup/backup-format.ts'
import { cv, formData } from '@naic/test/support/ashas-form.ts'
import { runCouncil } from '@naic/test/support/run-council.ts'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

let folder: string
let file: string
let api: Api
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-backup-'))
  file = path.join(folder, 'naic.tar')
  api = await startApi()
  for (const email of ['asha@example.com', 'ravi@example.com']) await api.post(formData({ email }))
  await api.lettersOnceSent(4)
  await api.letterQueueEmpty()
})
afterEach(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

const council = (...words: string[]) => runCouncil(api.dataDir, words)
const tar = (...words: string[]) => execFileSync('tar', words, { cwd: folder }).toString()
const manifestIn = (name: string): Manifest => JSON.parse(tar('xOf', name, 'manifest.json'))
const resumeKeys = () => readdir(path.join(api.dataDir, 'resumes'))
/** What a backup under way has in the data folder. */
const unfinished = () => readdir(path.join(api.dataDir, 'tmp'))

/** The command with nobody waiting for it. */
function start(...words: string[]): ChildProcess {
  const env = { ...process.env, DATA_DIR: api.dataDir }
  return spawn('node', ['apps/office/cli/council.ts', 'backup', ...words], { env, stdio: 'pipe' })
}

test('a backup is one tar file for its owner only, keys first, with exactly what the rows name', async () => {
  const nobodys = path.join(api.dataDir, 'resumes', crypto.randomUUID())
  await writeFile(nobodys, 'No application names this one.')
  const { status, output, errors } = await council('backup', file)
  expect({ status, output }).toEqual({ status: 0, output: '' })
  expect(errors).toMatch(/^The backup has all .+ 2 applications, 0 messages, 14 certificates.+\n$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const names = tar('tf', file).trimEnd().split('\n')
  const kinds = names.map((name) => name.replace(/\/.+/, ''))
  expect(kinds.filter((kind, at) => kind !== kinds[at - 1])).toEqual([
    'keys',
    'naic.sqlite',
    'resumes',
    'mail',
    'manifest.json',
    'sha256',
  ])
  expect(names).toContain('keys/last-checkpoint')
  expect(names.filter((name) => name.startsWith('keys/'))).toHaveLength(3)
  expect(names.filter((name) => name.startsWith('mail/'))).toHaveLength(4)
  const keys = (await api.applications()).map(({ resume_key }) => `resumes/${resume_key}`)
  expect(names.filter((name) => name.startsWith('resumes/'))).toEqual(keys.toSorted())
  for (const key of keys) {
    expect(execFileSync('tar', ['xOf', file, key]).equals(Buffer.from(cv))).toBe(true)
  }
  expect(await unfinished()).toEqual([])
  expect(await readdir(folder)).toEqual(['naic.tar'])
})

test('a database that an older version left is copied as it is', async () => {
  const database = new DatabaseSync(path.join(api.dataDir, 'naic.sqlite'))
  const [newest, before] = database
    .prepare('SELECT name FROM kysely_migration ORDER BY name DESC')
    .all()
    .map((row) => String(row['name']))
  database.prepare('DELETE FROM kysely_migration WHERE name = ?').run(newest ?? '')
  database.close()
  expect(await council('backup', file)).toMatchObject({ status: 0 })
  expect(manifestIn(file)).toMatchObject({ schema: before ?? '', damaged: [] })
})

describe('a file that is there already', () => {
  beforeEach(() => writeFile(file, 'Of yesterday.'))

  test('is left as it is', async () => {
    const { status, errors } = await council('backup', file)
    expect(errors).toMatch(/^No backup was made[.] .+naic[.]tar is there already[.] .+\n$/)
    expect(status).toBe(1)
    expect(await readFile(file, 'utf8')).toBe('Of yesterday.')
  })

  test('is replaced where that is asked for, and then for its owner only', async () => {
    expect(await council('backup', file, '--overwrite')).toMatchObject({ status: 0 })
    expect(tar('tf', file)).toContain('naic.sqlite')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
})

test.each(['/dev/full', '/proc/naic.tar', '.'])('%s is refused in a sentence', async (name) => {
  const { status, errors } = await council('backup', name)
  expect(errors).toMatch(/^No backup was made[.] .+\n$/)
  expect(status).toBe(1)
  expect(await unfinished()).toEqual([])
})

describe('on standard output', () => {
  test('a backup is the same, and what is said of it is said elsewhere', async () => {
    const child = start('-')
    const list = spawn('tar', ['t'], { stdio: ['pipe', 'pipe', 'inherit'] })
    if (!child.stdout || !child.stderr) throw new Error('No pipes.')
    child.stdout.pipe(list.stdin)
    const [names, said] = await Promise.all([text(list.stdout), text(child.stderr)])
    expect(names.trimEnd().split('\n').slice(-2)).toEqual(['manifest.json', 'sha256'])
    expect(said).toContain('2 applications')
  })

  test('a backup that nobody reads to its end has failed', async () => {
    const child = start('-')
    child.stdout?.once('data', () => child.stdout?.destroy())
    // More than the pipe holds, so that it is noticed.
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(await unfinished()).toEqual([])
  })

  test('a disk that is full there is told', async () => {
    const line = 'exec node apps/office/cli/council.ts backup - > /dev/full'
    const env = { ...process.env, DATA_DIR: api.dataDir }
    const child = spawn('sh', ['-c', line], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    expect(await text(child.stderr)).toMatch(/could not be written/)
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(1)
  })
})

test.each<[string, (resume: string) => Promise<void>, string]>([
  ['changed', (resume) => writeFile(resume, 'Something else.'), 'is not as it was received'],
  ['gone', (resume) => rm(resume), 'is missing'],
])('a resume that is %s is told loudly, and all else is in the backup', async (_, spoil, why) => {
  const [spoilt = ''] = await resumeKeys()
  await spoil(path.join(api.dataDir, 'resumes', spoilt))
  const { status, errors } = await council('backup', file)
  expect(status).toBe(1)
  const rows = await api.applications()
  const row = rows.find(({ resume_key }) => resume_key === spoilt)
  expect(errors).toContain(`The resume of application ${row?.id} (resumes/${spoilt}) ${why}.`)
  expect(manifestIn(file).damaged).toMatchObject([{ name: `resumes/${spoilt}`, why }])
  const restored = await runCouncil(path.join(folder, 'data'), ['restore', file])
  expect(restored.status).toBe(0)
  expect(restored.errors).toContain(`(resumes/${spoilt}) ${why}.`)
})

test('a private key that is missing is told loudly', async () => {
  const keys = path.join(api.dataDir, 'keys')
  const name = (await readdir(keys)).find((one) => one.startsWith('key-')) ?? ''
  await rm(path.join(keys, name))
  const { status, errors } = await council('backup', file)
  expect(status).toBe(1)
  expect(errors).toContain(`The private key ${name.replace('.pem', '')} is not in keys/`)
  // Such a one could not be started on.
  const restored = await runCouncil(path.join(folder, 'data'), ['restore', file])
  expect(restored.status).toBe(1)
  expect(restored.errors).toMatch(/^Nothing was restored .+ is missing or cannot be read.+\n$/)
})

test('a key that is rotated after keys were copied, and before the database is, is in it', async () => {
  // Reading it takes until the test writes to it, and it is read last.
  const slow = path.join(api.dataDir, 'keys', 'log-9999.pem')
  execFileSync('sh', ['-c', `mkfifo ${slow}`])
  const child = start(file)
  const reading = await open(slow, 'w')
  expect(await council('keys', 'rotate', 'credentials')).toMatchObject({ status: 0 })
  await rm(slow)
  await reading.close()
  expect(await once(child, 'exit')).toEqual([0, null])
  const restored = await runCouncil(path.join(folder, 'data'), ['restore', file])
  expect(restored).toMatchObject({ status: 0 })
})

describe('a backup that is ended', () => {
  // Large enough to be caught in the middle of it.
  beforeEach(() => {
    const database = new DatabaseSync(path.join(api.dataDir, 'naic.sqlite'))
    database.exec('CREATE TABLE large (bytes); INSERT INTO large VALUES (zeroblob(200000000))')
    database.close()
  })

  const begun = () => vi.waitFor(async () => expect(await unfinished()).not.toEqual([]))

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('by %s leaves nothing', async (signal) => {
    const child = start(file)
    await begun()
    child.kill(signal)
    const [status] = await once(child, 'exit')
    expect(status).toBeGreaterThan(128)
    expect(await unfinished()).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  test('by SIGKILL leaves a copy in tmp/, which another removes an hour later', async () => {
    const child = start(file)
    await begun()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const left = await unfinished()
    expect(left.length).toBeGreaterThan(0)
    expect(await council('backup', file)).toMatchObject({ status: 0 })
    expect(await unfinished()).toEqual(left)
    const then = new Date(Date.now() - 61 * 60_000)
    for (const name of left) await utimes(path.join(api.dataDir, 'tmp', name), then, then)
    expect(await council('backup', file, '--overwrite')).toMatchObject({ status: 0 })
    expect(await unfinished()).toEqual([])
  })
})
