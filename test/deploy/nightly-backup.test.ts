import { execFile } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { formData } from '#support/ashas-form.ts'
import { councilIn } from '#support/council.ts'
import { installed } from '#support/debian-packages.ts'
import { NightlyBackup } from '#support/nightly-backup.ts'
import { type Api, startApi } from '#support/start-api.ts'

const run = promisify(execFile)
const minutes = 60_000

let tools: true | string
beforeAll(async () => {
  tools = await installed(['age'])
}, 600_000)

let api: Api
let nightly: NightlyBackup
let key: { recipient: string; identity: string }
beforeEach(async ({ skip }) => {
  skip(tools !== true, String(tools))
  const settings = { SITE_URL: 'https://naic.example' }
  api = await startApi(settings)
  await api.post(formData())
  await api.letterQueueEmpty()
  nightly = await NightlyBackup.in({ ...settings, DATA_DIR: api.dataDir })
  key = await nightly.makeKey()
})
afterEach(async () => {
  await api?.close()
  await nightly?.remove()
})

const encrypted = () => nightly.backUp({ BACKUP_RECIPIENTS: key.recipient })
const rehearse = () => nightly.rehearse({ BACKUP_IDENTITY: key.identity })

/** Makes it large enough to be caught while it is written. */
function makeLarge(): void {
  const rows = new DatabaseSync(path.join(api.dataDir, 'naic.sqlite'))
  rows.exec('CREATE TABLE large (bytes); INSERT INTO large VALUES (zeroblob(300000000))')
  rows.close()
}

test('a night leaves one file for its owner alone, and word of it for everybody', async () => {
  expect(await nightly.backUp()).toMatchObject({ code: 0 })
  const [file = '', ...more] = await nightly.files()
  expect(more).toEqual([])
  expect(path.basename(file)).toMatch(/^naic-\d{4}-\d\d-\d\d-\d{4}[.]tar$/)
  expect((await run('stat', ['--format=%a', file])).stdout).toBe('600\n')
  const word = await nightly.word('backup')
  expect(word).toMatchObject({ file })
  expect((await run('sha256sum', [file])).stdout).toContain(word['sha256'])
  const data = path.join(nightly.place, 'data')
  expect(await councilIn(data, ['restore', file])).toMatchObject({ code: 0 })
})

test(
  'files of two weeks are deleted, but only by a night that has made one',
  { timeout: minutes },
  async () => {
    const day = 24 * 60 * minutes
    for (const days of [13, 14, 15]) {
      const file = path.join(nightly.backups, `naic-2026-03-${days}-0230.tar.age`)
      await writeFile(file, '')
      const written = new Date(Date.now() - days * day)
      await utimes(file, written, written)
    }
    const failed = await nightly.backUp({ DATA_DIR: nightly.place })
    expect(failed.code).toBe(1)
    expect(failed.said).toContain('"level":50')
    expect(await nightly.files()).toHaveLength(3)
    expect(await nightly.backUp()).toMatchObject({ code: 0 })
    const names = (await nightly.files()).map((file) => path.basename(file))
    expect(names).toEqual(['naic-2026-03-13-0230.tar.age', expect.stringMatching(/[.]tar$/)])
  },
)

test(
  'with a key nothing plain is ever written among the backups, also if it is killed',
  { timeout: 3 * minutes },
  async () => {
    makeLarge()
    for (const after of [300, 800, 1_500]) {
      const child = nightly.start('naic-backup', { BACKUP_RECIPIENTS: key.recipient })
      const over = once(child, 'exit')
      await vi.waitFor(async () => expect(await nightly.files()).not.toEqual([]), {
        timeout: 20_000,
      })
      await sleep(after)
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await over
      for (const file of await nightly.files()) {
        const bytes = await readFile(file)
        if (bytes.length > 0) expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
        for (const plain of ['SQLite format 3', 'BEGIN PRIVATE KEY', 'keys/last-checkpoint']) {
          expect(bytes.includes(plain), plain).toBe(false)
        }
      }
    }
    expect(await encrypted()).toMatchObject({ code: 0 })
    const files = await nightly.files()
    expect(files).toEqual([expect.stringMatching(/[.]tar[.]age$/)])
    expect(await rehearse()).toMatchObject({ code: 0 })
  },
)

test('a night with a damaged resume fails, and has all else; the nights before are kept', async () => {
  const [row] = await api.applications()
  await writeFile(path.join(api.dataDir, 'resumes', row?.resume_key ?? ''), 'Something else.')
  const old = path.join(nightly.backups, 'naic-2026-03-01-0230.tar')
  await writeFile(old, '')
  const written = new Date(Date.now() - 15 * 24 * 60 * minutes)
  await utimes(old, written, written)
  const { code, said } = await nightly.backUp()
  expect(code).toBe(1)
  expect(said).toContain('is not as it was received.')
  expect(said).toMatch(/"level":50.+without what is missing/)
  const [kept, made = '', ...more] = await nightly.files()
  expect([kept, more]).toEqual([old, []])
  expect(await nightly.word('backup')).toMatchObject({ file: made, damaged: true })
  const data = path.join(nightly.place, 'data')
  expect(await councilIn(data, ['restore', made])).toMatchObject({ code: 0 })
})

