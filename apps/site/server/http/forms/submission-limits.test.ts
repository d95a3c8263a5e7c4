import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { asha, file, formData } from '@naic/test/support/ashas-form.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'
import { pdf } from '@naic/test/support/resumes.ts'
import { mountSmallDisk } from '@naic/test/support/small-disk.ts'
import { type Api, detail, justOne, nothing, startApi } from '@naic/test/support/start-api.ts'
import { readConfig } from '@naic/installation/config.ts'
import { Staging } from '@naic/platform/files/staging.ts'
import { createSubmissionLimits } from './form-guards.ts'

const agreed = { agreeToTerms: 'on' }
const withResume = (bytes: number, answers = {}) =>
  formData(answers, file(Uint8Array.from(pdf(bytes))))

describe('what one network may send', () => {
  let api: Api
  afterEach(() => api.close())

  test('counts over both forms together', async () => {
    api = await startApi({ SUBMISSIONS_PER_MINUTE: '2' })
    expect((await api.post(formData())).status).toBe(201)
    expect((await api.post(messageForm(), {}, '/api/contact/')).status).toBe(201)
    expect((await api.post(formData({ name: 'Another' }))).status).toBe(429)
    expect((await api.post(messageForm({ name: 'Another' }), {}, '/api/contact/')).status).toBe(429)
  })

  test('counts over the networks of a /48', async () => {
    api = await startApi({ SUBMISSIONS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1' })
    const statuses = []
    for (let network = 0; network < 6; network += 1) {
      const from = { 'X-Forwarded-For': `2001:db8:7:${network}00::1` }
      statuses.push((await api.post(formData({ college: `College ${network}` }), from)).status)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 429, 429])
  })

  test('is so many bytes a day: large resumes are put off, and a small one still fits', async () => {
    api = await startApi({ UPLOAD_MB_PER_DAY: '10' })
    for (const college of ['One', 'Two']) {
      expect((await api.post(withResume(4_500_000, { college }))).status).toBe(201)
    }
    const third = await api.post(withResume(4_500_000, { college: 'Three' }))
    expect(third.status).toBe(429)
    expect(third.body).toEqual(detail)
    expect(third.body.detail).toContain('mobile data')
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600)
    expect((await api.post(formData({ college: 'Three' }))).status).toBe(201)
  })

  test('loses nothing that was typed where there is no JavaScript', async () => {
    api = await startApi({ SUBMISSIONS_PER_MINUTE: '1' })
    expect((await api.post(formData(agreed), {}, '/apply')).status).toBe(200)
    const typed = { ...agreed, name: 'Zoya Khan', message: 'After the file.' }
    const refused = await api.post(withResume(1_000_000, typed), {}, '/apply')
    expect(refused.status).toBe(429)
    expect(refused.body.posted).toMatchObject({
      state: 'failed',
      ...detail,
      values: { ...asha, ...typed },
    })
    expect(await api.kept()).toEqual(justOne)

    const large = await api.post(withResume(9_000_000, typed), {}, '/apply')
    expect(large.body.posted.detail).toContain('go back one page in your browser')
  })
})

test('on a disk that is nearly full small forms are taken, and large ones refused by their head', async ({
  skip,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'naic-nearly-full-'))
  const disk = await mountSmallDisk(folder, 100)
  if (typeof disk === 'string') {
    await rm(folder, { recursive: true })
    return skip(disk)
  }
  try {
    const uploads = path.join(folder, 'tmp')
    await mkdir(uploads)
    const staging = new Staging(uploads)
    const refuse = createSubmissionLimits(readConfig({}), staging)
    const statusFor = async (bytes: number) => {
      const request = { ip: '203.0.113.1', headers: { 'content-length': String(bytes) } }
      return (await refuse(request as FastifyRequest))?.statusCode
    }
    expect(await statusFor(5_000_000)).toBeUndefined()
    const { freeBytes } = await staging.room()
    await writeFile(path.join(folder, 'much'), Buffer.alloc(freeBytes - 5_000_000))
    expect([await statusFor(5_000_000), await statusFor(1_100_000)]).toEqual([503, 503])
    expect(await statusFor(900_000)).toBeUndefined()
    await rm(path.join(folder, 'much'))
    expect(await statusFor(5_000_000)).toBeUndefined()
  } finally {
    await disk.remove()
    await rm(folder, { recursive: true })
  }
})

test('where the disk is nearly full, the visitor is told so before the resume is read', async () => {
  const api = await startApi()
  try {
    api.services.staging.room = async () => ({ freeBytes: 500_000_000, allBytes: 20_000_000_000 })
    const refused = await api.post(withResume(2_000_000))
    expect(refused.status).toBe(503)
    expect(refused.body.detail).toContain('only take resumes of up to 1 MB')
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect(await api.kept()).toEqual(nothing)
    expect((await api.post(formData())).status).toBe(201)
  } finally {
    await api.close()
  }
})
