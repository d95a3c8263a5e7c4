import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apply, notStored } from '#support/apply-by-number.ts'
import { CrowdOfApplicants, lostOf } from '#support/crowd-of-applicants.ts'
import { messageForm } from '#support/ravis-message.ts'
import { runCouncil } from '#support/council.ts'
import { mountSmallDisk, type SmallDisk } from '#support/small-disk.ts'
import { RunningSite } from '#support/start-site.ts'

let folder: string
let dataDir: string
let disk: SmallDisk | string
let site: RunningSite | undefined
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'naic-disk-'))
  dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  disk = await mountSmallDisk(dataDir, 64)
})
afterEach(async () => {
  await site?.kill()
  if (typeof disk !== 'string') await disk.remove()
  await rm(folder, { recursive: true })
})

const send = (message: FormData) =>
  fetch(`${site?.url}/api/contact/`, { method: 'POST', body: message })

// Of the syncs that are under way in that moment, some are said to be done and are not (decision 054).
test(
  'a disk that becomes read-only costs nothing that was acknowledged, and pages are served',
  { repeats: 1 },
  async ({ skip }) => {
    if (typeof disk === 'string') return skip(disk)
    site = await RunningSite.start({ SUBMISSIONS_PER_MINUTE: '1000000' }, dataDir)
    const { pid } = site
    const crowd = new CrowdOfApplicants(site.url, 4)
    await crowd.serve(30)
    await disk.goReadOnly()
    await vi.waitFor(() => expect(crowd.others.length).toBeGreaterThan(4))
    await crowd.leave()
    const stored = crowd.acknowledged.length

    expect(await apply(site.url, 1_000)).toMatchObject({ status: 503, body: notStored })
    for (const page of ['/', '/apply', '/internships', '/healthz']) {
      expect((await fetch(site.url + page)).status, page).toBe(200)
    }
    expect((await fetch(`${site.url}/ready`)).status).toBe(503)
    expect(crowd.others.filter(({ status }) => status !== 503)).toEqual([])
    expect(site.pid).toBe(pid)
    expect(await site.finish()).toBe(0)

    await disk.repair()
    await site.boot()
    expect(await lostOf(site, crowd.acknowledged)).toEqual([])
    expect(await readdir(path.join(dataDir, 'tmp'))).toEqual([])
    expect((await apply(site.url, 1_001)).status).toBe(201)
    expect((await fetch(`${site.url}/ready`)).status).toBe(200)
    await site.finish()
    console.log(
      `read-only disk: ${stored} acknowledged, 0 of them lost; ${crowd.others.length} answered 503`,
    )
  },
)

test('a message that is stored already is not acknowledged by a disk that has given up', async ({
  skip,
}) => {
  if (typeof disk === 'string') return skip(disk)
  site = await RunningSite.start({}, dataDir)
  expect((await send(messageForm())).status).toBe(201)
  expect((await send(messageForm())).status).toBe(201)
  await disk.goReadOnly()
  const answer = await send(messageForm())
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({
    status: 503,
    body: notStored,
  })
  await site.finish()
})

test('without room for a copy of the database no backup is made, and the command says so', async ({
  skip,
}) => {
  if (typeof disk === 'string') return skip(disk)
  site = await RunningSite.start({}, dataDir)
  const { code, stderr } = await runCouncil(dataDir, ['backup', path.join(folder, 'naic.tar')])
  expect(stderr).toMatch(/^No backup was made[.] .+ has \d+ MB too little[.] Make room there.+\n$/)
  expect(code).toBe(1)
  expect(await readdir(folder)).toEqual(['data', 'data.image'])
  expect((await apply(site.url, 1)).status).toBe(201)
  await site.finish()
})
