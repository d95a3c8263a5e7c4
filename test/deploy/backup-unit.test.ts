import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { installed } from '#support/debian-packages.ts'

const run = promisify(execFile)

let tools: true | string
beforeAll(async () => {
  tools = await installed(['systemd'])
}, 600_000)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-unit-'))
})
afterEach(() => rm(folder, { recursive: true }))

const unit = (name: string) => readFile(path.join('deploy', name), 'utf8')

test('the units and their timers have no mistake that systemd knows of', async ({ skip }) => {
  skip(tools !== true, String(tools))
  const names = ['naic-backup', 'naic-rehearsal'].flatMap((name) => [
    `${name}.service`,
    `${name}.timer`,
  ])
  const copies = names.map((name) => path.join(folder, name))
  for (const [at, copy] of copies.entries()) {
    const text = await unit(names[at] ?? '')
    await writeFile(copy, text.replaceAll('/opt/naic', process.cwd()))
  }
  expect(await run('systemd-analyze', ['verify', ...copies])).toEqual({ stdout: '', stderr: '' })
})

test('what stands in the internet cannot read backups, and both units run the scripts', async () => {
  for (const name of ['naic.service', 'naic-desk.service']) {
    expect(await unit(name)).toContain('\nInaccessiblePaths=-/var/lib/naic-backups\n')
  }
  for (const name of ['naic-backup', 'naic-rehearsal']) {
    const text = await unit(`${name}.service`)
    expect(text).toContain(`\nExecStart=/opt/naic/deploy/${name} /var/lib/naic-backups\n`)
    // As root, to whom alone the backups belong; only that of the nightly unit may write there.
    expect(text).not.toMatch(/^User=/m)
    expect(text.includes('\nStateDirectory=naic-backups\n')).toBe(name === 'naic-backup')
  }
})
