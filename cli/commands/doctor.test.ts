import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runCouncil } from '#test/support/run-council.ts'
import { startApi } from '#test/support/start-api.ts'

test('doctor prints a line for each finding, or JSON, and ends with 1 if something is wrong', async () => {
  const settings = { SITE_URL: 'https://naic.localhost' }
  const api = await startApi(settings)
  const doctor = (words: string[], more: Record<string, string> = {}) =>
    runCouncil(api.dataDir, ['doctor', ...words], {
      ...settings,
      PORT: new URL(api.url).port,
      ...more,
    })
  const { output, errors, status } = await doctor([])
  expect(output).toMatch(/^right {4}database: {6}The file has .+up to date[.]$/m)
  expect(output).toMatch(/^WARNING {2}mail relay: {4}SMTP_URL is not set.+\n {24}Set it to the/m)
  expect(output).not.toContain('\u001B')
  expect(errors).toMatch(/^\d+ right, \d to look at, 0 wrong[.]\n$/)
  expect(status).toBe(0)
  expect((await doctor(['--strict'])).status).toBe(1)
  await rm(api.dataDir, { recursive: true })
  const gone = await doctor(['--json'])
  expect(JSON.parse(gone.output)).toContainEqual(
    expect.objectContaining({ of: 'database', state: 'wrong' }),
  )
  expect(gone).toMatchObject({ status: 1, errors: '' })
  await api.close().catch(() => undefined)
})
