import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { appendFile, truncate, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { formData } from '#support/ashas-form.ts'
import { councilIn } from '#support/council.ts'
import { makeNightlyBackup } from '#support/nightly-backup.ts'
import { eachTest } from '#support/opened.ts'
import { startApi } from '#support/start-api.ts'

const run = promisify(execFile)
const hourMs = 60 * 60_000

const of = { SITE_URL: 'https://naic.example' }
const api = eachTest(async () => {
  const started = await startApi(of)
  await started.post(formData())
  await started.letterQueueEmpty()
  return started
})
const nightly = eachTest(() => makeNightlyBackup({ ...of, DATA_DIR: api.dataDir }))
const key = eachTest(() => nightly.makeKey())

const encrypted = () => nightly.backUp({ BACKUP_RECIPIENTS: key.recipient })
const rehearse = () => nightly.rehearse({ BACKUP_IDENTITY: key.identity })
const restore = (file: string) => councilIn(path.join(nightly.place, 'data'), ['restore', file])

const names = async () => (await nightly.files()).map((file) => path.basename(file))

test('a night leaves one file for its owner alone, and word of it for everybody', async () => {
  expect(await nightly.backUp()).toMatchObject({ code: 0 })
  const [file = '', ...more] = await nightly.files()
  expect(more).toEqual([])
  expect(path.basename(file)).toMatch(/^naic-\d{4}-\d\d-\d\d-\d{4}[.]tar$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const word = await nightly.word('backup')
  expect(word).toMatchObject({ file })
  expect((await run('sha256sum', [file])).stdout).toContain(word['sha256'])
  expect(await restore(file)).toMatchObject({ code: 0 })
})

test('files of two weeks are deleted, but only by a night that has made one', async () => {
  const old = [13, 14, 15].map((days) => `naic-2026-03-${days}-0230.tar.age`)
  for (const [at, name] of old.entries()) {
    const written = new Date(Date.now() - (13 + at) * 24 * hourMs)
    await writeFile(path.join(nightly.backups, name), '')
    await utimes(path.join(nightly.backups, name), written, written)
  }
  for (const [changed, says] of [
    [{ DATA_DIR: nightly.place }, 'none was made'],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/naic' }, 'Nothing answers there'],
    [{ BACKUP_RECIPIENTS: 'age1nobody' }, 'cannot be written or encrypted'],
  ] as const) {
    const failed = await nightly.backUp(changed)
    expect([failed.code, failed.said]).toEqual([1, expect.stringContaining(says)])
    expect(failed.said).toContain('"level":50')
    expect(await names()).toEqual(old)
  }
  expect(await readdir(path.join(api.dataDir, 'tmp'))).toEqual([])
  const made = expect.stringMatching(/[.]tar$/)
  const [row] = await api.applications()
  const resume = path.join(api.dataDir, 'resumes', row?.resume_key ?? '')
  await rename(resume, `${resume}.away`)
  const { code, said } = await nightly.backUp()
  expect([code, said]).toEqual([1, expect.stringContaining('without what is missing')])
  expect(await nightly.word('backup')).toMatchObject({ damaged: true })
  expect(await names()).toEqual([...old, made])
  expect(await restore(await nightly.newest())).toMatchObject({ code: 0 })
  await rename(`${resume}.away`, resume)
  await rm(await nightly.newest())
  expect(await nightly.backUp()).toMatchObject({ code: 0 })
  expect(await names()).toEqual([old[0], made])
})

test('with a key nothing plain is ever written among the backups, also if it is killed', async () => {
  const rows = new DatabaseSync(path.join(api.dataDir, 'naic.sqlite'))
  rows.exec('CREATE TABLE large (bytes); INSERT INTO large VALUES (zeroblob(300000000))')
  rows.close()
  const child = nightly.start('naic-backup', { BACKUP_RECIPIENTS: key.recipient })
  const over = once(child, 'exit')
  const unfinished = path.join(nightly.backups, 'unfinished.tar')
  await vi.waitFor(async () => expect((await stat(unfinished)).size).toBeGreaterThan(1_000_000), {
    timeout: 90_000,
    interval: 20,
  })
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await over
  expect(await names()).toContain('unfinished.tar')
  for (const file of await nightly.files()) {
    const bytes = await readFile(file)
    if (bytes.length > 0) expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    for (const plain of ['SQLite format 3', 'BEGIN PRIVATE KEY', 'keys/last-checkpoint']) {
      expect(bytes.includes(plain), plain).toBe(false)
    }
  }
  // Of those that were killed, one may have the lock for a moment longer.
  const again = async () => expect(await encrypted()).toMatchObject({ code: 0 })
  await vi.waitFor(again, { timeout: 30_000, interval: 100 })
  expect(await names()).toEqual([expect.stringMatching(/[.]tar[.]age$/)])
  expect(await rehearse()).toMatchObject({ code: 0 })
})

test('a file goes elsewhere only if it is encrypted', async () => {
  const elsewhere = path.join(nightly.place, 'elsewhere')
  await mkdir(elsewhere)
  const BACKUP_SEND = `cat > ${elsewhere}/"$1"`
  expect((await nightly.backUp({ BACKUP_SEND })).said).toContain('nothing leaves this machine')
  expect(await readdir(elsewhere)).toEqual([])
  const sent = await nightly.backUp({ BACKUP_SEND, BACKUP_RECIPIENTS: key.recipient })
  expect(sent.code).toBe(0)
  const newest = await nightly.newest()
  expect(await readdir(elsewhere)).toEqual([path.basename(newest)])
  await run('cmp', [newest, path.join(elsewhere, path.basename(newest))])
})

test('a rehearsal restores the newest, says what it found, and leaves nothing', async () => {
  expect(await encrypted()).toMatchObject({ code: 0 })
  await api.post(formData({ email: 'later@example.com' }))
  await api.letterQueueEmpty()
  const letters = () => readdir(path.join(api.dataDir, 'mail'))
  const before = await letters()
  const { code, said } = await rehearse()
  expect({ code, said }).toMatchObject({ code: 0 })
  expect(said).toMatch(/checked and removed: 1 application, .+\n(.+\n)*The site has 2 applications/)
  expect(await readdir(nightly.place)).toEqual([])
  expect(await nightly.word('rehearsal')).toMatchObject({ outcome: 'restored' })
  expect(await letters()).toEqual(before)
})

test('a rehearsal fails for a wrong key, a cut, swapped or old file, and says so', async () => {
  const failed = async (settings: Record<string, string> = { BACKUP_IDENTITY: key.identity }) => {
    const { code, said } = await nightly.rehearse(settings)
    expect([code, said]).toEqual([1, expect.stringContaining('"level":50')])
    expect(await nightly.word('rehearsal')).toMatchObject({ outcome: 'failed' })
    expect(await readdir(nightly.place)).toEqual([])
    return said
  }
  expect(await failed()).toContain('there is no backup in')
  expect(await encrypted()).toMatchObject({ code: 0 })
  const newest = await nightly.newest()
  const whole = path.join(nightly.state, 'whole')
  await copyFile(newest, whole)
  await failed({ BACKUP_IDENTITY: (await nightly.makeKey()).identity })

  await truncate(newest, (await stat(newest)).size - 1)
  await failed()
  // Of another site, whole, and encrypted with the right key, which everybody may know.
  const other = await startApi({ SITE_URL: 'https://other.example' })
  const swapped = path.join(nightly.state, 'swapped')
  expect(await councilIn(other.dataDir, ['backup', swapped])).toMatchObject({ code: 0 })
  await other.close()
  await run('age', ['--encrypt', '--recipient', key.recipient, '--output', newest, swapped])
  expect(await failed()).toContain('It is of another site')

  // Of long ago, under the name of today.
  const plain = path.join(nightly.state, 'plain')
  await run('age', ['--decrypt', '--identity', key.identity, '--output', plain, whole])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * hourMs })
  const words = ['rehearse', plain, '--in', nightly.place, '--hours', '1']
  const { code, stderr } = await councilIn(api.dataDir, words).finally(() => vi.useRealTimers())
  expect([code, stderr]).toEqual([1, expect.stringContaining('this is not the newest')])
})

test('where the key is not, a rehearsal only compares the file with what was written', async () => {
  expect(await encrypted()).toMatchObject({ code: 0 })
  await rehearse()
  const { restoredAt } = await nightly.word('rehearsal')
  expect(await nightly.rehearse()).toMatchObject({ code: 0 })
  const known = { file: await nightly.newest(), restoredAt }
  expect(await nightly.word('rehearsal')).toMatchObject({ ...known, outcome: 'complete' })
  await appendFile(await nightly.newest(), 'x')
  const { code, said } = await nightly.rehearse()
  expect([code, said]).toEqual([1, expect.stringContaining('is not what the last backup wrote')])
  expect(await nightly.word('rehearsal')).toMatchObject({ ...known, outcome: 'failed' })
})