test('a wrong key to encrypt with fails the night, and leaves nothing', async () => {
  const { code, said } = await nightly.backUp({ BACKUP_RECIPIENTS: 'age1nobody' })
  expect(code).toBe(1)
  expect(said).toContain('"level":50')
  expect(await nightly.files()).toEqual([])
})

test('a file goes elsewhere only if it is encrypted', { timeout: minutes }, async () => {
  const elsewhere = path.join(nightly.place, 'elsewhere')
  await mkdir(elsewhere)
  const BACKUP_SEND = `cat > ${elsewhere}/"$1"`
  expect((await nightly.backUp({ BACKUP_SEND })).said).toContain('nothing leaves this machine')
  expect(await readdir(elsewhere)).toEqual([])
  const sent = await nightly.backUp({ BACKUP_SEND, BACKUP_RECIPIENTS: key.recipient })
  expect(sent.code).toBe(0)
  const newest = await nightly.newest()
  expect(await readdir(elsewhere)).toEqual([path.basename(newest)])
  const both = [newest, path.join(elsewhere, path.basename(newest))].map((file) => readFile(file))
  const [here, there] = await Promise.all(both)
  expect(here && there?.equals(here)).toBe(true)
})

test(
  'a rehearsal restores the newest, says what it found, and leaves nothing',
  { timeout: 2 * minutes },
  async () => {
    expect(await encrypted()).toMatchObject({ code: 0 })
    await api.post(formData({ email: 'later@example.com' }))
    const letters = async () => readdir(path.join(api.dataDir, 'mail'))
    const before = await letters()
    const { code, said } = await rehearse()
    expect({ code, said }).toMatchObject({ code: 0 })
    expect(said).toMatch(
      /checked and removed: 1 applications, .+\n(.+\n)*The site has 2 applications/,
    )
    expect(await readdir(nightly.place)).toEqual([])
    expect(await nightly.word('rehearsal')).toMatchObject({ outcome: 'restored' })
    expect((await letters()).length).toBeLessThanOrEqual(before.length + 2)
  },
)

test(
  'a rehearsal fails for a wrong key, a cut, swapped or old file, and says so',
  { timeout: 5 * minutes },
  async () => {
    const failed = async (settings: Record<string, string> = { BACKUP_IDENTITY: key.identity }) => {
      const { code, said } = await nightly.rehearse(settings)
      expect(said).toContain('"level":50')
      expect(code).toBe(1)
      expect(await nightly.word('rehearsal')).toMatchObject({ outcome: 'failed' })
      expect(await readdir(nightly.place)).toEqual([])
      return said
    }
    expect(await failed()).toContain('there is no backup in')
    expect(await encrypted()).toMatchObject({ code: 0 })
    const newest = await nightly.newest()
    const whole = path.join(nightly.state, 'whole')
    await copyFile(newest, whole)
    const { identity } = await nightly.makeKey()
    await failed({ BACKUP_IDENTITY: identity })

    const { size } = await stat(newest)
    for (const bytes of [size - 1, Math.floor(size / 2), 10, 0]) {
      await copyFile(whole, newest)
      await truncate(newest, bytes)
      await failed()
    }
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
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60 * minutes })
    try {
      const words = ['rehearse', plain, '--in', nightly.place, '--hours', '1']
      const { code, stderr } = await councilIn(api.dataDir, words)
      expect(stderr).toContain('this is not the newest')
      expect(code).toBe(1)
    } finally {
      vi.useRealTimers()
    }
    await copyFile(whole, newest)
    expect(await rehearse()).toMatchObject({ code: 0 })
  },
)

test(
  'where the key is not, a rehearsal says that it restored nothing, and only compares the file',
  { timeout: minutes },
  async () => {
    expect(await encrypted()).toMatchObject({ code: 0 })
    const { code, said } = await nightly.rehearse()
    expect(code).toBe(0)
    expect(said).toContain('It was NOT restored: the key that opens it is not on this machine')
    expect(await nightly.word('rehearsal')).toEqual({
      at: expect.any(String),
      file: await nightly.newest(),
      outcome: 'complete',
    })
    await rehearse()
    const restored = (await nightly.word('rehearsal'))['restoredAt']
    expect(restored).toMatch(/Z$/)
    await appendFile(await nightly.newest(), 'x')
    const changed = await nightly.rehearse()
    expect(changed).toMatchObject({ code: 1 })
    expect(changed.said).toContain('is not what the last backup wrote')
    expect(await nightly.word('rehearsal')).toMatchObject({
      outcome: 'failed',
      restoredAt: restored,
    })
  },
)

test(
  'a rehearsal that is killed says so, and the next one removes what it left',
  { timeout: 2 * minutes },
  async () => {
    makeLarge()
    expect(await nightly.backUp()).toMatchObject({ code: 0 })
    const child = nightly.start('naic-rehearsal')
    const over = once(child, 'exit')
    await vi.waitFor(async () => expect(await readdir(nightly.place)).not.toEqual([]), {
      timeout: 20_000,
    })
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await over
    expect(await readdir(nightly.place)).not.toEqual([])
    expect(await nightly.word('rehearsal')).toMatchObject({ outcome: 'unfinished' })
    expect(await nightly.rehearse()).toMatchObject({ code: 0 })
    expect(await readdir(nightly.place)).toEqual([])
    expect(await nightly.word('rehearsal')).toMatchObject({ outcome: 'restored' })
  },
)
