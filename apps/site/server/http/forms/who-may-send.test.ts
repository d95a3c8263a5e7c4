import { afterEach, describe, expect, test } from 'vitest'
import { file, formData } from '@naic/test/support/ashas-form.ts'
import { messageForm } from '@naic/test/support/ravis-message.ts'
import { pdf } from '@naic/test/support/resumes.ts'
import {
  type Api,
  applyApi,
  detail,
  justOne,
  nothing,
  startApi,
} from '@naic/test/support/start-api.ts'

const agreed = { agreeToTerms: 'on' }
const withResume = (bytes: number, answers = {}) =>
  formData(answers, file(Uint8Array.from(pdf(bytes))))

let running: Api | undefined
afterEach(async () => {
  await running?.close()
  running = undefined
})
const start = async (settings = {}) => (running = await startApi(settings))

const from = (address: string) => ({ 'X-Forwarded-For': address })
const statusFrom = async (address: string) =>
  (await running?.post(formData(), from(address)))?.status

describe('an origin', () => {
  test('of another site may not send; the host itself and a program without one may, by POST alone', async () => {
    const api = await start()
    for (const origin of [
      'https://evil.example',
      'null',
      'http://localhost:3000.evil.example',
      'https://localhost:3000',
      'http://localhost:3001',
    ]) {
      const answer = await api.post(formData(), { Origin: origin })
      expect(answer.status, origin).toBe(403)
      expect(answer.body).toEqual(detail)
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
    expect(await api.kept()).toEqual(nothing)
    expect((await api.post(formData())).status).toBe(201)
    expect((await api.post(formData(), { Origin: api.url })).status).toBe(201)
    expect(await api.kept()).toEqual(justOne)
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await fetch(api.url + applyApi, { method })
      expect(answer.status).toBe(method === 'GET' ? 404 : 405)
      expect(await answer.json()).toEqual(detail)
    }
  })

  test("of the site's own pages may, and only it is allowed before it sends", async () => {
    const site = 'https://www.site.example'
    const api = await start({ SITE_URL: site })
    for (const [name, status] of Object.entries({ 'Asha Rao': 201, '': 400 })) {
      const answer = await api.post(formData({ name }), { Origin: site })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('access-control-allow-origin')).toBe(site)
      expect(answer.headers.get('vary')).toContain('Origin')
    }
    const ask = (origin: string) =>
      fetch(api.url + applyApi, { method: 'OPTIONS', headers: { Origin: origin } })
    const own = await ask(site)
    expect(own.status).toBe(204)
    expect(Object.fromEntries(own.headers)).toMatchObject({
      'access-control-allow-origin': site,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'Idempotency-Key, Privacy-Notice',
    })
    const foreign = await ask('https://evil.example')
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('what one network may send', () => {
  test('is so many forms a minute, of both forms and both ways together', async () => {
    const api = await start({ SUBMISSIONS_PER_MINUTE: '3' })
    expect((await api.post(formData())).status).toBe(201)
    expect((await api.post(formData(agreed), {}, '/apply')).status).toBe(200)
    expect((await api.post(messageForm(), {}, '/api/contact/')).status).toBe(201)
    const fourth = await api.post(formData({ name: 'Another' }), from('203.0.113.1'))
    expect(fourth.status).toBe(429)
    expect(fourth.body).toEqual(detail)
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await api.post(messageForm({ name: 'Another' }), {}, '/api/contact/')).status).toBe(429)
    expect(await api.kept()).toEqual(justOne)
  })

  test('counts by X-Forwarded-For where a trusted proxy says it', async () => {
    await start({ SUBMISSIONS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1' })
    expect(await statusFrom('203.0.113.1')).toBe(201)
    expect(await statusFrom('203.0.113.2')).toBe(201)
    expect(await statusFrom('203.0.113.2')).toBe(429)
    expect(await statusFrom('198.51.100.7, 203.0.113.1')).toBe(429)
    // With the sender's port, which is another one each time.
    expect(await statusFrom('203.0.113.3:1000')).toBe(201)
    expect(await statusFrom('203.0.113.3:1001')).toBe(429)
    expect(await statusFrom('somebody')).toBe(400)
  })

  test('is so many bytes a day: large resumes are put off, and a small one still fits', async () => {
    const api = await start({ UPLOAD_MB_PER_DAY: '10' })
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

  test('is refused without JavaScript by a plain page that says how to get back what was typed', async () => {
    const api = await start({ SUBMISSIONS_PER_MINUTE: '1' })
    expect((await api.post(formData(agreed), {}, '/apply')).status).toBe(200)
    const typed = formData({ ...agreed, name: '&'.repeat(60_000) })
    const refused = await api.post(typed, {}, '/apply')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.text).toContain('go back one page in your browser')
    expect(refused.text.length).toBeLessThan(1_000)
    expect(await api.kept()).toEqual(justOne)
  })
})

test('on a disk that is nearly full the visitor is told so before the resume is read', async () => {
  const api = await start()
  api.services.staging.room = async () => ({ freeBytes: 500_000_000, allBytes: 20_000_000_000 })
  const refused = await api.post(withResume(2_000_000))
  expect(refused.status).toBe(503)
  expect(refused.body.detail).toContain('only take resumes of up to 1 MB')
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect(await api.kept()).toEqual(nothing)
  expect((await api.post(formData())).status).toBe(201)
})
