import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { apply } from '#support/apply-by-number.ts'
import { installed } from '#support/debian-packages.ts'
import { canRunAsNobody, nobody } from '#support/refused-start.ts'
import { ServerProcess } from '#support/run-server.ts'
const run = promisify(execFile)

let tools: true | string
beforeAll(async () => {
  tools = await installed(['systemd', 'strace'])
}, 600_000)

let folder: string
beforeEach(async ({ skip }) => {
  skip(tools !== true, String(tools))
  folder = await mkdtemp(path.join(tmpdir(), 'naic-unit-'))
  await chmod(folder, 0o777)
})
afterEach(async () => {
  if (folder) await rm(folder, { recursive: true, force: true })
})

test('every system call that the server makes is one that the unit allows', async ({ skip }) => {
  skip(!canRunAsNobody, 'The sources lie where no other user may read them.')
  const trace = path.join(folder, 'trace')
  const server = new ServerProcess(
    { DATA_DIR: path.join(folder, 'data'), METRICS_PORT: '0', HOST: '0.0.0.0' },
    {
      ...nobody,
      command: ['strace', '-D', '-f', '-qq', '-o', trace, 'node', 'apps/site/server/serve.js'],
    },
  )
  const url = (await server.listening()).replace('0.0.0.0', '127.0.0.1')
  expect((await apply(url, 1)).status).toBe(201)
  for (const address of ['/', '/verify/NONE', '/log/checkpoint', '/ready']) {
    expect((await fetch(url + address)).status).toBe(address === '/verify/NONE' ? 404 : 200)
  }
  server.signal('SIGTERM')
  expect(await server.ending).toEqual({ status: 0, signal: null })

  const calls = new Set((await readFile(trace, 'utf8')).match(/^\d+ +[a-z]\w*(?=\()/gm))
  const made = new Set([...calls].map((call) => call.replace(/^\d+ +/, '')))
  expect(made.has('accept4') && made.has('fsync')).toBe(true)
  expect([...made].filter((call) => !allowed.has(call))).toEqual([])
})

test('the server runs where it may write nothing but its data and temporary files, and see no other process', async ({
  skip,
}) => {
  const canMount = await run('unshare', ['--mount', 'true']).then(
    () => true,
    () => false,
  )
  skip(!canMount, 'Only root can make such a place, and not everywhere.')
  const data = path.join(folder, 'data')
  // As ProtectSystem, StateDirectory, PrivateTmp, ProtectProc and ProcSubset make it.
  const place = `
    set -e
    mkdir -p "$DATA_DIR"
    mount -t tmpfs tmpfs "$DATA_DIR"
    mount -t tmpfs tmpfs /var/tmp
    mount -t proc -o subset=pid,hidepid=invisible proc /proc
    mount -o remount,ro,bind /
    export TMPDIR=/var/tmp
    if touch server/written 2>/dev/null; then exit 9; fi
    exec node apps/site/server/serve.js`
  const server = new ServerProcess(
    { DATA_DIR: data, METRICS_PORT: '0' },
    { command: ['unshare', '--mount', '--pid', '--kill-child', '--fork', 'sh', '-c', place] },
  )
  const url = await server.listening()
  expect((await apply(url, 1)).status).toBe(201)
  expect((await fetch(`${url}/ready`)).status).toBe(200)
  await server.kill()
})

test('the desk has the same hardening as the server', async () => {
  const hardening = async (name: string) =>
    /^# What it may not do\..*?(?=^\[)/ms.exec(
      await readFile(path.join('deploy', name), 'utf8'),
    )?.[0]
  expect(await hardening('naic.service')).toContain('ProtectSystem=strict')
  expect(await hardening('naic-desk.service')).toBe(await hardening('naic.service'))
})

/** The names of system calls behind the unit's filters, each of which adds to them or takes away. */
const allowed = new Set<string>()
beforeAll(async () => {
  if (tools !== true) return
  const text = await readFile('deploy/naic.service', 'utf8')
  for (const [, taken, sets = ''] of text.matchAll(/^SystemCallFilter=(~?)(.+)$/gm)) {
    for (const set of sets.split(' ')) {
      for (const call of await callsIn(set)) {
        if (taken) allowed.delete(call)
        else allowed.add(call)
      }
    }
  }
})

async function callsIn(set: string): Promise<string[]> {
  if (!set.startsWith('@')) return [set]
  const { stdout } = await run('systemd-analyze', ['syscall-filter', set])
  const members = stdout.match(/^ +[@a-z]\w*(-\w+)*$/gm) ?? []
  return (await Promise.all(members.map((member) => callsIn(member.trim())))).flat()
}
