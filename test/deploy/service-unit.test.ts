import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { secretSettings } from '@naic/house/settings/described-settings.ts'
import { apply } from '#support/apply-by-number.ts'
import { nobody } from '#support/refused-start.ts'
import { ServerProcess } from '#support/run-server.ts'
const run = promisify(execFile)

const unit = (name: string) => readFile(path.join('deploy', name), 'utf8')

test('every system call that the server makes is one that the unit allows', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-unit-'))
  await chmod(folder, 0o777)
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

  const calls = (await readFile(trace, 'utf8')).matchAll(/^\d+ +([a-z]\w*)(?=\()/gm)
  const made = [...new Set([...calls].map(([, call = '']) => call))]
  expect(made).toEqual(expect.arrayContaining(['accept4', 'fsync']))
  const allowed = await allowedCalls()
  expect(made.filter((call) => !allowed.has(call))).toEqual([])
  await rm(folder, { recursive: true })
})

/** The names of system calls behind the unit's filters, each of which adds to them or takes away. */
async function allowedCalls(): Promise<Set<string>> {
  const allowed = new Set<string>()
  const filters = (await unit('naic.service')).matchAll(/^SystemCallFilter=(~?)(.+)$/gm)
  for (const [, taken, sets = ''] of filters) {
    for (const call of (await Promise.all(sets.split(' ').map(callsIn))).flat()) {
      if (taken) allowed.delete(call)
      else allowed.add(call)
    }
  }
  return allowed
}

async function callsIn(set: string): Promise<string[]> {
  if (!set.startsWith('@')) return [set]
  const { stdout } = await run('systemd-analyze', ['syscall-filter', set])
  const members = stdout.match(/^ +[@a-z]\w*(-\w+)*$/gm) ?? []
  return (await Promise.all(members.map((member) => callsIn(member.trim())))).flat()
}

test('the desk and a further copy have the same hardening as the server', async () => {
  const hardening = async (name: string) =>
    /^# What it may not do\..*?(?=^\[)/ms.exec(await unit(name))?.[0]
  expect(await hardening('naic.service')).toContain('ProtectSystem=strict')
  for (const name of ['naic-desk.service', 'naic@.service'])
    expect(await hardening(name)).toBe(await hardening('naic.service'))
})

test('every unit that may fail has the operator told, by one that knows no secret but the relay’s', async () => {
  const names = (await readdir('deploy')).filter((name) => name.endsWith('.service'))
  const silent: string[] = []
  for (const name of names) {
    if (!(await unit(name)).includes('\nOnFailure=naic-failed@%n.service\n')) silent.push(name)
  }
  expect(silent).toEqual(['naic-failed@.service'])
  const lines = (await unit('naic-failed@.service')).matchAll(/^UnsetEnvironment=(.+)$/gm)
  const removed = [...lines].flatMap(([, words = '']) => words.split(' '))
  expect([...secretSettings].filter((name) => !removed.includes(name))).toEqual(['SMTP_PASSWORD'])
  expect(removed).toContain('DATABASE_URL')
})
