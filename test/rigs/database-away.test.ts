import { expect, test } from 'vitest'
import { notStored } from '#support/apply-by-number.ts'
import { CrowdOfApplicants } from '#support/crowd-of-applicants.ts'
import { eachTest } from '#support/opened.ts'
import { PostgresServer } from '#support/postgres-server.ts'
import { RunningSite } from '#support/start-site.ts'

const postgres = eachTest(() => PostgresServer.start())
const site = eachTest(async () => {
  await postgres.query('postgres', 'CREATE DATABASE naic')
  const DATABASE_URL = postgres.urlOf('naic')
  return RunningSite.start({ DATABASE_URL, SUBMISSIONS_PER_MINUTE: '1000000' })
})

const ready = async () => (await fetch(`${site.url}/ready`)).status

test('a database that crashes and comes back costs visitors nothing but a second try', async () => {
  expect(await ready()).toBe(200)
  const crowd = new CrowdOfApplicants(site.url, 6, { insist: true })
  for (let round = 0; round < 3; round += 1) {
    await crowd.serve(10)
    await postgres.crash()
    await expect.poll(ready).toBe(503)
    const refused = crowd.others.length
    await expect.poll(() => crowd.others.length).toBeGreaterThan(refused)
    await postgres.boot()
    await expect.poll(ready).toBe(200)
    await crowd.serve(10)
  }
  await crowd.leave()
  for (const { status, text } of crowd.others) {
    expect({ status, body: JSON.parse(text) }).toEqual({ status: 503, body: notStored })
  }

  const rows = await postgres.query<{ id: string; email: string }>(
    'naic',
    'SELECT id, email FROM application',
  )
  const stored = new Map(rows.map((row) => [row.email, row.id]))
  expect(stored.size).toBe(rows.length)
  for (const { email, id } of crowd.acknowledged) expect(stored.get(email)).toBe(id)
  const left = 'SELECT id FROM letter WHERE sent_at IS NULL AND leased_until IS NULL'
  await expect.poll(() => postgres.query('naic', left)).toEqual([])
})

test('a server whose database is away stops as it should', async () => {
  await postgres.crash()
  await expect.poll(ready).toBe(503)
  expect(await site.finish()).toBe(0)
  await postgres.boot()
})
