import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { copyMadeDataFolder } from '#support/made-data-folder.ts'
import { installed } from '#support/debian-packages.ts'
const run = promisify(execFile)

let tools: true | string
beforeAll(async () => {
  tools = await installed(['systemd'])
}, 600_000)

let folder: string
const place = (name: string) => path.join(folder, name)
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-unit-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('the unit and its timer have no mistake that systemd knows of', async ({ skip }) => {
  skip(tools !== true, String(tools))
  for (const name of ['naic-backup.service', 'naic-backup.timer']) {
    const unit = await readFile(path.join('deploy', name), 'utf8')
    await writeFile(place(name), unit.replaceAll('/opt/naic', process.cwd()))
  }
  const units = [place('naic-backup.service'), place('naic-backup.timer')]
  expect(await run('systemd-analyze', ['verify', ...units])).toEqual({ stdout: '', stderr: '' })
})

test('the unit deletes backups that are two weeks old, and the server cannot read any', async () => {
  const unit = await readFile('deploy/naic-backup.service', 'utf8')
  const line = /^ExecStartPost=(.+)$/m.exec(unit)?.[1] ?? ''
  const day = 24 * 60 * 60 * 1000
  for (const days of [0, 13, 14, 15]) {
    const file = place(`naic-${days}.tar`)
    await writeFile(file, '')
    const written = new Date(Date.now() - days * day)
    await utimes(file, written, written)
  }
  const [program = '', ...words] = line.replace('/var/lib/naic-backups', folder).split(' ')
  await run(program, words)
  expect((await readdir(folder)).toSorted()).toEqual(['naic-0.tar', 'naic-13.tar'])
  const server = await readFile('deploy/naic.service', 'utf8')
  expect(server).toContain('\nInaccessiblePaths=-/var/lib/naic-backups\n')
})

test('what the unit runs makes a backup with the day in its name', async () => {
  const unit = await readFile('deploy/naic-backup.service', 'utf8')
  const quoted = /^ExecStart=\/bin\/sh -c '(.+)'$/m.exec(unit)?.[1] ?? ''
  // As systemd takes them: systemd.service(5), "Command lines", and systemd.unit(5), "Specifiers".
  const line = quoted.replaceAll('$$', '$').replaceAll('%%', '%')
  const dataDir = await copyMadeDataFolder({})
  const env = { ...process.env, DATA_DIR: dataDir }
  await run('/bin/sh', ['-c', line.replace('/var/lib/naic-backups', folder)], { env })
  expect(await readdir(folder)).toEqual([
    expect.stringMatching(/^naic-\d{4}-\d\d-\d\d-\d{4}\.tar$/),
  ])
  await rm(dataDir, { recursive: true })
})
