import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { notStored } from '#support/apply-by-number.ts'
import { CrowdOfApplicants } from '#support/crowd-of-applicants.ts'
import { PostgresServer } from '#support/postgres-server.ts'
import { ServerProcess } from '#support/run-server.ts'

let folder: string
let postgres: PostgresServer
let server: ServerProcess
let url: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-away-'))
  postgres = await PostgresServer.start()
  await postgres.query('postgres', 'CREATE DATABASE naic')
  server = new ServerProcess({
    DATA_DIR: folder,
    DATABASE_URL: postgres.urlOf('naic'),
    SUBMISSIONS_PER_MINUTE: '1000000',
  })
  url = await server.listening()
})
afterEach(async () => {
  if (!server.hasEnded) await server.kill()
  await postgres.stop()
  await rm(folder, { recursive: true })
})

const ready = async () => (await fetch(`${url}/ready`)).status

test('a database that crashes and comes back costs visitors nothing but a second try', async () => {
  expect(await ready()).toBe(200)
  const crowd = new CrowdOfApplicants(url, 6, { insist: true })
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
  expect(server.hasEnded).toBe(false)

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
  server.signal('SIGTERM')
  expect(await server.ending).toEqual({ status: 0, signal: null })
  await postgres.boot()
})
