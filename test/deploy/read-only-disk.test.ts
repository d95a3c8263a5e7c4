import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { apply, notStored } from '#support/apply-by-number.ts'
import { runCouncil } from '#support/council.ts'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import { eachTest, newFolder } from '#support/opened.ts'
import { PostgresPlace } from '#support/postgres-places.ts'
import { messageForm } from '#support/ravis-message.ts'
import { pdf } from '#support/resumes.ts'
import { mountSmallDisk } from '#support/small-disk.ts'
import { RunningSite } from '#support/start-site.ts'

const folder = eachTest(newFolder)
let dataDir: string
const disk = eachTest(async () => {
  dataDir = folder.file('data')
  await mkdir(dataDir)
  return mountSmallDisk(dataDir, 64)
})
let site: RunningSite
afterEach(() => site?.kill())

async function send() {
  const answer = await fetch(`${site.url}/api/contact/`, { method: 'POST', body: messageForm() })
  return { status: answer.status, body: await answer.json() }
}

// Of the syncs that are under way in that moment, some are said to be done and are not (decision 054).
test(
  'a disk that becomes read-only costs nothing that was acknowledged, and pages are served',
  { repeats: 1 },
  async () => {
    site = await RunningSite.start({ SUBMISSIONS_PER_MINUTE: '1000000' }, dataDir)
    const { pid } = site
    const crowd = new CrowdOfApplicants(site.url, 4)
    await crowd.serve(30)
    await disk.goReadOnly()
    await vi.waitFor(() => expect(crowd.others.length).toBeGreaterThan(4))
    await crowd.leave()

    expect(await apply(site.url, 1_000)).toMatchObject({ status: 503, body: notStored })
    for (const page of ['/', '/apply', '/internships', '/healthz']) {
      expect((await fetch(site.url + page)).status, page).toBe(200)
    }
    expect((await fetch(`${site.url}/ready`)).status).toBe(503)
    expect(crowd.others.filter(({ status }) => status !== 503)).toEqual([])
    expect(site.pid).toBe(pid)
    expect(await site.finish()).toBe(0)

    await disk.repair()
    await site.boot()
    expect(await lostOf(site, crowd.acknowledged)).toEqual([])
    expect(await readdir(path.join(dataDir, 'tmp'))).toEqual([])
    expect((await apply(site.url, 1_001)).status).toBe(201)
    expect((await fetch(`${site.url}/ready`)).status).toBe(200)
  },
)

test('a message that is stored already is not acknowledged by a disk that has given up', async () => {
  site = await RunningSite.start({}, dataDir)
  expect((await send()).status).toBe(201)
  expect((await send()).status).toBe(201)
  await disk.goReadOnly()
  expect(await send()).toMatchObject({ status: 503, body: notStored })
})

describe('where a disk that gave up meanwhile has falsely synced', () => {
  const postgres = eachTest(() => new PostgresPlace().make())
  let tracer: ChildProcess | undefined
  afterEach(async () => {
    tracer?.kill('SIGKILL')
    await site?.kill()
  })

  /** What the server syncs is said to be synced, and is not; it is stopped each time before it hears so. */
  async function tellFalsely(): Promise<(times: number) => Promise<void>> {
    const said: string[] = []
    const words = ['-f', '-p', String(site.pid), '-e', 'trace=fsync']
    const falsely = ['-e', 'inject=fsync:retval=0:signal=SIGSTOP']
    tracer = spawn('strace', [...words, ...falsely], { stdio: ['ignore', 'ignore', 'pipe'] })
    tracer.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()))
    const stops = () => said.join('').split('--- SIGSTOP {').length - 1
    await expect.poll(() => said.join('')).toContain('attached')
    return (times) => expect.poll(stops).toBeGreaterThanOrEqual(times)
  }

  test.for([
    // The file itself is synced first, and then the folder that has its name.
    { what: 'the folder of resumes, with rows on PostgreSQL', isResume: true },
    { what: 'the commit of a message, on SQLite', isResume: false },
  ])('$what, nothing is acknowledged', async ({ isResume }) => {
    site = await RunningSite.start(isResume ? { DATABASE_URL: postgres.url } : {}, dataDir)
    const { pid, url } = site
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
  })
})

describe('on a disk without much room', () => {
  test('for a copy of the database no backup is made, and the command says so', async () => {
    site = await RunningSite.start({}, dataDir)
    const { code, stderr } = await runCouncil(dataDir, ['backup', folder.file('naic.tar')])
    expect(stderr).toMatch(
      /^No backup was made[.] .+ has \d+ MB too little[.] Make room there.+\n$/,
    )
    expect(code).toBe(1)
    expect(await readdir(folder.path)).toEqual(['data', 'data.image'])
    expect((await apply(site.url, 1)).status).toBe(201)
  })

  test('forms are refused by their head if they are too large for it, and taken again when there is more', async () => {
    site = await RunningSite.start({ SUBMISSIONS_PER_MINUTE: '1000' }, dataDir)
    const statusFor = async (bytes: number) => (await apply(site.url, bytes, pdf(bytes))).status
    const { bavail, bsize } = await statfs(dataDir)
    const filler = path.join(dataDir, 'filler')
    // Less than a tenth is left.
    await writeFile(filler, Buffer.alloc(bavail * bsize - 5_000_000))
    expect([await statusFor(4_000_000), await statusFor(1_100_000)]).toEqual([503, 503])
    expect(await statusFor(500_000)).toBe(201)
    await rm(filler)
    expect(await statusFor(4_000_000)).toBe(201)
  })

  test('doctor says that nothing can be written', async () => {
    site = await RunningSite.start({}, dataDir)
    // It ends when nothing more goes in.
    await promisify(execFile)('dd', ['if=/dev/zero', `of=${dataDir}/rest`, 'bs=4k']).catch(String)
    const { stdout } = await runCouncil(dataDir, ['doctor'])
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      `Nothing can be written into DATA_DIR, ${dataDir} (ENOSPC).`,
    )
  })
})
