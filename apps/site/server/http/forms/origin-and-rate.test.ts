import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { formData } from '@naic/test/support/ashas-form.ts'
import {
  type Api,
  applyApi,
  detail,
  justOne,
  nothing,
  startApi,
} from '@naic/test/support/start-api.ts'

let api: Api

describe('who may not send', () => {
  // One server for all: each of them leaves it as it was, and says so.
  beforeAll(async () => {
    api = await startApi()
  })
  afterAll(() => api.close())

  test.each([
    'https://evil.example',
    'null',
    'http://localhost:3000.evil.example',
    'https://localhost:3000',
    'http://localhost:3001',
  ])('a page of %s may not', async (origin) => {
    const answer = await api.post(formData(), { Origin: origin })
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual(detail)
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect(await api.kept()).toEqual(nothing)
  })

  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    '%s on the address is refused in JSON',
    async (method) => {
      const answer = await fetch(api.url + applyApi, { method })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(await answer.json()).toEqual(detail)
    },
  )
})

describe('who may send', () => {
  afterEach(() => api.close())

  test("the site's own pages may, from another origin than the API's", async () => {
    api = await startApi({ SITE_URL: 'https://www.site.example' })
    const answer = await api.post(formData(), { Origin: 'https://www.site.example' })
    expect(answer.status).toBe(201)
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://www.site.example')
    expect(answer.headers.get('vary')).toContain('Origin')

    const refused = await api.post(formData({ name: '' }), { Origin: 'https://www.site.example' })
    expect(refused.status).toBe(400)
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://www.site.example')
  })

  test('a program that names no origin may, and so may the host itself', async () => {
    api = await startApi()
    expect((await api.post(formData())).status).toBe(201)
    expect((await api.post(formData(), { Origin: api.url })).status).toBe(201)
    expect(await api.kept()).toEqual(justOne)
  })

  test('a robot that fills in the honeypot may not, and is told which field it was', async () => {
    api = await startApi()
    const answer = await api.post(formData({ website: 'https://example.com' }))
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual(detail)
    expect(answer.body.detail).toContain('"website"')
    expect(await api.kept()).toEqual(nothing)
    expect((await api.post(formData({ website: '' }))).status).toBe(201)
  })

  test("a browser's question before it sends is answered for the site only", async () => {
    api = await startApi({ SITE_URL: 'https://www.site.example' })
    const ask = async (origin: string) => {
      const answer = await fetch(api.url + applyApi, {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'idempotency-key',
        },
      })
      return { status: answer.status, headers: Object.fromEntries(answer.headers) }
    }
    expect(await ask('https://www.site.example')).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': 'https://www.site.example',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Idempotency-Key, Privacy-Notice',
      },
    })
    const foreign = await ask('https://evil.example')
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('too many forms', () => {
  afterEach(() => api.close())

  const send = (forwardedFor?: string) =>
    api.post(formData(), forwardedFor ? { 'X-Forwarded-For': forwardedFor } : {})

  test('from one network are put off with a time to wait', async () => {
    api = await startApi({ SUBMISSIONS_PER_MINUTE: '3' })
    const statuses = [(await send()).status, (await send()).status, (await send()).status]
    expect(statuses).toEqual([201, 201, 201])
    const fourth = await send()
    expect(fourth.status).toBe(429)
    expect(fourth.body).toEqual(detail)
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await api.kept()).toEqual(justOne)
  })

  test('count together, whichever of the two ways they take', async () => {
    api = await startApi({ SUBMISSIONS_PER_MINUTE: '2' })
    await send()
    const form = () => formData({ agreeToTerms: 'on' })
    expect((await api.post(form(), {}, '/apply')).status).toBe(200)
    const third = await api.post(form(), {}, '/apply')
    expect(third.status).toBe(429)
    expect(third.body.posted).toMatchObject({ state: 'failed', status: 429, ...detail })
  })

  test('are not excused by a made-up X-Forwarded-For', async () => {
    api = await startApi({ SUBMISSIONS_PER_MINUTE: '1' })
    expect((await send('203.0.113.1')).status).toBe(201)
    expect((await send('203.0.113.2')).status).toBe(429)
  })

  test('are counted by X-Forwarded-For where a trusted proxy says it', async () => {
    api = await startApi({ SUBMISSIONS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1' })
    expect((await send('203.0.113.1')).status).toBe(201)
    expect((await send('203.0.113.2')).status).toBe(201)
    expect((await send('203.0.113.2')).status).toBe(429)
    expect((await send('198.51.100.7, 203.0.113.1')).status).toBe(429)
  })
})
