import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ashasParts } from '#support/ashas-form.ts'
import { type HalfUpload, sendHalf } from '#support/half-upload.ts'
import { allTests } from '#support/opened.ts'
import { pdf } from '#support/resumes.ts'
import { RunningSite } from '#support/start-site.ts'
import { resumeLimitBytes } from '@naic/admissions/forms/resume.ts'

/** What docs/operating.md promises of one server, in MB; a quiet start is well below. */
const most = {
  atRest: 125,
  whileStarting: 200,
  withUploads: 400,
  afterUploads: 290,
}

const uploads = 200

// Without the other tests' cache of compiled code, which is memory as well.
const site = allTests(() => RunningSite.start({ NODE_COMPILE_CACHE: '' }))

/** @returns MB that are in memory of the server: now, or at most since it was started. */
async function memory(of: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`${site.procDir}/status`, 'utf8')
  return Number(new RegExp(`${of}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/** The server collects some seconds after it has come to rest. */
const expectRest = (limitMb: number) =>
  expect
    .poll(async () => (await (await fetch(site.url)).text()) && memory('VmRSS'), {
      timeout: 150_000,
      interval: 200,
    })
    .toBeLessThan(limitMb)

test('a first start, which makes the registry, and every later one take and rest in little memory', async () => {
  for (let starts = 1; starts <= 2; starts += 1) {
    expect((await fetch(site.url)).status).toBe(200)
    expect(await memory('VmHWM')).toBeLessThan(most.whileStarting)
    await expectRest(most.atRest)
    await site.finish()
    await site.boot()
  }
})

test(`${uploads} resumes of 5 MB at once are all taken, and take little memory`, async () => {
  await site.finish()
  await site.boot({ SUBMISSIONS_PER_MINUTE: '1000', UPLOAD_MB_PER_DAY: '2000' })
  const { url } = site
  // So that the network is known, from which so many then come at once.
  const first = await sendHalf(url, partsOf(uploads))
  first.finish()
  expect(await first.status()).toBe(201)
  const held: HalfUpload[] = [first]
  // Twenty at a time, so that the test itself takes no gigabyte.
  while (held.length <= uploads) {
    const next = Array.from({ length: 20 }, (_, at) => partsOf(held.length + at - 1))
    held.push(...(await Promise.all(next.map((parts) => sendHalf(url, parts)))))
  }
  for (const upload of held) upload.finish()
  const statuses = await Promise.all(held.map((upload) => upload.status()))
  for (const { connection } of held) connection.socket.destroy()
  expect(statuses.filter((status) => status !== 201)).toEqual([])
  expect(await memory('VmHWM')).toBeLessThan(most.withUploads)
  await expectRest(most.afterUploads)
})

const resume = pdf(resumeLimitBytes)

const partsOf = (number: number) => ashasParts({ email: `asha${number}@example.com` }, resume)
