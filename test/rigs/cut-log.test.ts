import { stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { apply } from '#support/apply-by-number.ts'
import { runCouncil } from '#support/council.ts'
import { RunningSite } from '#support/start-site.ts'

test('applications that went with the end of a cut write-ahead log are counted by "check"', async () => {
  await using site = await RunningSite.start({ SUBMISSIONS_PER_MINUTE: '1000' })
  for (let number = 0; number < 10; number += 1) {
    expect((await apply(site.url, number)).status).toBe(201)
  }
  await site.kill()
  const log = path.join(site.dataDir, 'naic.sqlite-wal')
  await truncate(log, Math.floor((await stat(log)).size * 0.75))
  const { dataDir } = site
  const lost = 10 - site.query('SELECT id FROM application').length
  expect(lost).toBeGreaterThan(0)
  // Resumes of the last seconds are passed over: their rows may be on the way.
  await vi.waitFor(
    async () => {
      const { code, stdout: said } = await runCouncil(dataDir, ['check'])
      expect(said).toMatch(
        RegExp(`^${lost} resumes? without an application[.] .+ came at 20.+ UTC[.] .+`, 'm'),
      )
      expect(code).toBe(1)
    },
    { interval: 2_000, timeout: 60_000 },
  )
})
