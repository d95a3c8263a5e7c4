import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { expect, test, vi } from 'vitest'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import { RunningSite } from '#support/start-site.ts'

type Row = { id: string; email: string; resume_key: string; resume_sha256: string }

const kills = Number(process.env['CRASH_KILLS'] ?? 6)

test(
  'what was acknowledged survives every crash, once',
  { timeout: 120_000 + kills * 5_000 },
  async ({ onTestFinished }) => {
    const site = await RunningSite.start({ SUBMISSIONS_PER_MINUTE: '1000000' })
    onTestFinished(() => site.stop())
    const crowd = new CrowdOfApplicants(site.url, 8, { insist: true })
    const inFlightAtKill: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(50 + Math.random() * 1_200)
      inFlightAtKill.push(crowd.inFlight)
      await site.kill()
      await site.boot()
    }
    await crowd.leave()
    const unsent = () => site.query('SELECT id FROM letter WHERE sent_at IS NULL')
    const unsentAtLastKill = unsent().length

    // One crash more, with letters still to be sent and nobody at the door.
    await site.kill()
    await site.boot()
    expect(await readdir(path.join(site.dataDir, 'tmp'))).toEqual([])
    await vi.waitFor(() => expect(unsent()).toEqual([]), { timeout: 90_000, interval: 100 })

    const rows = site.query<Row>('SELECT * FROM application')
    const lost = crowd.others.filter(({ status }) => status === 0)
    console.log(
      `crash rig: ${crowd.acknowledged.length} acknowledged, ${rows.length} rows, ` +
        `${lost.length} answers lost, ${kills + 1} kills, in flight at each: ` +
        `${inFlightAtKill.join(' ')}, ${unsentAtLastKill} letters unsent at the last`,
    )
    expect(await lostOf(site, crowd.acknowledged)).toEqual([])
    expect(new Set(rows.map(({ email }) => email)).size, 'no applicant has two rows').toBe(
      rows.length,
    )
    // The resumes of those whose answer was lost are whole as well.
    for (const row of rows) {
      const stored = await readFile(path.join(site.dataDir, 'resumes', row.resume_key))
      expect(createHash('sha256').update(stored).digest('hex')).toBe(row.resume_sha256)
    }
    expect(site.query('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    await expectTwoLettersEach(site, rows)

    expect(crowd.others.filter(({ status }) => status !== 0)).toEqual([])
    expect(Math.max(...inFlightAtKill)).toBeGreaterThan(0)
    expect(lost.length).toBeGreaterThan(0)
    expect(crowd.acknowledged.length).toBeGreaterThanOrEqual(kills * 4)
  },
)

async function expectTwoLettersEach(site: RunningSite, rows: readonly Row[]): Promise<void> {
  const letters = await Promise.all(
    (await site.letters()).map((letter) => PostalMime.parse(letter)),
  )
  const recipients = new Map(letters.map(({ messageId, to }) => [messageId, to?.[0]?.address]))
  expect(letters).toHaveLength(2 * rows.length)
  for (const { id, email } of rows) {
    expect(recipients.get(`<${id}-applicant@example.org>`)).toBe(email)
    expect(recipients.get(`<${id}-staff@example.org>`)).toBe('staff@example.org')
  }
}
