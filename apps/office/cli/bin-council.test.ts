import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** Where a person stands: somewhere else than the project, and with a space in it. */
let folder: string
let council: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic council-'))
  await mkdir(path.join(folder, 'bin'))
  await symlink(path.resolve('bin/council'), path.join(folder, 'bin', 'first'))
  council = path.join(folder, 'bin', 'council')
  await symlink('./first', council)
})
afterEach(() => rm(folder, { recursive: true }))

function run(program: string, words: readonly string[], settings: Record<string, string> = {}) {
  const env = { ...process.env, SITE_URL: 'https://naic.example', ...settings }
  return new Promise<{ status: number; output: string; errors: string }>((resolve) => {
    execFile(program, words, { env, cwd: folder }, (error, output, errors) =>
      resolve({ status: Number(error?.code ?? 0), output, errors }),
    )
  })
}

const batch =
  'reference,holder,domain,duration,verified_on\nR-1,Asha Rao,Data Science,4 Weeks,2026-03-14\n'
const npm = ['--prefix', process.cwd(), 'run', '--silent', 'council', '--']

test('through symbolic links it runs, and calls itself as it was called', async () => {
  const { status, output } = await run(council, ['certificates', 'issue', '--help'])
  expect(status).toBe(0)
  expect(output).toContain('Usage: council certificates issue (')
  expect(output).toContain('\n  council certificates issue --csv batch.csv --dry-run\n')
  const byNpm = await run('npm', [...npm, 'keys', 'lst'])
  expect(byNpm.errors).toContain('"npm run --silent council -- --help" lists all commands.')
})

test.for(['bin/council', 'npm'])('by %s, files are named from where one stands', async (by) => {
  await writeFile(path.join(folder, 'batch.csv'), batch)
  const words = ['certificates', 'issue', '--csv', 'batch.csv', '--results', 'results.csv']
  const settings = { DATA_DIR: 'data' }
  const { status, errors } =
    by === 'npm'
      ? await run('npm', [...npm, ...words], settings)
      : await run(council, words, settings)
  expect({ status, errors }).toEqual({ status: 0, errors: '1 issued, 0 issued before.\n' })
  expect(await readFile(path.join(folder, 'results.csv'), 'utf8')).toContain('NAIC26')
  expect(existsSync(path.join(folder, 'data', 'naic.sqlite'))).toBe(true)
})

test('without DATA_DIR it is the data folder of the project', async ({ skip }) => {
  skip(existsSync('data'), 'There is a data folder, which no test may touch.')
  const { status, errors } = await run(council, ['journal'], { DATA_DIR: '' })
  expect(errors).toContain(`DATA_DIR is ${path.resolve('data')}, where nothing is stored.`)
  expect(status).toBe(1)
})

test('without what npm installs it says what to do', async () => {
  await mkdir(path.join(folder, 'project', 'bin'), { recursive: true })
  const copy = path.join(folder, 'project', 'bin', 'council')
  await writeFile(copy, await readFile('bin/council'), { mode: 0o755 })
  const { status, errors } = await run(copy, ['--help'])
  expect(errors).toBe(
    `What it runs on is not there. Run "npm install" in ${path.join(folder, 'project')} first.\n`,
  )
  expect(status).toBe(1)
})
