import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ashasParts } from '#test/support/ashas-form.ts'
import { CrowdOfApplicants, lostOf } from '#test/support/crowd-of-applicants.ts'
import { RawConnection } from '#test/support/run-server.ts'
import { applyApi, multipart } from '#test/support/start-api.ts'
import { RunningSite } from '#test/support/start-site.ts'

/** Places for uploads that there are (form-guards.ts). */
const places = 300

let site: RunningSite
beforeEach(async () => {
  site = await RunningSite.start({ TRUST_PROXY: '127.0.0.1', SUBMISSIONS_PER_MINUTE: '1000000' })
})
afterEach(() => site.stop())

const body = multipart(ashasParts(), 'between-parts')
const head = (number: number) =>
  [
    `POST ${applyApi} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: 10.1.${number >> 8}.${number & 255}`,
    'Content-Type: multipart/form-data; boundary=between-parts',
    `Content-Length: ${body.length}`,
    '',
    '',
  ].join('\r\n')

const waiting = async () => (await readdir(path.join(site.dataDir, 'tmp'))).length
const openFiles = async () => (await readdir(`${site.procDir}/fd`)).length

/** @returns connections that have sent all but the end of an application. */
function halfUploads(count: number): Promise<RawConnection[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const connection = await RawConnection.open(site.url, head(number))
      connection.send(body.subarray(0, -300))
      return connection
    }),
  )
}

const soon = { timeout: 90_000, interval: 50 }

test('500 applicants are cut off in the middle, and their places are free, with nothing left', async () => {
  const { pid } = site
  const before = await openFiles()
  // Twice: the second time the same places must be there to be had.
  for (let round = 1; round <= 2; round += 1) {
    const uploads = await halfUploads(500)
    await vi.waitFor(async () => expect(await waiting()).toBe(places), soon)
    for (const { socket } of uploads) socket.resetAndDestroy()
    await vi.waitFor(async () => expect(await waiting()).toBe(0), soon)
  }
  const crowd = new CrowdOfApplicants(site.url, 20)
  await crowd.serve(100)
  await crowd.leave()
  expect(crowd.others).toEqual([])
  expect(await lostOf(site, crowd.acknowledged)).toEqual([])
  expect(site.query('SELECT id FROM application')).toHaveLength(crowd.acknowledged.length)
  const resumes = await readdir(path.join(site.dataDir, 'resumes'))
  expect(resumes).toHaveLength(crowd.acknowledged.length)
  // But for connections that browsers keep open a while.
  await vi.waitFor(async () => expect(await openFiles()).toBeLessThan(before + 40), soon)
  expect(site.pid).toBe(pid)
  expect(await site.finish()).toBe(0)
  console.log(
    `clients cut off: 1000, of whom ${2 * places} had a place; ${crowd.acknowledged.length} applications after that, 0 lost`,
  )
})
