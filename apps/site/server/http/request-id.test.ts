import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { asha, formData } from '@naic/test/support/ashas-form.ts'
import { type Api, applyApi, detail, sendRaw, startApi } from '@naic/test/support/start-api.ts'
import { startScanner } from '@naic/test/support/start-scanner.ts'
import { newRequestId } from '@naic/house/web/request-log.ts'

let api: Api
afterEach(() => api.close())

const form = /^[0-9A-HJKMNP-TV-Z]{10}$/

/** The lines of the log that name a request. */
const linesOf = (id: string) =>
  api.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ request }) => request === id)

/** The last line comes when the answer has left. */
async function messagesOf(id: string) {
  while (!linesOf(id).some(({ msg }) => msg === 'answered')) await sleep(10)
  return linesOf(id).map(({ msg }) => msg)
}

const idOf = ({ headers }: Pick<Response, 'headers'>) => headers.get('x-request-id') ?? ''

test('an application that fails has one id: in its lines, header and sentence, on a page as well', async () => {
  const scanner = await startScanner('fails')
  api = await startApi({ CLAMAV_URL: scanner.url })
  const answer = await api.post(formData())
  const plain = await api.post(formData({ agreeToTerms: 'on' }), {}, '/apply')
  await scanner.close()
  expect([answer.status, plain.status]).toEqual([503, 503])
  const id = idOf(answer)
  expect(id).toMatch(form)
  expect(answer.body).toEqual(detail)
  expect(answer.body.detail).toMatch(new RegExp(` Reference: ${id}[.]$`))
  expect(await messagesOf(id)).toEqual(['scan: no answer', 'a request failed', 'answered'])
  expect(plain.body.posted.detail).toContain(` Reference: ${idOf(plain)}.`)
  expect(await messagesOf(idOf(plain))).toContain('a form could not be taken')
  expect(api.logged.join('')).not.toContain(asha.name)
})

test('a certificate that cannot be looked up says it, to the page and to its script', async () => {
  api = await startApi()
  await api.services.database.close()
  const page = await fetch(`${api.url}/verify/NAIC25TEST1`)
  expect(await page.text()).toContain(`{"state":"unavailable","reference":"${idOf(page)}"}`)
  expect(await messagesOf(idOf(page))).toContain('a certificate could not be looked up')

  const answer = await fetch(`${api.url}/api/certificates/NAIC25TEST1`)
  expect(await answer.json()).toEqual(detail)
  expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id')
  expect(await messagesOf(idOf(answer))).toHaveLength(2)

  const ready = await fetch(`${api.url}/ready`)
  expect([ready.status, await messagesOf(idOf(ready))]).toEqual([503, ['answered']])
})

test('a request that the HTTP server refuses has an id as well', async () => {
  api = await startApi()
  const tooMany = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(40)
  const twoHosts = 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'
  const wish = 'POST /apply HTTP/1.1\r\nHost: a\r\nExpect: a-miracle\r\nContent-Length: 9\r\n\r\n'
  for (const [status, request] of [
    [503, tooMany],
    [400, twoHosts],
    [417, wish],
  ] as const) {
    const heard = await sendRaw(api.url, Buffer.from(request), 'wait')
    const last = heard.slice(heard.lastIndexOf('HTTP/1.1 '))
    expect(last).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const [, id = ''] = /X-Request-Id: (\w+)/i.exec(last) ?? []
    expect(await messagesOf(id)).toEqual(['answered'])
    expect(linesOf(id)[0]).toMatchObject({ route: 'none', status })
  }
})

test('a refusal shows no id, but its answer and its line have one', async () => {
  api = await startApi()
  const answer = await api.post(formData(), { Origin: 'https://elsewhere.example' })
  expect(answer.status).toBe(403)
  expect(answer.text).not.toContain(idOf(answer))
  expect(await messagesOf(idOf(answer))).toEqual(['answered'])
})

test('a visitor cannot choose an id, and each request has another', async () => {
  api = await startApi({ TRUST_PROXY: '127.0.0.1' })
  const ask = (address: string) =>
    fetch(api.url + address, { headers: { 'X-Request-Id': 'AAAAAAAAAA', 'Request-Id': 'mine' } })
  const addresses = ['/healthz', '/healthz', applyApi, '/%E0']
  const ids = (await Promise.all(addresses.map(ask))).map(idOf)
  for (const id of ids) expect(id).toMatch(form)
  expect(new Set([...ids, 'AAAAAAAAAA'])).toHaveLength(5)
  expect(new Set(Array.from({ length: 10_000 }, newRequestId))).toHaveLength(10_000)
})
