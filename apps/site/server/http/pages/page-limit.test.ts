import { afterEach, expect, test } from 'vitest'
import { type Api, startApi } from '@naic/test/support/start-api.ts'

let api: Api
afterEach(() => api.close())

test('pages that are made for each request are limited for a network, with a page that tries again', async () => {
  api = await startApi({ PAGES_PER_SECOND: '1', TRUST_PROXY: '127.0.0.1' })
  const get = (from: string, address = '/internships?q=data') =>
    fetch(api.url + address, { headers: { 'X-Forwarded-For': from } })
  const answers = await Promise.all(Array.from({ length: 8 }, () => get('203.0.113.1')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(refused).toHaveLength(5)
  expect(refused[0]?.headers.get('retry-after')).toBe('5')
  expect(refused[0]?.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const page = (await refused[0]?.text()) ?? ''
  expect(page).toContain('<h1>One moment, please</h1>')
  expect(page).toContain('http-equiv="refresh" content="5"')

  expect((await get('203.0.113.1', '/verify/NAIC25A7K2M')).status).toBe(429)
  expect((await get('203.0.113.1', '/%zz')).status).toBe(429)
  expect((await get('203.0.113.1', '/api/certificates/NAIC25A7K2M')).status).toBe(200)
  expect((await get('203.0.113.2')).status).toBe(200)
})

test('a proxy on this machine that TRUST_PROXY does not name does not count as one visitor', async () => {
  api = await startApi({ PAGES_PER_SECOND: '1' })
  const get = () =>
    fetch(`${api.url}/internships?q=data`, { headers: { 'X-Forwarded-For': '203.0.113.1' } })
  const answers = await Promise.all(Array.from({ length: 8 }, get))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})
