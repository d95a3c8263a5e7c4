import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { secretSettings } from '@naic/installation/settings/described-settings.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
const run = promisify(execFile)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-failed-'))
})
afterEach(() => rm(folder, { recursive: true }))

const unit = () => readFile('deploy/naic-failed@.service', 'utf8')

/** Runs one of the unit's lines for naic.service, as systemd would, with its folder in another place. */
async function runLine(name: string, runtime: string, env: Record<string, string> = {}) {
  const line = new RegExp(`^${name}=(.+)$`, 'm').exec(await unit())?.[1] ?? ''
  const [, script = '', words = ''] = /^\/bin\/sh -c '(.+)' sh (\S+)$/.exec(line) ?? []
  const given = words.replace('/run/naic-failed-%i', runtime).replaceAll('%i', 'naic.service')
  // systemd.service(5): "$$" is "$".
  const typed = script.replaceAll('$$', '$').replaceAll('/opt/naic', folder)
  return run('/bin/sh', ['-c', typed, 'sh', given], { env: { ...process.env, ...env } })
}

test('every unit that may fail begins it, and itself it does not', async () => {
  const names = (await readdir('deploy')).filter((name) => name.endsWith('.service'))
  expect(names).toContain('naic-backup.service')
  for (const name of names) {
    const text = await readFile(path.join('deploy', name), 'utf8')
    const begins = text.includes('\nOnFailure=naic-failed@%n.service\n')
    expect([name, begins]).toEqual([name, name !== 'naic-failed@.service'])
  }
})

test('no second letter goes out within an hour, though systemd gives it a link for a folder', async () => {
  await mkdir(path.join(folder, 'private'))
  const runtime = path.join(folder, 'link')
  await symlink(path.join(folder, 'private'), runtime)
  await runLine('ExecCondition', runtime)
  const told = path.join(runtime, 'told')
  await writeFile(told, '')
  await expect(runLine('ExecCondition', runtime)).rejects.toMatchObject({ code: 1 })
  const before = new Date(Date.now() - 61 * 60_000)
  await utimes(told, before, before)
  await runLine('ExecCondition', runtime)
})

test('the letter gets the end of the unit’s log', async () => {
  const place = path.join(folder, 'bin')
  await mkdir(place)
  const program = '#!/bin/sh\necho "$(basename "$0") $*"; '
  await writeFile(path.join(place, 'journalctl'), `${program}`, { mode: 0o755 })
  await writeFile(path.join(place, 'council'), `${program} cat\n`, { mode: 0o755 })
  const { stdout } = await runLine('ExecStart', folder, { PATH: `${place}:${process.env['PATH']}` })
  expect(stdout).toBe(
    'council mail-failure naic.service\njournalctl --unit=naic.service --lines=50 --no-pager --quiet --output=short-iso\n',
  )
})

test('it knows no secret but those of the relay', async () => {
  const removed = [...(await unit()).matchAll(/^UnsetEnvironment=(.+)$/gm)].flatMap(([, names]) =>
    (names ?? '').split(' '),
  )
  const kept = [...secretSettings].filter((name) => !removed.includes(name))
  expect(kept).toEqual(['SMTP_PASSWORD'])
  expect(removed).toContain('DATABASE_URL')
})
