import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import { runCouncil } from '#support/council.ts'
import { startRelay } from '#support/start-relay.ts'
import { RunningSite } from '#support/start-site.ts'

let folder: string
let site: RunningSite
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-rehearsal-'))
})
afterEach(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})

const council = (...words: string[]) => runCouncil(site.dataDir, words, { SITE_URL: site.url })

/** Certificates, one batch after another, and a new key now and then. @returns ids and when. */
class Office {
  readonly issued: { id: string; at: number }[] = []
  rotations = 0
  readonly #all: Promise<void>
  #isClosing = false

  constructor() {
    this.#all = this.#work()
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#all
  }

  async #work(): Promise<void> {
    const csv = path.join(folder, 'batch.csv')
    for (let batch = 0; ; batch += 1) {
      if (this.#isClosing) return
      const rows = Array.from(
        { length: 5 },
        (_, at) => `R-${batch}-${at},Asha of ${batch}-${at},Web Development,4 Weeks,2026-03-14`,
      )
      await writeFile(csv, ['reference,holder,domain,duration,verified_on', ...rows].join('\n'))
      const { code, stdout, stderr } = await council('certificates', 'issue', '--sheet', csv)
      if (code !== 0) throw new Error(stderr)
      const at = Date.now()
      for (const [id] of stdout.matchAll(/NAIC\d\d[A-Z0-9]{8}(?=,)/g)) this.issued.push({ id, at })
      const use = batch % 2 === 0 ? 'credentials' : 'log'
      const rotated = await council('keys', 'rotate', use)
      if (rotated.code !== 0) throw new Error(rotated.stderr)
      this.rotations += 1
    }
  }
}

test('a server is lost, and what was acknowledged before its backup began comes back', async () => {
  // Nobody listens there for a while, so that all letters are still to be sent.
  const { port, stop } = await startRelay()
  await stop()
  site = await RunningSite.start({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    SUBMISSIONS_PER_MINUTE: '1000000',
    LETTERS_PER_HOUR: '1000000',
  })
  const crowd = new CrowdOfApplicants(site.url, 2)
  const office = new Office()
  await crowd.serve(60)
  await vi.waitFor(() => expect(office.rotations).toBeGreaterThan(1))

  // Several, so that some fall on a rotation of keys; the last one counts.
  const files = [0, 1].map((at) => path.join(folder, `${at}.tar`))
  let begunAt = 0
  const took: number[] = []
  let waitsMs: number[] = []
  for (const file of files) {
    begunAt = Date.now()
    waitsMs = []
    const backup = council('backup', file).then((result) => ({ ...result, endedAt: Date.now() }))
    const done = backup.then(() => true)
    while (!(await Promise.race([done, sleep(20, false)]))) {
      const askedAt = performance.now()
      expect((await fetch(`${site.url}/about`)).status).toBe(200)
      waitsMs.push(performance.now() - askedAt)
    }
    const { code, stderr, endedAt } = await backup
    expect({ code, stderr }).toMatchObject({ code: 0 })
    took.push(endedAt - begunAt)
  }
  await crowd.serve(20)
  await office.close()
  await site.kill()
  await crowd.leave()
  const lost = await mkdtemp(path.join(folder, 'lost-'))
  await cp(path.join(site.dataDir, 'keys'), lost, { recursive: true })
  await rm(site.dataDir, { recursive: true })

  const before = crowd.acknowledged.filter(({ at }) => at < begunAt)
  const issuedBefore = office.issued.filter(({ at }) => at < begunAt)
  for (const [at, file] of files.entries()) {
    await rm(site.dataDir, { recursive: true, force: true })
    const restored = await council('restore', file)
    expect(restored, `backup ${at}`).toMatchObject({ code: 0 })
    expect(await council('log', 'verify')).toMatchObject({ code: 0 })
  }
  const relay = await startRelay({ port })
  try {
    expect(await council('outbox', 'retry', '--all', '--yes')).toMatchObject({ code: 0 })
    await site.boot()
    expect(await lostOf(site, before)).toEqual([])
    for (const { id } of issuedBefore) {
      expect((await fetch(`${site.url}/api/certificates/${id}`)).status, id).toBe(200)
    }
    const unsent = () => site.query('SELECT id FROM letter WHERE sent_at IS NULL').length
    await expect.poll(unsent, { interval: 200 }).toBe(0)
    const told = new Set(relay.taken.map(({ to }) => to[0]))
    for (const { email } of before) expect(told).toContain(email)
  } finally {
    await relay.stop()
  }
  expect(before.length).toBeGreaterThanOrEqual(60)
  expect(issuedBefore.length).toBeGreaterThan(0)
  const { size } = await stat(files[1] ?? '')
  console.log(
    `rehearsal: ${crowd.acknowledged.length} acknowledged, ${before.length} of them before the last backup, ` +
      `0 of those lost; ${issuedBefore.length} of ${office.issued.length} certificates, ${office.rotations} rotations; ` +
      `${(size / 1024 ** 2).toFixed(1)} MB, backups took ${took.join(', ')} ms; ` +
      `longest page meanwhile ${Math.max(...waitsMs).toFixed(0)} ms, longest application ${crowd.longestWaitMs.toFixed(0)} ms; ` +
      `others: ${JSON.stringify(crowd.others.map(({ status }) => status))}`,
  )
  // Nobody was turned away while backups were made: what went wrong came with the kill.
  expect(crowd.others.filter(({ status }) => status !== 0)).toEqual([])
})

test('an older backup over a newer last checkpoint is refused at the start', async () => {
  site = await RunningSite.start()
  const issue =
    '--holder Asha --domain Web --duration Weeks --allow-unknown --verified-on 2026-03-14'.split(
      ' ',
    )
  const file = path.join(folder, 'old.tar')
  expect(await council('backup', file)).toMatchObject({ code: 0 })
  expect(await council('certificates', 'issue', ...issue)).toMatchObject({ code: 0 })
  const last = path.join(folder, 'last-checkpoint')
  await cp(path.join(site.dataDir, 'keys', 'last-checkpoint'), last)
  await site.kill()
  await rm(site.dataDir, { recursive: true })

  // As by hand: the old database, and what could be saved of keys/.
  expect(await council('restore', file)).toMatchObject({ code: 0 })
  await cp(last, path.join(site.dataDir, 'keys', 'last-checkpoint'))
  await expect(site.boot()).rejects.toThrow('The server ended')
  expect((await council('log', 'verify')).stderr).toContain('The database is older than the log')

  await rm(site.dataDir, { recursive: true })
  const restored = await council('restore', file, '--last-checkpoint', last)
  expect(restored).toMatchObject({ code: 1 })
  await expect(site.boot()).rejects.toThrow('The server ended')

  // What docs/backup.md describes if there is no newer backup.
  const { stdout } = await council('checkpoints', 'export', '--newest')
  await writeFile(path.join(site.dataDir, 'keys', 'last-checkpoint'), stdout)
  expect(await council('keys', 'rotate', 'log')).toMatchObject({ code: 0 })
  await site.boot()
  expect((await fetch(`${site.url}/ready`)).status).toBe(200)
  expect(await readFile(last, 'utf8')).not.toBe(stdout)
})
