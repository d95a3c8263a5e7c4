import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  expectRefused,
  filesIn,
  makeBackupOfTwo,
  SITE_URL,
} from '@naic/test/support/made-backup.ts'
import { councilIn } from '@naic/test/support/council.ts'
import { issueIn } from '@naic/test/support/issue-in.ts'
import { allTests, eachTest } from '@naic/test/support/opened.ts'

const backup = allTests(() => makeBackupOfTwo())
const place = eachTest(() => backup.newPlace())
const dataDir = () => place.file('data')

const restore = (from: string, ...options: string[]) =>
  councilIn(dataDir(), ['restore', from, ...options], { SITE_URL })

describe('a whole backup', () => {
  test('is put into a folder that is made, everything for its owner only', async () => {
    const { code, stdout, stderr } = await restore(backup.file)
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(stderr).toContain('2 applications, 0 messages, 14 certificates')
    expect(stderr).toContain('--last-checkpoint')
    expect(stderr).not.toContain('SITE_URL')
    const [before, after] = [await filesIn(backup.original), await filesIn(dataDir())]
    for (const [name, bytes] of before) {
      if (/^(keys|resumes|mail)\//.test(name)) expect(after.get(name)?.equals(bytes)).toBe(true)
    }
    expect([...after.keys()].filter((name) => !before.has(name))).toEqual(['server.lock'])
    for (const entry of await readdir(dataDir(), { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(path.join(entry.parentPath, entry.name))
      expect(mode & 0o777, entry.name).toBe(entry.isFile() ? 0o600 : 0o700)
    }
    expect(await councilIn(dataDir(), ['log', 'verify'])).toMatchObject({ code: 0 })
  })

  test('names the SITE_URL that its certificates are signed for, if another is set', async () => {
    const { stderr } = await councilIn(dataDir(), ['restore', backup.file], {
      SITE_URL: 'https://other.example',
    })
    expect(stderr).toContain(`Set SITE_URL to ${SITE_URL}`)
  })
})

describe('a folder', () => {
  test('that holds anything is refused, and left as it is', async () => {
    await mkdir(dataDir())
    await writeFile(place.file('data', 'notes.txt'), 'Mine.')
    await expectRefused(dataDir(), backup.file, /not empty \(it holds notes[.]txt\)/)
    expect(await readdir(dataDir())).toEqual(['notes.txt'])
  })

  test('whose lock another process has is refused, and nothing is left in it', async () => {
    await mkdir(dataDir())
    const server = new DatabaseSync(place.file('data', 'server.lock'))
    server.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    const { code, stderr } = await restore(backup.file)
    expect(stderr).toContain('which another server uses')
    expect(code).toBe(1)
    server.close()
    expect(await readdir(dataDir())).toEqual(['server.lock'])
  })
})

test('a backup that cannot be read is refused', async () => {
  await expectRefused(dataDir(), place.file('none.tar'), /cannot be read/)
  expect(await readdir(place.path)).toEqual([])
})

const AWS_KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }

test.each([
  ['DATABASE_URL', { DATABASE_URL: 'postgres://naic@127.0.0.1:1/naic' }],
  ['FILES_URL', { FILES_URL: 's3://naic?endpoint=http://127.0.0.1:1&region=x', ...AWS_KEYS }],
])('with %s that does not answer, backup and restore leave nothing', async (name, settings) => {
  for (const [where, words] of [
    [backup.original, ['backup', place.file('half.tar')]],
    [dataDir(), ['restore', backup.file]],
  ] as const) {
    const { code, stderr } = await councilIn(where, words, settings)
    expect(stderr).toMatch(
      new RegExp(`^(The bucket of |Nothing was restored .+ without )?${name}.+\n$`),
    )
    expect(code).toBe(1)
  }
  expect(await readdir(place.path)).toEqual([])
})

describe('with --last-checkpoint', () => {
  const issue = (where: string) => issueIn({ DATA_DIR: where, SITE_URL }, { holder: 'Asha' })
  const lost = () => place.file('lost')
  beforeEach(() => cp(backup.original, lost(), { recursive: true }))
  const last = () => path.join(lost(), 'keys', 'last-checkpoint')

  test('of a log that had grown, it says so, and nothing opens the folder', async () => {
    await issue(lost())
    const { code, stderr } = await restore(backup.file, '--last-checkpoint', last())
    expect(stderr).toContain("The database is older than the log's last checkpoint")
    expect(stderr).toContain('The server will not start')
    expect(code).toBe(1)
    const kept = await readFile(place.file('data', 'keys', 'last-checkpoint'), 'utf8')
    expect(kept).toBe(await readFile(last(), 'utf8'))
    const opened = await councilIn(dataDir(), ['keys', 'list'], { SITE_URL })
    expect(opened).toMatchObject({ code: 1, stdout: '' })
    expect(opened.stderr).toMatch(/^The database is older than .+\n$/)
  })

  test('that only a newer key of the log has signed, it says so as well', async () => {
    const rotated = await councilIn(lost(), ['keys', 'rotate', 'log'], { SITE_URL })
    expect(rotated).toMatchObject({ code: 0 })
    await issue(lost())
    const { code, stderr } = await restore(backup.file, '--last-checkpoint', last())
    expect(stderr).toContain('that one is not signed by a key of this database')
    expect(code).toBe(1)
    expect(await councilIn(dataDir(), ['keys', 'list'], { SITE_URL })).toMatchObject({ code: 1 })
  })

  test('that is older than the backup, the one in the backup stays', async () => {
    const before = place.file('before')
    await cp(last(), before)
    await issue(lost())
    const newer = place.file('newer.tar')
    expect(await councilIn(lost(), ['backup', newer])).toMatchObject({ code: 0 })
    expect(await restore(newer, '--last-checkpoint', before)).toMatchObject({ code: 0 })
    const kept = await readFile(place.file('data', 'keys', 'last-checkpoint'), 'utf8')
    expect(kept).toBe(await readFile(last(), 'utf8'))
  })

  test('of another log, or that is none, nothing is restored', async () => {
    const other = place.file('other')
    await writeFile(other, (await readFile(last(), 'utf8')).replace(/^[^\n]+/, 'naic.example/log'))
    await expectRefused(
      dataDir(),
      backup.file,
      /no checkpoint of localhost:3000\/log/,
      '--last-checkpoint',
      other,
    )
    expect((await readdir(place.path)).toSorted()).toEqual(['lost', 'other'])
  })
})
