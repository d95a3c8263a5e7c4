import { expect, onTestFinished, test, vi } from 'vitest'
import { council, exampleOf, newPlace } from '@naic/test/support/council.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { commandsIn, makeProgram, nameOf } from './command-line.ts'
import type { Run } from './command-run.ts'

const place = allTests(() => newPlace())

test.for([
  ['aplications', `unknown command 'aplications'\n(Did you mean applications?)`],
  ['certificates isue --sheet a', `unknown command 'isue'\n(Did you mean issue?)`],
  ['checkpoints export --newst', `unknown option '--newst'\n(Did you mean --newest?)`],
  ['keys list --all', `unknown option '--all'`],
  ['weather', `unknown command 'weather'`],
  [
    'certificates issue --sheet --json',
    `option '--sheet <file>' has no text: '--json' looks like an option`,
  ],
  ['desk --host ', `option '--host <address>' has no text`],
  ['certificates issue --json', `required option '--sheet <file>' not specified`],
  [
    'certificates issue --sheet a.csv b.csv',
    `too many arguments for 'issue'. Expected 0 arguments but got 1: b.csv.`,
  ],
] as const)('"%s" is answered with: %s', async ([words, sentence]) => {
  const { code, stdout, stderr } = await place.council(...words.split(' '))
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(`error: ${sentence}\n`)
  expect(stderr).toContain('"--help" says more.')
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

test('the help of each has an example that is understood, and no option of a person that can only be typed', async () => {
  vi.stubEnv('TMPDIR', place.folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const all = commandsIn(await makeProgram({} as Run)).map(nameOf)
  expect(all).toContain('outbox list')
  for (const words of all) {
    const help = await place.council(...words.split(' '), '--help')
    expect(help).toMatchObject({ code: 0, stderr: '' })
    for (const [, option, text = ''] of help.stdout.matchAll(
      /^ +--(email|find) <\w+>([^]*?)(?=\n +-|\n\n)/gm,
    )) {
      expect(text.replaceAll(/\s+/g, ' '), option).toContain('"-" reads it from standard input')
    }
    const example = exampleOf(help.stdout, place.folder)
    expect(example.slice(0, 2).join(' ')).toContain(words)
    // Nothing is stored there, so 1 is as good as 0.
    const environment = {
      DATA_DIR: place.dataDir,
      DATABASE_URL: 'postgres://none@127.0.0.1:1/none',
    }
    const run = await council(example, { environment, stdin: 'asha@example.com\n' })
    expect([0, 1], run.stderr).toContain(run.code)
  }
})

test('lists of commands fit into 80 columns, and a group alone says its own', async () => {
  const all = await place.council('--help')
  expect(all.stdout).toContain('A command ends with 0 when all was done')
  const group = await place.council('keys')
  expect(group).toMatchObject({ code: 2, stdout: '' })
  for (const line of `${all.stdout}\n${group.stderr}`.split('\n')) {
    expect(line.length, line).toBeLessThanOrEqual(80)
  }
  expect(group.stderr).toMatch(/^ {2}revoke .+ for a key/m)
})
