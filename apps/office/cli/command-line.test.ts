import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { council, examplesOf, newPlace, type Place } from '@naic/test/support/council.ts'
import { commandsOf } from './command-line.ts'

let place: Place
beforeAll(async () => {
  place = await newPlace()
})
afterAll(() => place.remove())

test.for([
  ['aplications', `unknown command 'aplications'\n(Did you mean applications?)`],
  ['certificates isue --sheet a', `unknown command 'isue'\n(Did you mean issue?)`],
  ['checkpoints export --newst', `unknown option '--newst'\n(Did you mean --newest?)`],
  ['applications export --all', `unknown option '--all'`],
  ['weather', `unknown command 'weather'`],
] as const)('"%s" is answered with: %s', async ([words, sentence]) => {
  const { code, stdout, stderr } = await place.council(...words.split(' '))
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(`error: ${sentence}\n`)
  expect(stderr).toContain('--help" ')
})

test('it says which version it is', async () => {
  const { code, stdout } = await place.council('--version')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^\d+[.]\d+[.]\d+ [(]commit none, Node \d+[.]\d+[.]\d+[)]\n$/)
})

test('a mistyped word is named, and a terminal obeys nothing in it', async () => {
  const { stderr } = await place.council('keys', '\u001B[2J\u202Elist')
  expect(stderr).toContain(String.raw`unknown command '\u{1b}[2J\u{202e}list'`)
})

test.for([
  [['--sheet', '--dry-run'], '--sheet'],
  [['--sheet', 'a.csv', '--email', 'asha@example.com'], '--email'],
  [['--sheet', 'a.csv', 'b.csv'], 'b.csv'],
] as const)(
  'certificates are not issued for %s, which can only be a slip',
  async ([words, named]) => {
    const { code, stderr } = await place.council('certificates', 'issue', ...words)
    expect(code).toBe(2)
    expect(stderr.split('\n')[0]).toContain(named)
    expect(await readdir(place.folder)).toEqual([])
  },
)

test('the help lists every command, and the help of each has examples that are understood', async () => {
  vi.stubEnv('TMPDIR', place.folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const all = await place.council('--help')
  expect(all).toMatchObject({ code: 0, stderr: '' })
  const [list = '', more] = all.stdout.split('\nMore:\n')
  expect(more).toContain('Ends with 0 when all was done')
  const listed = [...list.matchAll(/^ {2}([a-z][a-z-]*(?: [a-z-]+)?) /gm)].map(
    ([, words = '']) => words,
  )
  expect(listed).toEqual(Object.keys(await commandsOf()))
  for (const words of listed) {
    const help = await place.council(...words.split(' '), '--help')
    expect(help).toMatchObject({ code: 0, stderr: '' })
    for (const [, option, text = ''] of help.stdout.matchAll(
      /^ +--(email|holder|note|message|text) <\w+>([^]*?)(?=\n +-|\n\n)/gm,
    )) {
      expect(text.replaceAll(/\s+/g, ' '), option).toContain('"-" asks for it')
    }
    for (const example of examplesOf(help.stdout, place.folder)) {
      expect(example.slice(0, 2).join(' ')).toContain(words)
      // Nothing is stored there, so 1 is as good as 0.
      const environment = {
        DATA_DIR: place.dataDir,
        DATABASE_URL: 'postgres://none@127.0.0.1:1/none',
      }
      const asked = example.includes('--name') ? 'Asha Rao' : 'asha@example.com'
      const run = await council(example, { environment, stdin: `${asked}\n` })
      expect([0, 1], run.stderr).toContain(run.code)
    }
  }
})

test('lists of commands fit into 80 columns, and a group alone has its own', async () => {
  const all = await place.council('--help')
  const group = await place.council('keys', '--help')
  for (const line of `${all.stdout}\n${group.stdout}`.split('\n')) {
    expect(line.length, line).toBeLessThanOrEqual(80)
  }
  expect(group.stdout).toMatch(/^ {2}keys revoke +for a key/m)
  expect(group.stdout).not.toContain('certificates')
  expect(await place.council('log')).toMatchObject({ code: 2, stdout: '' })
})
