import { rm } from 'node:fs/promises'
import { afterEach, expect, test } from 'vitest'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import { runCouncil } from '#support/council.ts'
import { issueIn } from '#support/issue-in.ts'
import { eachTest, newFolder } from '#support/opened.ts'
import { startRelay } from '#support/start-relay.ts'
import { RunningSite } from '#support/start-site.ts'

const folder = eachTest(newFolder)
let site: RunningSite
afterEach(() => site.stop())

async function succeeds(...words: string[]): Promise<void> {
  const { code, stderr } = await runCouncil(site.dataDir, words, { SITE_URL: site.url })
  expect({ code, words }, stderr).toEqual({ code: 0, words })
}

/** Issues certificates and rotates keys, one after another, until it closes. */
class Office {
  readonly issued: { id: string; at: number }[] = []
  rotations = 0
  #isClosing = false
  readonly #all = this.#work()

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#all
  }

  async #work(): Promise<void> {
    while (!this.#isClosing) {
      const id = await issueIn(
        { DATA_DIR: site.dataDir, SITE_URL: site.url },
        { holder: 'Asha Rao' },
      )
      this.issued.push({ id, at: Date.now() })
      await succeeds('keys', 'rotate', this.rotations % 2 === 0 ? 'credentials' : 'log')
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
  await expect.poll(() => office.rotations).toBeGreaterThan(1)

  // Two, each of which may fall on a rotation of keys; the last one counts.
  const files = [0, 1].map((at) => folder.file(`${at}.tar`))
  let begunAt = 0
  for (const file of files) {
    begunAt = Date.now()
    const making = succeeds('backup', file).then(() => 'made')
    const page = async () => (await fetch(`${site.url}/about`)).status
    for (let said: unknown = 200; said !== 'made'; said = await Promise.race([making, page()])) {
      expect(said).toBe(200)
    }
  }
  await crowd.serve(20)
  await office.close()
  await site.kill()
  await crowd.leave()
  // Nobody was turned away while backups were made: what went wrong came with the kill.
  expect(crowd.others.filter(({ status }) => status !== 0)).toEqual([])

  for (const file of files) {
    await rm(site.dataDir, { recursive: true })
    await succeeds('restore', file)
    await succeeds('log', 'verify')
  }
  const relay = await startRelay({ port })
  await succeeds('outbox', 'retry', '--yes')
  await site.boot()
  const before = crowd.acknowledged.filter(({ at }) => at < begunAt)
  expect(before.length).toBeGreaterThanOrEqual(60)
  expect(await lostOf(site, before)).toEqual([])
  for (const { id } of office.issued.filter(({ at }) => at < begunAt)) {
    expect((await fetch(`${site.url}/api/certificates/${id}`)).status, id).toBe(200)
  }
  const unsent = () => site.query('SELECT id FROM letter WHERE sent_at IS NULL')
  await expect.poll(unsent, { interval: 200 }).toEqual([])
  const told = new Set(relay.taken.map(({ to }) => to[0]))
  for (const { email } of before) expect(told).toContain(email)
  await relay.stop()
})
