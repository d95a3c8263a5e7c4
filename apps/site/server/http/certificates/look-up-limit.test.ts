import { expect, test } from 'vitest'
import { detail, startApi } from '@naic/test/support/start-api.ts'
import { allTests } from '@naic/test/support/opened.ts'
import { createLookUpLimit } from './look-up.ts'

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

// Each test asks from networks of its own.
const settings = { LOOKUPS_PER_MINUTE: String(waysTo(missing).length), TRUST_PROXY: '127.0.0.1' }
const api = allTests(() => startApi(settings))

/** Not compressed: then the length of an answer is that of what it says. */
const get = (from: string, address: string) =>
  fetch(api.url + address, {
    headers: { 'X-Forwarded-For': from, 'Accept-Encoding': 'identity' },
    redirect: 'manual',
  })

const statusOf = async (from: string, address: string) => (await get(from, address)).status

/** An answer as a stranger sees it, without the ID in it and its own number. */
async function seenFromOutside(answer: Response, asked: string) {
  const own = (text: string) =>
    text
      .replaceAll(asked, 'ASKED')
      .replaceAll(answer.headers.get('x-request-id') ?? 'none', 'NUMBER')
      .replaceAll(/sha256-[\w+/=-]+/g, 'HASH')
  const headers = [...answer.headers]
    .filter(([name]) => !['date', 'retry-after'].includes(name))
    .map(([name, value]) => [name, own(value)])
  return { status: answer.status, headers, body: own(await answer.text()) }
}

test('a network without misses left cannot tell an issued certificate from a missing one', async () => {
  for (const address of waysTo(missing)) {
    expect(await statusOf('192.0.2.1', address), address).toBe(404)
  }
  for (const [at, address] of waysTo(issued).entries()) {
    const hit = await get('192.0.2.1', address)
    expect(hit.status, address).toBe(429)
    expect(hit.headers.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/)
    const shown = await seenFromOutside(hit, issued)
    if (address.startsWith('/verify')) expect(shown.body).toContain('"state":"tooMany"')
    else expect(JSON.parse(shown.body)).toEqual(detail)
    const other = await get('192.0.2.1', waysTo(missing)[at] ?? '')
    expect(await seenFromOutside(other, missing)).toEqual(shown)
  }
  expect(await statusOf('198.51.100.2', waysTo(issued)[0] ?? '')).toBe(200)
})

test('a misread ID counts as one look-up, and what cannot be an ID as none', async () => {
  const misread = '/api/certificates/NA1C25C8D1T'
  for (const _ of waysTo(missing)) {
    expect(await statusOf('198.51.100.4', '/api/certificates/%F0%9F%8E%93')).toBe(404)
    expect(await statusOf('198.51.100.4', '/credentials/x')).toBe(404)
    expect(await statusOf('198.51.100.4', misread)).toBe(404)
  }
  const last = await get('198.51.100.4', misread)
  expect(last.status).toBe(429)
  expect(await last.text()).not.toContain('NAIC25C8D1T')
})

test('many guesses at once are worth no more than one by one', async () => {
  const limit = createLookUpLimit(5)
  const sender = { ip: '192.0.2.1' }
  const { promise: looked, resolve: answer } = Promise.withResolvers<void>()
  const guess = (found: string | undefined) => limit(sender, () => looked.then(() => found))
  const guesses = Array.from({ length: 100 }, (_, at) => guess(at % 10 === 9 ? 'found' : undefined))
  answer()
  const results = await Promise.allSettled(guesses)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  await expect(guess('found')).rejects.toMatchObject({ statusCode: 429 })
})

test('a hit, or a look-up that fails, is no miss', async () => {
  const limit = createLookUpLimit(1)
  const sender = { ip: '192.0.2.1' }
  const away = () => Promise.reject(new Error('the database is away'))
  for (let time = 0; time < 5; time += 1) await expect(limit(sender, away)).rejects.toThrow('away')
  for (let time = 0; time < 5; time += 1) {
    expect(await limit(sender, async () => 'found')).toBe('found')
  }
})
