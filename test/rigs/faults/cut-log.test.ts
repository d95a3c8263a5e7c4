import { readdir, stat, truncate, utimes } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { apply } from '#support/apply-by-number.ts'
import { runCouncil } from '#support/run-council.ts'
import { RunningSite } from '#support/start-site.ts'

let site: RunningSite | undefined
afterEach(() => site?.stop())

test('applications that went with the end of a cut write-ahead log are counted by "check"', async () => {
  site = await RunningSite.start({ SUBMISSIONS_PER_MINUTE: '1000' })
  for (let number = 0; number < 10; number += 1) {
    expect((await apply(site.url, number)).status).toBe(201)
  }
  await site.kill()
  const log = path.join(site.dataDir, 'naic.sqlite-wal')
  await truncate(log, Math.floor((await stat(log)).size * 0.75))
  // A resume may be a moment older than its row: those that came just now are passed over.
  const resumes = path.join(site.dataDir, 'resumes')
  const before = new Date(Date.now() - 60_000)
  for (const name of await readdir(resumes)) await utimes(path.join(resumes, name), before, before)
  const { status, output } = await runCouncil(site.dataDir, ['check'])
  const lost = 10 - site.query('SELECT id FROM application').length
  expect(lost).toBeGreaterThan(0)
  expect(status).toBe(1)
  expect(output).toMatch(
    RegExp(`^${lost} resumes? belongs? to no application: .+ came at 20.+ UTC[.] .+`, 'm'),
  )
})
