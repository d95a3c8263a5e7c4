import { brotliCompressSync } from 'node:zlib'
import type { Request } from '@playwright/test'
import { expect, test } from './site-test.ts'

/** What a first visit costs on the line, in bytes as sent. */
async function bytesOf(requests: Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

/** The server packs what it keeps in memory tighter after its start, when it has the time. */
async function untilPacked(baseURL: string | undefined, path: string): Promise<void> {
  const isPacked = async () => {
    const answer = await fetch(`${baseURL}${path}`, { headers: { 'Accept-Encoding': 'br' } })
    const bytes = Number(answer.headers.get('content-length') ?? Infinity)
    return bytes <= brotliCompressSync(await answer.text()).length * 1.02
  }
  await expect.poll(isPacked, { message: path, timeout: 60_000 }).toBe(true)
}

/** [page, its scripts, their bytes, all bytes] */
const budgets = [
  ['/', 6, 88_000, 127_000],
  ['/internships', 7, 88_500, 127_000],
  ['/internships/3', 7, 87_000, 123_000],
  // Its form is a file of its own, which its page in Hindi has, too.
  ['/apply', 8, 93_000, 125_000],
  ['/contact', 7, 87_000, 117_000],
  ['/privacy', 6, 80_000, 115_000],
  ['/verification', 9, 84_000, 113_000],
  ['/verify/NAIC25A7K2M', 9, 101_000, 135_000],
] as const

for (const [path, mostScripts, mostOfScripts, mostOfAll] of budgets) {
  test(`a first visit to ${path} is light, fetches 10 KB ahead at most, and asks no other site`, async ({
    page,
    baseURL,
  }) => {
    if (!path.startsWith('/verify/')) await untilPacked(baseURL, path)
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    // What comes after the page has loaded is fetched ahead for the next one.
    let loaded = Infinity
    page.once('load', () => (loaded = requests.length))
    await page.goto(path, { waitUntil: 'networkidle' })
    const ahead = requests.slice(loaded).filter((each) => /\.(js|data)$/.test(pathOf(each)))
    expect(await bytesOf(ahead)).toBeLessThanOrEqual(10_240)

    requests.splice(0)
    await page.addInitScript(() => {
      const value = { saveData: true, effectiveType: '4g' }
      Object.defineProperty(navigator, 'connection', { value })
    })
    const browser = await page.context().newCDPSession(page)
    await browser.send('Network.clearBrowserCache')
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(requests.filter((each) => !each.url().startsWith(baseURL ?? ''))).toEqual([])
    const scripts = requests.filter((each) => pathOf(each).endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.length).toBeLessThanOrEqual(mostScripts)
    expect(await bytesOf(scripts)).toBeLessThan(mostOfScripts)
    expect(await bytesOf(requests)).toBeLessThan(mostOfAll)
  })
}

const pathOf = (request: Request) => new URL(request.url()).pathname
