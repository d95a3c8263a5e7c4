import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCouncil } from '#test/support/run-council.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-council-'))
})
afterAll(() => rm(folder, { recursive: true }))

const council = (...words: string[]) => runCouncil(path.join(folder, 'data'), words)

/** As a person types it, in a shell of the test's own folder. */
function shell(command: string) {
  const own = `node ${path.resolve('cli/council.ts')}`
  const line = command.replace('npm run --silent council --', own)
  const env = { ...process.env, DATA_DIR: path.join(folder, 'data'), TMPDIR: folder }
  return new Promise<{ status: number; errors: string }>((resolve) => {
    const typed = execFile('sh', ['-c', line], { env, cwd: folder }, (error, _output, errors) =>
      resolve({ status: Number(error?.code ?? 0), errors }),
    )
    // For "-". A command that asks for nothing may end before it is written.
    typed.stdin?.on('error', () => undefined).end('asha@example.com\n')
  })
}

const issueOne = ['certificates', 'issue', '--holder', 'Asha', '--domain', 'Web']

test.concurrent.for([
  ['aplications', `unknown command 'aplications'. Did you mean 'applications'?`],
  ['certificate list', `unknown command 'certificate list'. Did you mean 'certificates list'?`],
  [
    'certificates isue --csv a',
    `unknown command 'certificates isue'. Did you mean 'certificates issue'?`,
  ],
  ['keys rotat log', `unknown command 'keys rotat'. Did you mean 'keys rotate'?`],
  ['list keys', `unknown command 'list keys'. Did you mean 'keys list'?`],
  ['isue certificate', `unknown command 'isue certificate'. Did you mean 'certificates issue'?`],
  ['issue', `unknown command 'issue'. Did you mean 'certificates issue'?`],
  ['issue batch.csv', `unknown command 'issue batch.csv'. Did you mean 'certificates issue'?`],
  ['rotate log', `unknown command 'rotate log'. Did you mean 'keys rotate'?`],
  ['cert list', `unknown command 'cert list'. Did you mean 'certificates list'?`],
  ['keys-list', `unknown command 'keys-list'. Did you mean 'keys list'?`],
  ['move data', `unknown command 'move data'. Did you mean 'move-data'?`],
  ['certificates issue --cvs a', `unknown option '--cvs'. Did you mean '--csv'?`],
  ['certificates issue --csv a --dryrun', `unknown option '--dryrun'. Did you mean '--dry-run'?`],
  ['checkpoints export --newst', `unknown option '--newst'. Did you mean '--newest'?`],
  ['applications --all', `unknown option '--all'`],
  ['weather', `unknown command 'weather'`],
  ['keys weather', `unknown command 'keys weather'`],
] as const)('"%s" is answered with: %s', async ([words, sentence]) => {
  const { status, output, errors } = await council(...words.split(' '))
  expect({ status, output }).toEqual({ status: 2, output: '' })
  expect(errors.split('\n')[0]).toBe(sentence)
  expect(errors).toContain('Usage:')
  expect(errors).toContain('--help" ')
})

test('what was typed amiss is named without obeying it', async () => {
  const { errors } = await council('keys', '\u001B[2J\u202Elist')
  expect(errors).toContain(String.raw`unknown command 'keys \u{1b}[2J\u{202e}list'`)
})

test.concurrent.for([
  [['--csv', 'a.csv', '--results', '--dry-run'], '--results'],
  [['--csv', '--dry-run'], '--csv'],
  [['--csv', 'a.csv', '--email', 'asha@example.com'], '--email'],
  [['--csv', 'a.csv', 'b.csv'], 'b.csv'],
  [['--csv'], '--csv'],
] as const)(
  'certificates are not issued for %s, which can only be a slip',
  async ([words, named]) => {
    const { status, errors } = await council('certificates', 'issue', ...words)
    expect(status).toBe(2)
    expect(errors.split('\n')[0]).toContain(named)
    expect(await readdir(folder)).toEqual([])
  },
)

test('a command is told what it takes before any setting is looked at', async () => {
  const { status, errors } = await runCouncil(folder, ['keys', 'lst'], { PORT: 'http' })
  expect(status).toBe(2)
  expect(errors).not.toContain('PORT')
})

test('the help lists every command, and the help of each has examples that are understood', async () => {
  const all = await council('--help')
  expect(all).toMatchObject({ status: 0, errors: '' })
  const [list = '', more] = all.output.split('\nMore:\n')
  expect(more).toContain('Ends with 0 when all was done')
  expect(list).not.toContain('Other:')
  const listed = [...list.matchAll(/^ {2}([a-z][a-z-]*(?: [a-z-]+)?) /gm)].map(([, words]) => words)
  const files = (await readdir('cli/commands')).filter((file) => !file.endsWith('.test.ts'))
  expect(listed.map((words) => `${words?.replace(' ', '-')}.ts`).toSorted()).toEqual(
    files.toSorted(),
  )
  const helps = await Promise.all(
    listed.map((words) => council(...(words?.split(' ') ?? []), '--help')),
  )
  const examples = helps.flatMap(({ status, output, errors }, at) => {
    expect({ status, errors }).toEqual({ status: 0, errors: '' })
    const given = output.split('Examples:\n')[1]?.trimEnd().split('\n') ?? []
    expect(given[0]).toContain(`  npm run --silent council -- ${listed[at]}`)
    return given
  })
  const personal = /^ +--(email|holder|note|message|text) <.+/gm
  for (const { output } of helps) {
    for (const [option] of output.matchAll(personal)) {
      const description = output.slice(output.indexOf(option)).split(/\n +--|\n\n/)[0] ?? ''
      expect(description.replaceAll(/\s+/g, ' ')).toContain('"-" asks for it')
    }
  }
  // Nothing is stored here, and no other place is set, which is no mistake of whoever types them.
  for (const { status, errors } of await Promise.all(examples.map(shell))) {
    if (errors.startsWith('Set where to: ')) continue
    expect([0, 1], errors).toContain(status)
  }
})

test('lists of commands fit into 80 columns, and a group alone has its own', async () => {
  const all = await council('--help')
  const group = await council('certificates', '--help')
  const alone = await council('certificates')
  for (const line of `${all.output}\n${group.output}`.split('\n')) {
    expect(line.length, line).toBeLessThanOrEqual(80)
  }
  expect(group.output).toMatch(/^ {2}certificates revoke +takes a certificate back/m)
  expect(group.output).not.toMatch(/^ {2}(?!certificates)\S/m)
  expect(alone).toEqual({ status: 2, output: '', errors: group.output })
  expect(all.output.match(/^[A-Z].+:$/gm)?.slice(0, 3)).toEqual([
    'At a screen:',
    'Applications:',
    'Messages:',
  ])
})

test('a setting that is wrong and a full disk are each told in a sentence', async () => {
  const wrong = await runCouncil(folder, issueOne, { PORT: 'http' })
  expect(wrong).toMatchObject({ status: 1, output: '' })
  expect(wrong.errors).toMatch(/^.+\n$/)

  const full = await shell('npm run --silent council -- keys make > /dev/full')
  expect(full.status).toBe(1)
  expect(full.errors).toMatch(/^What was to be printed could not be written .+\n$/)
})
