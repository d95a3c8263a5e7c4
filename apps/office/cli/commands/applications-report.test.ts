import { expect, test } from 'vitest'
import { startCouncilBesideServer } from '@naic/test/support/council-beside-server.ts'
import { applicationRow, storeApplications } from '@naic/test/support/stored-applications.ts'

test('the report of a period is tables for people, which name nobody, and CSV or JSON for programs', async () => {
  const beside = await startCouncilBesideServer()
  const at = (received_at: string, name: string) =>
    applicationRow({ received_at, name, college: `${name} College` })
  await storeApplications(beside.api.services.database, [
    at('2026-02-10T06:00:00.000Z', 'Asha'),
    ...Array.from({ length: 5 }, () => at('2026-03-10T06:00:00.000Z', 'City')),
    at('2026-03-31T18:29:59.999Z', 'Lone'),
    at('2026-03-31T18:30:00.000Z', 'Later'),
  ])
  const days = ['--since', '01/03/2026', '--until', '2026-03-31']
  const report = (...words: string[]) => beside.council('applications', 'report', ...days, ...words)
  const shown = await report()
  expect(shown).toMatchObject({ code: 0, stderr: '' })
  expect(shown.stdout).toMatch(/^2026-03-01 to 2026-03-31 +6 +0 +0 +0 +0$/m)
  expect(shown.stdout).toMatch(/^2026-01-29 to 2026-02-28 +1 /m)
  expect(shown.stdout).toMatch(/^City College +5 /m)
  expect(shown.stdout).toMatch(/^1 other college +1 /m)
  expect(shown.stdout).not.toMatch(/Lone|Later|Asha/)
  expect((await report('--csv')).stdout).toContain('"domain","Data Science","6","0","0","0","0"')
  expect(JSON.parse((await report('--json')).stdout)).toMatchObject({
    period: { since: '2026-03-01', until: '2026-03-31' },
    all: { received: 6, certified: 0 },
  })
  await beside.close()
})
