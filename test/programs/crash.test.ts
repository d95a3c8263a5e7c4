import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import type { NamedWrite } from '#support/kill-at.ts'
import { RunningSite } from '#support/start-site.ts'

type Row = { id: string; email: string; resume_key: string; resume_sha256: string }

/** Where an application, or its letter, is half done; others are under way at each. */
const kills: NamedWrite[] = [
  // A resume is whole, and not in its place.
  { at: 'rename', of: '/resumes/', nth: 12 },
  // Resumes are in their place, and no row names them.
  { at: 'commit', of: 'application', nth: 6 },
  // They are stored, and nobody was answered.
  { at: 'commit', of: 'application', nth: 6, when: 'after' },
  // Letters have left, and no row says so.
  { at: 'rename', of: '.eml', nth: 12, when: 'after' },
]

test('what was acknowledged survives every crash, once', async () => {
  await using site = await RunningSite.start({ SUBMISSIONS_PER_MINUTE: '1000000' })
  const crowd = new CrowdOfApplicants(site.url, 8, { insist: true })
  await crowd.serve(10)
  await site.kill()
  for (const write of kills) await site.bootToDie(write)
  await site.boot()
  await crowd.serve(10)
  await crowd.leave()
  expect(await readdir(path.join(site.dataDir, 'tmp'))).toEqual([])
  const unsent = 'SELECT id FROM letter WHERE sent_at IS NULL'
  await expect.poll(() => site.query(unsent)).toEqual([])

  const rows = site.query<Row>('SELECT * FROM application')
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
  // The crowd was there at the kills, and was told nothing else than that.
  expect(new Set(crowd.others.map(({ status }) => status))).toEqual(new Set([0]))
})

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
