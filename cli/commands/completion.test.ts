import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { installed } from '#test/support/debian-packages.ts'
import { runCouncil } from '#test/support/run-council.ts'

const shells = {
  bash: { start: ['bash', '--norc', '--noprofile', '-i'], packages: ['bash'] },
  zsh: { start: ['zsh', '-f', '-i'], packages: ['zsh'] },
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-completion-'))
})
afterAll(() => rm(folder, { recursive: true }))

/**
 * Types into the shell as a person does, on a terminal: what is typed before it has read the last line
 * waits. A function stands in place of the program, and shows the words that it gets.
 */
async function type(shell: keyof typeof shells, line: string): Promise<string[]> {
  const child = spawn('script', ['-qec', shells[shell].start.join(' '), '/dev/null'], {
    env: { PATH: process.env['PATH'], HOME: folder, TERM: 'dumb', PS1: '$ ' },
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let shown = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text))
  const says = (mark: string) => vi.waitFor(() => expect(shown).toContain(mark))
  child.stdin.write(
    `council() { printf '<%s>' "$@"; printf '%s\\n' e''nd; }; source ./council.${shell}; echo rea''dy\n`,
  )
  await says('ready')
  child.stdin.write(`${line}\n`)
  await says('end')
  child.stdin.end('exit\n')
  await once(child, 'close')
  const words = /((?:<[^<>\n]*>)+)end/.exec(stripVTControlCharacters(shown))?.[1] ?? shown
  return words.split(/[<>]+/).filter((word) => word !== '')
}

describe.each(['bash', 'zsh'] as const)('in %s', (shell) => {
  let isThere: true | string
  beforeAll(async () => {
    isThere = await installed(shells[shell].packages)
    const { output, status } = await runCouncil(folder, ['completion', shell])
    expect(status).toBe(0)
    await writeFile(path.join(folder, `council.${shell}`), output)
    await writeFile(path.join(folder, 'batch-of-march.csv'), '')
  }, 600_000)

  test.for([
    ['a command of one word', 'council journ\t', ['journal']],
    ['each word of a command', 'council certif\tiss\t', ['certificates', 'issue']],
    ['an option', 'council certificates issue --dry\t', ['certificates', 'issue', '--dry-run']],
    [
      'an option after another with its value',
      'council certificates issue --holder list --dry\t',
      ['certificates', 'issue', '--holder', 'list', '--dry-run'],
    ],
    ['a value that is known', 'council completion zs\t', ['completion', 'zsh']],
    [
      'the name of a file',
      'council certificates issue --csv batch\t',
      ['certificates', 'issue', '--csv', 'batch-of-march.csv'],
    ],
    ['nothing for what is no command', 'council weath\t', ['weath']],
  ] as const)('the TAB key completes %s', async ([, line, words], { skip }) => {
    skip(isThere !== true, String(isThere))
    expect(await type(shell, line)).toEqual(words)
  })
})
