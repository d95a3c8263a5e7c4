import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { apply, notStored } from '#support/apply-by-number.ts'
import { installed } from '#support/debian-packages.ts'
import { PostgresPlace } from '#support/postgres-places.ts'
import { messageForm } from '#support/ravis-message.ts'
import { mountSmallDisk, type SmallDisk } from '#support/small-disk.ts'
import { RunningSite } from '#support/start-site.ts'
vi.setConfig({ hookTimeout: 600_000 })

let strace: true | string
let folder: string
let dataDir: string
let disk: SmallDisk | string
let site: RunningSite | undefined
let postgres: PostgresPlace
let tracer: ChildProcess | undefined
beforeAll(async () => {
  strace = await installed(['strace'])
})
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-false-'))
  dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  disk = await mountSmallDisk(dataDir, 64)
  postgres = await new PostgresPlace().make()
})
afterEach(async () => {
  tracer?.kill('SIGKILL')
  await site?.kill()
  if (typeof disk !== 'string') await disk.remove()
  await postgres.remove()
  await rm(folder, { recursive: true })
})

/**
 * From now on what the server syncs is reported as synced, and is not; each time it is stopped
 * before it hears so.
 *
 * @returns what waits until it was stopped so often in all.
 */
async function tellFalsely(): Promise<(times: number) => Promise<void>> {
  const said: string[] = []
  const words = ['-f', '-p', String(site?.pid), '-e', 'trace=fsync']
  const falsely = ['-e', 'inject=fsync:retval=0:signal=SIGSTOP']
  tracer = spawn('strace', [...words, ...falsely], { stdio: ['ignore', 'ignore', 'pipe'] })
  tracer.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  await vi.waitFor(() => expect(said.join('')).toContain('attached'))
  const stops = () => said.join('').split('--- SIGSTOP {').length - 1
  return (times) => vi.waitFor(() => expect(stops()).toBeGreaterThanOrEqual(times))
}

const answerTo = async (asked: Promise<Response>) => {
  const answer = await asked
  return { status: answer.status, body: await answer.json() }
}
const send = () =>
  answerTo(fetch(`${site?.url}/api/contact/`, { method: 'POST', body: messageForm() }))

test.for([
  // The file itself is synced first, and then the folder that has its name.
  { what: 'the folder of resumes, with rows on PostgreSQL', isResume: true },
  { what: 'the commit of a message, on SQLite', isResume: false },
])(
  'nothing is acknowledged where a disk that gave up meanwhile has falsely synced $what',
  async ({ isResume }, { skip }) => {
    if (typeof disk === 'string') return skip(disk)
    if (strace !== true) return skip(strace)
    const settings = isResume ? { DATABASE_URL: postgres.url } : {}
    const { pid, url } = (site = await RunningSite.start(settings, dataDir))
    const stopped = await tellFalsely()
    const answer = isResume ? apply(url, 1) : send()
    await stopped(1)
    if (isResume) {
      process.kill(pid, 'SIGCONT')
      await stopped(2)
    }
    await disk.goReadOnly()
    const goingOn = setInterval(() => process.kill(pid, 'SIGCONT'), 20)
    expect(await answer.finally(() => clearInterval(goingOn))).toMatchObject({
      status: 503,
      body: notStored,
    })
  },
)
