import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-on-server-'))
  // In place of sudo: what it would have run, and whether the server's user may go to a folder.
  const sudo = `#!/bin/sh
if [ "$1" = -u ]; then exit "$MAY_GO"; fi
printf '%s\\n' "$@"
`
  await writeFile(path.join(folder, 'sudo'), sudo, { mode: 0o755 })
})
afterEach(() => rm(folder, { recursive: true }))

async function council(mayGo: boolean, settings: Record<string, string> = {}) {
  const { SUDO_USER: _of, ...environment } = process.env
  const env = {
    ...environment,
    ...settings,
    PATH: `${folder}:${process.env['PATH']}`,
    MAY_GO: mayGo ? '0' : '1',
  }
  const words = ['applications', 'list', '--text', 'two words']
  const { stdout } = await run(path.resolve('deploy/naic-council'), words, { env, cwd: folder })
  return stdout.split('\n')
}

test('it runs the program as the server’s user, with its settings, where one stands', async () => {
  const words = await council(true)
  expect(words[0]).toBe('systemd-run')
  expect(words).toContain(`--working-directory=${folder}`)
  expect(words).toContain(`SUDO_USER=${userInfo().username}`)
  expect(words.slice(words.indexOf('/opt/naic/bin/council'))).toEqual([
    '/opt/naic/bin/council',
    'applications',
    'list',
    '--text',
    'two words',
    '',
  ])
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

test('where the server’s user may not go, it stands in the data folder; who is root by sudo is named', async () => {
  const words = await council(false, { SUDO_USER: 'asha' })
  expect(words).toContain('--working-directory=/var/lib/naic')
  expect(words).toContain('SUDO_USER=asha')
})
