import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formData } from '../support/ashas-form.ts'
import { PostgresServer } from '../support/postgres-server.ts'
import { ServerProcess } from '../support/run-server.ts'

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
const apply = (name: string) =>
  fetch(`${url}/api/internship/apply/`, { method: 'POST', body: formData({ name }) })

test('a database that crashes and comes back costs visitors nothing but a second try', async () => {
  expect(await ready()).toBe(200)
  /** By applicant, the answers until it was accepted. */
  const answers = new Map<string, number[]>()
  const ids = new Map<string, string>()
  const details = new Set<string>()
  const door = { isOpen: true }
  const crowd = Array.from({ length: 6 }, async (_, visitor) => {
    for (let number = 0; door.isOpen; number += 1) {
      const name = `Visitor ${visitor} of round ${number}`
      const got: number[] = []
      answers.set(name, got)
      while (got.at(-1) !== 201) {
        const answer = await apply(name)
        const body = (await answer.json()) as { id?: string; detail?: string }
        got.push(answer.status)
        if (body.id) ids.set(name, body.id)
        if (body.detail) details.add(body.detail.replace(/ Reference: [\w-]+[.]$/, ''))
        if (answer.status !== 201) await sleep(50)
      }
    }
  })
  for (let round = 0; round < 3; round += 1) {
    await sleep(500)
    await postgres.crash()
    await expect.poll(ready).toBe(503)
    await sleep(300)
    const before = ids.size
    await postgres.boot()
    await expect.poll(ready).toBe(200)
    await expect.poll(() => ids.size).toBeGreaterThan(before + 10)
  }
  door.isOpen = false
  await Promise.all(crowd)

  const statuses = new Set([...answers.values()].flat())
  expect([...statuses].toSorted()).toEqual([201, 503])
  expect([...details]).toEqual([
    'We could not store this just now. Nothing was saved. Please send it again in a few minutes.',
  ])
  expect(server.hasEnded).toBe(false)

  const rows = await postgres.query<{ id: string; name: string }>(
    'naic',
    'SELECT id, name FROM application',
  )
  expect(rows).toHaveLength(ids.size)
  expect(new Map(rows.map(({ id, name }) => [name, id]))).toEqual(ids)
  const left = 'SELECT id FROM letter WHERE sent_at IS NULL AND leased_until IS NULL'
  await expect.poll(() => postgres.query('naic', left)).toEqual([])
  console.log(`${ids.size} applications over three crashes of the database`)
})

test('a server whose database is away stops as it should', async () => {
  await postgres.crash()
  await expect.poll(ready).toBe(503)
  server.signal('SIGTERM')
  expect(await server.endingWithin(10)).toEqual({ status: 0, signal: null })
  await postgres.boot()
})
