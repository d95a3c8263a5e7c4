import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
const script = path.resolve('deploy/naic-council')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-on-server-'))
  // In place of the machine's own: what would have been run.
  const shown = 'printf "%s\\n" "${0##*/}" "$@"'
  const programs = {
    id: 'echo "$ID"',
    runuser: 'exit "$MAY_GO"',
    sudo: shown,
    'systemd-run': shown,
  }
  for (const [name, line] of Object.entries(programs)) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  }
})
afterEach(() => rm(folder, { recursive: true }))

/** @param settings beside those of sudo, which lets root's programs know who asked. */
async function council(words: string[], settings: Record<string, string> = {}) {
  const { SUDO_USER: _of, ...environment } = process.env
  const PATH = `${folder}:${process.env['PATH']}`
  const env = { ...environment, ID: '0', MAY_GO: '0', ...settings, PATH }
  const { stdout } = await run(script, words, { env, cwd: folder })
  return stdout.split('\n').slice(0, -1)
}

const list = ['applications', 'list', '--text', 'two words']
const after = (words: string[]) => words.slice(words.indexOf('/opt/naic/bin/council') + 1)

test('it runs the program as the server’s user, with its settings, in the current folder', async () => {
  const words = await council(list, { SUDO_USER: 'asha' })
  expect(words[0]).toBe('systemd-run')
  expect(words).toContain(`--working-directory=${folder}`)
  expect(words).toContain('SUDO_USER=asha')
  expect(after(words)).toEqual(list)
  // As the units have them.
  const service = await readFile('deploy/naic.service', 'utf8')
  for (const said of [
    'EnvironmentFile=/etc/naic/naic.env',
    'DATA_DIR=/var/lib/naic',
    'UMask=0077',
  ]) {
    expect(words).toContain(said)
    expect(service).toContain(said)
  }
})

test('a user who is not root goes through sudo, which alone says who they are', async () => {
  expect(await council(list, { ID: '1000', SUDO_USER: 'somebody-else' })).toEqual([
    'sudo',
    '--',
    script,
    ...list,
  ])
  expect(await council(list)).toContain('SUDO_USER=root')
})

test('what is redirected into a file of one’s own is for oneself alone, but for what a shell completes', async () => {
  const PATH = `${folder}:${process.env['PATH']}`
  for (const [words, mode] of [
    ['resume NAIC-7F3K-92QD', 0o600],
    ['completion', 0o644],
  ] as const) {
    const file = path.join(folder, 'redirected')
    await rm(file, { force: true })
    const line = `umask 022; ${script} ${words} > ${file}`
    await run('sh', ['-c', line], { env: { ...process.env, ID: '0', MAY_GO: '0', PATH } })
    expect((await stat(file)).mode & 0o777).toBe(mode)
  }
})

test('where the server’s user may not go, it runs in the data folder', async () => {
  expect(await council(list, { MAY_GO: '1' })).toContain('--working-directory=/var/lib/naic')
})

test('the system’s log has no word of what was typed, and no setting comes in its place', async () => {
  const typed = ['messages', 'list', '--text', 'asha@example.com ${SMTP_PASSWORD} $HOME\n']
  const words = await council(typed)
  expect(words).toContain('--description=A command of the council')
  // systemd.service(5), "Command lines": "$$" is a single dollar sign.
  const passed = after(words).join('\n')
  expect(passed).toContain('asha@example.com $${SMTP_PASSWORD} $$HOME\n')
  expect(passed.replaceAll('$$', '$')).toBe(typed.join('\n'))
})

test('as the tables’ owner, its settings come after the server’s, and win', async () => {
  const words = await council(['--as-owner', 'erase'])
  const files = words.filter((word) => word.startsWith('EnvironmentFile='))
  expect(files).toEqual([
    'EnvironmentFile=/etc/naic/naic.env',
    'EnvironmentFile=/etc/naic/owner.env',
  ])
  expect(after(words)).toEqual(['erase'])
})
