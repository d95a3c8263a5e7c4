import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import { council as inThisProcess, councilProcess } from '@naic/test/support/council.ts'
import { eachTest, newFolder } from '@naic/test/support/opened.ts'

/** The folder of the person who types: not the project's, and with a space in its name. It has links to bin/council. */
const inFolder = (...names: string[]) => place.file('naic council', ...names)
const place = eachTest(newFolder)
const council = () => inFolder('bin', 'council')
beforeEach(async () => {
  await mkdir(inFolder('bin'), { recursive: true })
  await symlink(path.resolve('bin/council'), inFolder('bin', 'first'))
  await symlink('./first', council())
})

const site = { SITE_URL: 'https://naic.example' }

function run(program: string, words: readonly string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, ...site, ...settings }
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(program, words, { env, cwd: inFolder() }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

/** A line for the shell, with the command line's program as "council". */
function inShell(line: string, settings: Record<string, string>) {
  const script = `umask 022; ${line.replace('council', 'node apps/office/cli/council.ts')}`
  return spawn('sh', ['-c', script], {
    env: { ...process.env, ...site, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const batch =
  'reference,holder,domain,duration,verified_on\nR-1,आशा राव,Data Science,4 Weeks,2026-03-14\n'
const npm = ['--prefix', process.cwd(), 'run', '--silent', 'council', '--']

test.for(['bin/council', 'npm'])('by %s, files are named from the current folder', async (by) => {
  await writeFile(inFolder('batch.csv'), batch)
  const words = ['certificates', 'issue', '--sheet', 'batch.csv', '--yes']
  const [program, typed] = by === 'npm' ? ['npm', [...npm, ...words]] : [council(), words]
  const { code, stderr } = await run(program, typed, { DATA_DIR: 'data' })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '1 issued, 0 issued before.\n' })
  expect(existsSync(inFolder('data', 'naic.sqlite'))).toBe(true)
})

test('without DATA_DIR it is the data folder of the project', async ({ skip }) => {
  skip(existsSync('data'), 'There is a data folder, which no test may touch.')
  const { code, stderr } = await run(council(), ['journal'], { DATA_DIR: '' })
  expect(stderr).toContain(`DATA_DIR is ${path.resolve('data')}, where nothing is stored.`)
  expect(code).toBe(1)
})

test('without what npm installs it says what to do', async () => {
  await mkdir(inFolder('project', 'bin'), { recursive: true })
  const copy = inFolder('project', 'bin', 'council')
  await writeFile(copy, await readFile('bin/council'), { mode: 0o755 })
  const { code, stderr } = await run(copy, ['--help'])
  expect(stderr).toBe(
    `What it runs on is not there. Run "npm install" in ${inFolder('project')} first.\n`,
  )
  expect(code).toBe(1)
})

test('a process says and ends as the same command in a test does', async () => {
  const environment = { DATA_DIR: inFolder('data') }
  const words = ['certificates', 'show', 'NAIC25A7K2M']
  expect(await councilProcess(words, { environment })).toEqual(
    await inThisProcess(words, { environment }),
  )
})

test('a reader that has enough, as head has, ends a command without a complaint', async () => {
  await writeFile(inFolder('batch.csv'), batch)
  const file = inFolder('batch.csv')
  const child = inShell(`exec council certificates issue --yes --sheet '${file}'`, {
    DATA_DIR: inFolder('data'),
  })
  child.stdout.destroy()
  const ended = once(child, 'close')
  expect(await text(child.stderr)).toBe('1 issued, 0 issued before.\n')
  expect(await ended).toEqual([0, null])
})

test('a full disk is named in a sentence, and the command fails', async () => {
  const child = inShell('council settings --all > /dev/full', {})
  const ended = once(child, 'close')
  expect(await text(child.stderr)).toMatch(/^What was to be printed could not be written .+\n$/)
  expect(await ended).toEqual([1, null])
})

test('only the owner can read a file that the shell redirects into', async () => {
  const file = inFolder('batch.csv')
  await writeFile(file, batch)
  const settings = { DATA_DIR: inFolder('data') }
  const list = inFolder('list.json')
  const issue = `council certificates issue --yes --json --sheet '${file}' > '${list}'`
  expect(await once(inShell(issue, settings), 'close')).toEqual([0, null])
  expect((await stat(list)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(list, 'utf8'))).toMatchObject([{ reference: 'R-1' }])
})
