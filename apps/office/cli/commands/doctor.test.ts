import { expect, test } from 'vitest'
import { council } from '@naic/test/support/council.ts'
import { PostgresPlace } from '@naic/test/support/postgres-places.ts'
import { startApi } from '@naic/test/support/start-api.ts'

const site = { SITE_URL: 'https://naic.localhost' }

test('doctor prints a line for each finding, or JSON, and ends with 1 if something is wrong', async () => {
  const api = await startApi(site)
  const environment = { ...site, DATA_DIR: api.dataDir, PORT: new URL(api.url).port }
  const { stdout, stderr, code } = await council(['doctor'], { environment })
  expect(stdout).toMatch(/^right {4}database: {6}The file has .+up to date[.]$/m)
  expect(stdout).toMatch(/^WARNING {2}mail relay: {4}SMTP_URL is not set.+\n {24}Set it to the/m)
  expect(stdout).not.toContain('\u001B')
  expect(stderr).toMatch(/^\d+ right, \d to look at, 0 wrong[.]\n$/)
  expect(code).toBe(0)
  expect((await council(['doctor', '--strict'], { environment })).code).toBe(1)
  const elsewhere = { ...environment, DATA_DIR: `${api.dataDir}/none` }
  const gone = await council(['doctor', '--json'], { environment: elsewhere })
  expect(JSON.parse(gone.stdout)).toContainEqual(
    expect.objectContaining({ of: 'database', state: 'wrong' }),
  )
  expect(gone).toMatchObject({ code: 1, stderr: '' })
  await api.close()
})

test('for PostgreSQL it says what is wrong, without the password', async () => {
  const place = await new PostgresPlace().make()
  const api = await startApi({ ...site, DATABASE_URL: place.url })
  const database = async (change: Partial<URL> = {}) => {
    const url = Object.assign(new URL(place.url), change).href
    const secret = { DATABASE_PASSWORD: 'a-secret-of-ours' }
    const environment = {
      ...site,
      DATA_DIR: api.dataDir,
      DATABASE_URL: url,
      ...(change.username && secret),
    }
    const { stdout } = await council(['doctor', '--json'], { environment })
    expect(stdout).not.toContain('a-secret-of-ours')
    const findings = JSON.parse(stdout) as { of: string; state: string; says: string }[]
    return findings.find(({ of }) => of === 'database')
  }
  expect(await database()).toMatchObject({ state: 'right' })
  expect(await database({ port: '1' })).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('Nothing answers there'),
  })
  expect(await database({ username: 'nobody' })).toMatchObject({ state: 'wrong' })
  await place.query('DELETE FROM kysely_migration')
  expect(await database()).toMatchObject({
    says: expect.stringContaining('where nothing is stored'),
  })
  await api.close()
  await place.remove()
})
