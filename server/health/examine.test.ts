import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { formData } from '#test/support/ashas-form.ts'
import { type Api, startApi } from '#test/support/start-api.ts'
import { makeBackup } from '../backup/make-backup.ts'
import { readConfig } from '../config.ts'
import { examine, type ExamineOptions } from './examine.ts'
import type { Finding } from './finding.ts'

/** As the data folder's registry was made for. */
const site = 'http://localhost:3000'
const hourMs = 60 * 60_000

let api: Api
let folder: string
beforeEach(async () => {
  api = await startApi()
  folder = await mkdtemp(path.join(tmpdir(), 'naic-examined-'))
})
afterEach(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

async function look(options: ExamineOptions, settings: Record<string, string> = {}) {
  const findings: Finding[] = []
  const read = () => readConfig({ DATA_DIR: api.dataDir, SITE_URL: site, PORT: '1', ...settings })
  for await (const finding of examine(read, options)) findings.push(finding)
  return (of: string) => findings.filter((one) => one.of === of)
}

test('what does not answer is not waited for, and all else is told', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const found = await look(
    // Enough for what answers, on the busiest machine.
    { patienceMs: 6_000 },
    {
      CLAMAV_URL: `tcp://127.0.0.1:${port}`,
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      PORT: String(port),
    },
  )
  for (const of of ['mail relay', 'virus scanner', 'server']) {
    expect(
      found(of).map(({ state }) => state),
      of,
    ).toEqual(['wrong'])
  }
  expect(found('server')[0]?.says).toContain('no answer within')
  expect(found('log')[0]?.state).toBe('right')
  silent.close()
})

test('more resumes without an application than the server removes by itself are named', async () => {
  await api.post(formData())
  const leave = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        writeFile(path.join(api.dataDir, 'resumes', randomUUID()), 'bytes'),
      ),
    )
  const inTwoHours = { now: () => new Date(Date.now() + 2 * hourMs) }
  const wrong = async () =>
    (await look(inTwoHours))('resumes').filter(({ state }) => state === 'wrong')
  await leave(3)
  expect(await wrong()).toEqual([])
  await leave(4)
  // The file that the store is tried with may be among them, two hours from now.
  const says = expect.stringMatching(/^[78] of the [89] resumes looked at belong to no application/)
  expect(await wrong()).toMatchObject([{ says }])
})

test('settings that cannot be read at all end it with what is wrong', async () => {
  const findings: Finding[] = []
  // As a caller does that has nothing else to read.
  for await (const one of examine(() => readConfig({ PORT: 'http' }))) findings.push(one)
  expect(findings.map(({ state }) => state)).toEqual(['wrong', 'wrong'])
})

test('a backup is right for a day, then late, then wrong, by what it says of itself', async () => {
  await api.post(formData())
  const source = { dataDir: api.dataDir, areKeysInSettings: false }
  await makeBackup(source, createWriteStream(path.join(folder, 'naic-of-the-night.tar')))
  await writeFile(path.join(folder, 'notes.txt'), 'no backup')
  for (const [afterMs, state] of [
    [0, 'right'],
    [37 * hourMs, 'warning'],
    [8 * 24 * hourMs, 'wrong'],
  ] as const) {
    const now = () => new Date(Date.now() + afterMs)
    const [finding] = (await look({ backups: folder, now }))('backups')
    expect(finding?.state).toBe(state)
    expect(finding?.says).toContain('1 applications, 0 messages, 14 certificates.')
  }
  await writeFile(path.join(folder, 'naic-later.tar'), '')
  const [empty] = (await look({ backups: folder }))('backups')
  expect(empty).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('before its manifest'),
  })
})

test('a clock that is behind what was signed is wrong', async () => {
  const [finding] = (await look({ now: () => new Date(Date.now() - 2 * hourMs) }))('clock')
  expect(finding?.state).toBe('wrong')
})
