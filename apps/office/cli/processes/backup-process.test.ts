import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { buffer, text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { councilIn, killCouncil } from '@naic/test/support/council.ts'
import { newDataFolder } from '@naic/test/support/made-data-folder.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'

const SITE_URL = 'https://naic.example'

const folder = eachTest(newFolder)
const file = () => folder.file('naic.tar')
const data = eachTest(() => newDataFolder({ SITE_URL }))

/** What a backup that has not ended has in the data folder. */
const unfinished = async () => (await readdir(data.file('tmp')).catch(() => [])).toSorted()
const begun = () => vi.waitFor(async () => expect(await unfinished()).not.toEqual([]))

/** Makes it large enough to be caught while it is copied. */
function makeLarge(): void {
  using database = new DatabaseSync(data.file('naic.sqlite'))
  database.exec('CREATE TABLE large (bytes); INSERT INTO large VALUES (zeroblob(200000000))')
}

function inShell(line: string, where = data.path): ChildProcess {
  const script = `exec node apps/office/cli/council.ts ${line}`
  const env = { ...process.env, DATA_DIR: where, SITE_URL }
  return spawn('sh', ['-c', script], { env, stdio: 'pipe' })
}

test('through a pipe a backup is whole, and is restored from standard input', async () => {
  const child = inShell('backup -')
  if (!child.stdout || !child.stderr) throw new Error('No pipes.')
  const [bytes, said] = await Promise.all([buffer(child.stdout), text(child.stderr)])
  expect(said).toContain('14 certificates')
  await writeFile(file(), bytes)
  expect(await once(inShell(`restore - < ${file()}`, folder.file('data')), 'exit')).toEqual([
    0,
    null,
  ])
  expect(await readdir(folder.file('data'))).toContain('naic.sqlite')
})

test('a backup that nobody reads to its end, or that meets a full disk, has failed', async () => {
  const child = inShell('backup -')
  child.stdout?.once('data', () => child.stdout?.destroy())
  expect(await once(child, 'exit')).toEqual([1, null])
  const full = inShell('backup - > /dev/full')
  const ended = once(full, 'exit')
  expect(full.stderr && (await text(full.stderr))).toMatch(/could not be written/)
  expect(await ended).toEqual([1, null])
  expect(await unfinished()).toEqual([])
})

test('a restore that meets a full disk says so, and nothing of it is left', async () => {
  await councilIn(data.path, ['backup', file()])
  const words = ['--fsize=100000:', 'node', 'apps/office/cli/council.ts', 'restore', file()]
  const env = { ...process.env, DATA_DIR: folder.file('data'), SITE_URL }
  const { stderr } = spawn('prlimit', words, { env, stdio: 'pipe' })
  const says = 'What is in it cannot be written (EFBIG: file too large, write).'
  expect(await text(stderr)).toBe(`Nothing was restored from ${file()}. ${says}\n`)
  expect(await readdir(folder.path)).toEqual(['naic.tar'])
})

test('a signal ends a backup, and nothing of it is left', async () => {
  makeLarge()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const child = inShell(`backup ${file()}`)
    await begun()
    child.kill(signal)
    const [code] = await once(child, 'exit')
    expect(code, signal).toBeGreaterThan(128)
    expect(await unfinished()).toEqual([])
    expect(await readdir(folder.path)).toEqual([])
  }
})

test('after SIGKILL a copy is left in tmp/, which another backup removes an hour later', async () => {
  const removed = { at: 'remove', of: data.file('tmp') } as const
  await killCouncil(removed, ['backup', file()], { DATA_DIR: data.path, SITE_URL })
  const left = await unfinished()
  expect(left.length).toBeGreaterThan(0)
  expect(await councilIn(data.path, ['backup', file()])).toMatchObject({ code: 0 })
  expect(await unfinished()).toEqual(left)
  const then = new Date(Date.now() - 61 * 60_000)
  for (const name of left) await utimes(data.file('tmp', name), then, then)
  expect(await councilIn(data.path, ['backup', file(), '--overwrite'])).toMatchObject({ code: 0 })
  expect(await unfinished()).toEqual([])
})
