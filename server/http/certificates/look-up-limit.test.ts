import { afterEach, describe, expect, test } from 'vitest'
import { type Api, detail, startApi } from '#test/support/start-api.ts'

const issued = 'NAIC25A7K2M'
const missing = 'NAIC25XXXXX'

/** Every way to look a certificate up. */
const waysTo = (id: string) => [
  `/api/certificates/${id}`,
  `/credentials/${id}.json`,
  `/credentials/${id}.tlog-proof`,
  `/credentials/${id}.png`,
  `/credentials/${id}.pdf`,
  `/credentials/${id}.badge.png`,
  `/verify/${id}`,
]

let api: Api
afterEach(() => api.close())

const start = (lookUps: number) =>
  startApi({ LOOKUPS_PER_MINUTE: String(lookUps), TRUST_PROXY: '127.0.0.1' })

const get = (from: string, address: string) =>
  fetch(api.url + address, { headers: { 'X-Forwarded-For': from }, redirect: 'manual' })

async function statusOf(from: string, address: string): Promise<number> {
  const answer = await get(from, address)
  await answer.arrayBuffer()
  return answer.status
}

/** As many misses as all addresses together may have: ten addresses, each with all of its own. */
async function useUpCommonLimit(lookUps: number) {
  for (let address = 0; address < 10; address += 1) {
    for (let time = 0; time < lookUps; time += 1) {
      expect(await statusOf(`192.0.2.${address}`, `/api/certificates/${missing}`)).toBe(404)
    }
  }
}

test('a certificate that exists is found though others have used up all misses', async () => {
  api = await start(7)
  await useUpCommonLimit(7)
  for (const address of waysTo(issued)) {
    expect(await statusOf('198.51.100.1', address), address).toBe(200)
  }
})

test('once all misses are used up, a miss is 429 on every way, and never 404', async () => {
  api = await start(5)
  await useUpCommonLimit(5)
  for (const address of waysTo(missing)) {
    const answer = await get('198.51.100.1', address)
    expect(answer.status, address).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    const text = await answer.text()
    if (address.startsWith('/verify')) expect(text).toContain('"state":"tooMany"')
    else expect(JSON.parse(text)).toEqual(detail)
  }
})

test('certificates that are found use up nothing of what is for all', async () => {
  api = await start(2)
  for (let address = 0; address < 15; address += 1) {
    for (let time = 0; time < 2; time += 1) {
      expect(await statusOf(`192.0.2.${address}`, `/api/certificates/${issued}`)).toBe(200)
    }
  }
  expect(await statusOf('198.51.100.1', `/api/certificates/${missing}`)).toBe(404)
})

test("an address's own look-ups count together, found or not, whichever way they take", async () => {
  api = await start(7)
  for (const [at, address] of waysTo(issued).entries()) {
    expect(await statusOf('198.51.100.1', at % 2 ? address : (waysTo(missing)[at] ?? ''))).toBe(
      at % 2 ? 200 : 404,
    )
  }
  for (const address of [...waysTo(issued), ...waysTo(missing)]) {
    expect(await statusOf('198.51.100.1', address), address).toBe(429)
  }
  expect(await statusOf('198.51.100.2', waysTo(issued)[0] ?? '')).toBe(200)
})

test('what cannot be an ID is not found, and uses up nothing', async () => {
  api = await start(1)
  for (let time = 0; time < 12; time += 1) {
    expect(await statusOf('198.51.100.1', '/api/certificates/%F0%9F%8E%93')).toBe(404)
    expect(await statusOf('198.51.100.1', '/credentials/x')).toBe(404)
  }
  expect(await statusOf('198.51.100.1', `/api/certificates/${issued}`)).toBe(200)
})

test('addresses of one IPv6 network of 64 bits count together', async () => {
  api = await start(1)
  const address = `/api/certificates/${issued}`
  expect(await statusOf('2001:db8:0:7::1', address)).toBe(200)
  expect(await statusOf('2001:db8:0:7:ffff::2', address)).toBe(429)
  expect(await statusOf('2001:db8:0:8::1', address)).toBe(200)
})

describe('an address that was put off', () => {
  /** One request from each of 6,000 addresses, some at a time. */
  async function comeByFromEverywhere(comeBy: (from: string) => Promise<unknown>) {
    const addresses = Array.from({ length: 6_000 }, (_, at) => `10.1.${at >> 8}.${at & 255}`)
    const workers = Array.from({ length: 20 }, async () => {
      for (let from = addresses.pop(); from; from = addresses.pop()) await comeBy(from)
    })
    await Promise.all(workers)
  }

  test('stays so at certificates though 6,000 others come by', { timeout: 60_000 }, async () => {
    api = await start(700)
    const address = `/api/certificates/${issued}`
    for (let time = 0; time < 700; time += 1) {
      expect(await statusOf('198.51.100.1', address)).toBe(200)
    }
    expect(await statusOf('198.51.100.1', address)).toBe(429)
    await comeByFromEverywhere((from) => statusOf(from, address))
    expect(await statusOf('198.51.100.1', address)).toBe(429)
  })

  test('stays so at forms though 6,000 others come by', { timeout: 60_000 }, async () => {
    api = await startApi({ SUBMISSIONS_PER_MINUTE: '2', TRUST_PROXY: '127.0.0.1' })
    const sendNothing = async (from: string) =>
      (await api.post('{}', { 'X-Forwarded-For': from, 'Content-Type': 'application/json' })).status
    expect(await sendNothing('198.51.100.1')).toBe(415)
    expect(await sendNothing('198.51.100.1')).toBe(415)
    expect(await sendNothing('198.51.100.1')).toBe(429)
    await comeByFromEverywhere(sendNothing)
    expect(await sendNothing('198.51.100.1')).toBe(429)
  })
})
