import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCouncil } from '#test/support/run-council.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-preview-'))
})
afterEach(() => rm(folder, { recursive: true }))

const council = (...words: string[]) =>
  runCouncil(path.join(folder, 'none'), words, {
    TMPDIR: folder,
    MAIL_FROM: 'office@naic.example',
    STAFF_EMAIL: 'desk@naic.example',
  })

test('the letters are listed, and each is written as a page that one leads to', async () => {
  const list = JSON.parse((await council('letters', '--json')).output)
  const names = list.map(({ name }: { name: string }) => name)
  expect(names).toContain('certificate-issued')
  const { status, output } = await council('letters', 'preview')
  expect(status).toBe(0)
  const index = fileURLToPath(output.trim())
  expect(path.basename(index)).toBe('index.html')
  expect(await readdir(path.dirname(index))).toEqual(
    [...names.map((name: string) => `${name}.html`), 'index.html'].toSorted(),
  )
  const links = [...(await readFile(index, 'utf8')).matchAll(/href="(.+?)"/g)]
  expect(links.map(([, link]) => link)).toEqual(names.map((name: string) => `${name}.html`))
  // Nothing was opened for it, and no data folder was made.
  expect(await readdir(folder)).toEqual([path.basename(path.dirname(index))])
})

test('one letter is written where it is wanted, from the council as settings have it', async () => {
  const out = path.join(folder, 'to look at')
  await mkdir(out)
  await writeFile(path.join(out, 'mine.txt'), 'mine')
  const { status, output } = await council('letters', 'preview', 'certificate-issued', '--out', out)
  expect(status).toBe(0)
  const page = await readFile(fileURLToPath(output.trim()), 'utf8')
  expect(page).toContain('&lt;office@naic.example&gt;')
  expect(page).toContain('https://naic.example/verify/')
  expect((await readdir(out)).toSorted()).toEqual(['certificate-issued.html', 'mine.txt'])
})

test('a letter that is not there is answered with the nearest, a folder that cannot be with why', async () => {
  const near = await council('letters', 'preview', 'aplication-recieved')
  expect(near.status).toBe(2)
  expect(near.errors).toContain(`Did you mean 'application-received'?`)
  const far = await council('letters', 'preview', 'x')
  expect(far.errors).toContain('There are application-received, ')
  const refused = await council('letters', 'preview', '--out', '/dev/null/letters')
  expect(refused).toMatchObject({ status: 1, output: '' })
  expect(refused.errors).toMatch(/^The letters could not be written \(.+\)[.]\n$/)
})

test('colours are for a terminal, and not where NO_COLOR is set', async () => {
  // "script" gives the command a terminal, as a person has one.
  const onTerminal = async (settings: Record<string, string>) => {
    // Where CI is set, Node thinks that nobody looks.
    const { NO_COLOR: _own, FORCE_COLOR: _any, CI: _runner, ...environment } = process.env
    const words = ['-qec', 'node cli/council.ts letters list', '/dev/null']
    const env = { ...environment, TERM: 'xterm-256color', ...settings }
    return (await promisify(execFile)('script', words, { env })).stdout
  }
  expect(await onTerminal({})).toContain('\u001B[1m')
  expect(await onTerminal({ NO_COLOR: '1' })).not.toContain('\u001B')
  expect((await council('letters', 'list')).output).not.toContain('\u001B')
})
