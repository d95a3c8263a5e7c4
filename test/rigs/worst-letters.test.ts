import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { applicationLabels } from '@naic/admissions/forms/application-form.ts'
import { contactLabels } from '@naic/admissions/forms/contact-form.ts'
import { ashasParts, resumePart, textPart } from '#support/ashas-form.ts'
import { allTests } from '#support/opened.ts'
import { exchange, request, waysIn } from '#support/raw-http.ts'
import { boundary, multipart } from '#support/start-api.ts'
import { RunningSite } from '#support/start-site.ts'

/**
 * Whatever takes something that a visitor sends gets as much as it takes of the letters that cost it most.
 * The cost is the time of the server's event loop on a processor, which does not depend on what else the
 * machine does, as a multiple of a search of the catalogue: some 4 ms.
 */
const mostCost = 12
const mostBytes = 300_000

const letters = {
  slashes: '/',
  'ampersands, which HTML writes with five letters': '&',
  'the placeholder of a picture': 'https://qr-code-of.invalid/ ',
  spaces: ' ',
  hyphens: '-',
  percents: '%',
  'percent signs of half a letter': '%E0%A4',
  'letters with many marks': 'z\u0300\u0323',
  'letters that become longer': '\uFDFA',
  'line breaks': '\r\n',
}
const filled = (letter: string, length: number) =>
  letter.repeat(Math.ceil(length / letter.length)).slice(0, length)

const site = allTests(() =>
  RunningSite.start({
    TRUST_PROXY: '127.0.0.1',
    SUBMISSIONS_PER_MINUTE: '1000000',
    LOOKUPS_PER_MINUTE: '1000000',
  }),
)
let unit: number
let sender = 0
beforeAll(async () => {
  const search = () => get('/internships?q=python')
  for (let warming = 0; warming < 20; warming += 1) await search()
  const costs: number[] = []
  for (let at = 0; at < 9; at += 1) costs.push((await ask(search())).cost)
  unit = costs.toSorted((one, other) => one - other)[4] ?? 0
})

/** Each from another network, so that no limit answers instead. */
const head = () => ({ from: `198.51.${(sender += 1) >> 8}.${sender & 255}` })
const get = (target: string, lines: string[] = []) =>
  request(target, Buffer.alloc(0), { ...head(), method: 'GET', type: null, length: null, lines })

/** @returns the nanoseconds that the main thread, which has the event loop, was on a processor: proc(5). */
async function onProcessor(): Promise<number> {
  const [, pid] = /(\d+)$/.exec(site.procDir) ?? []
  return Number((await readFile(`${site.procDir}/task/${pid}/schedstat`, 'utf8')).split(' ')[0])
}

/** Asks twice, and takes the cheaper: now and then one pays for collecting what others left. */
async function ask(bytes: Buffer) {
  const once = async () => {
    const before = await onProcessor()
    const [answer] = await exchange(site.url, { pieces: [bytes] })
    return { answer, cost: (await onProcessor()) - before }
  }
  const [one, other] = [await once(), await once()]
  return one.cost < other.cost ? one : other
}

async function expectCheap(what: string, bytes: Buffer) {
  const { answer, cost } = await ask(bytes)
  expect(answer?.status, what).toBeLessThan(500)
  expect(answer?.body.length, what).toBeLessThan(mostBytes)
  expect(Math.round(cost / unit), what).toBeLessThanOrEqual(mostCost)
}

/** Node takes 8 KB of a request's first lines. */
const mostOfHead = 7_000
const inAddress = (letter: string) => {
  const written = letter.includes('%') || letter === '/' ? letter : encodeURIComponent(letter)
  return filled(written, mostOfHead)
}

test.each([
  ['/internships', '?q='],
  ['/verification', '?id='],
  ['/verify/', ''],
  ['/verify/', '/NAIC25A7K2M'],
  ['/api/', ''],
  ['/api/certificates/', ''],
  ['/credentials/', '.json'],
  ['/log/tile/', ''],
])('an address that begins with %s%s', async (before, after) => {
  for (const [what, letter] of Object.entries(letters)) {
    const address = after.startsWith('?')
      ? before + after + inAddress(letter)
      : before + inAddress(letter) + after
    await expectCheap(what, get(address))
  }
})

test.each(['Accept', 'Accept-Encoding', 'Cookie', 'User-Agent', 'X-Forwarded-For'])(
  'the header %s',
  async (name) => {
    for (const [what, letter] of Object.entries(letters)) {
      const value = filled(letter === '\r\n' ? '\t' : letter, mostOfHead)
      for (const target of ['/', '/internships?q=python', '/credentials/NAIC25A7K2M.json']) {
        await expectCheap(what, get(target, [`${name}: ${value}`]))
      }
    }
  },
)

const fields = (way: string, value: string) =>
  Object.keys(way.includes('contact') ? contactLabels : applicationLabels)
    .filter((field) => field !== 'resume')
    .map((field) => textPart(field, value))
const post = (way: string, parts: Parameters<typeof multipart>[0]) =>
  request(way, multipart(parts, boundary), head())

test.each(waysIn)('every field, and the body, of a form for %s', async (way) => {
  for (const [what, letter] of Object.entries(letters)) {
    await expectCheap(what, post(way, fields(way, filled(letter, 64_000))))
    await expectCheap(
      what,
      post(way, [textPart('name', ''), textPart('message', filled(letter, 60_000))]),
    )
  }
  for (const [what, letter] of Object.entries({
    'line breaks': '\r\n',
    hyphens: '-',
    ...nearEnd,
  })) {
    const long = filled(letter, 6_000_000)
    await expectCheap(what, post(way, [textPart('message', long)]))
    await expectCheap(what, post(way, [...ashasParts(), resumePart('cv.pdf', Buffer.from(long))]))
  }
})
const nearEnd = { 'ends that are none': `\r\n--${boundary.slice(0, -1)}` }

test('a hundred of the worst at once leave the others answered', async () => {
  const worst = ['/apply', '/contact'].flatMap((way) =>
    Array.from({ length: 50 }, () => post(way, fields(way, filled('&', 64_000)))),
  )
  const all = Promise.all(worst.map((bytes) => exchange(site.url, { pieces: [bytes] })))
  for (let asked = 0; asked < 10; asked += 1) {
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
  }
  for (const [answer] of await all) {
    expect([400, 503]).toContain(answer?.status)
    expect(answer?.body.length).toBeLessThan(mostBytes)
  }
})
