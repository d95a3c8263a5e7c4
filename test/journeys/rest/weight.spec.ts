import { brotliCompressSync } from 'node:zlib'
import type { Request } from '@playwright/test'
import { sitePaths, unlistedPaths } from '@naic/content/site-map.ts'
import { expect, test } from '../site-test.ts'

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

/** [page, its scripts, their bytes, all bytes]: what it takes now, and 2% */
const budgets = [
  ['/', 6, 87_000, 127_000],
  ['/about', 6, 83_500, 115_500],
  ['/internships', 7, 88_000, 127_000],
  ['/internships/3', 7, 86_500, 123_000],
  ['/internships/3/poster', 6, 81_000, 108_000],
  // Its form is a file of its own, which its page in Hindi has, too.
  ['/apply', 8, 92_500, 125_000],
  ['/contact', 7, 86_500, 117_000],
  ['/verification', 9, 83_500, 113_000],
  ['/verification/several', 8, 83_500, 109_500],
  ['/verify/NAIC25A7K2M', 9, 100_000, 135_000],
  ['/submit-task', 12, 78_500, 106_500],
  ['/task-form-not-set-up', 6, 79_000, 102_500],
  ['/privacy', 6, 79_500, 113_000],
  ['/terms', 6, 79_000, 110_500],
  ['/cookies', 6, 79_000, 112_000],
  ['/accessibility', 6, 79_000, 111_000],
  ['/code-of-conduct', 6, 79_000, 110_500],
  ['/refund-policy', 6, 79_000, 110_000],
  ['/sitemap', 6, 79_000, 109_000],
  ['/hi', 6, 81_000, 114_000],
  ['/hi/apply', 8, 92_500, 125_500],
  ['/hi/verification', 6, 79_500, 107_000],
] as const

test('every page that asks for scripts has a budget', () => {
  const weighed = new Set<string>(budgets.map(([path]) => path))
  const ofScripts = [...sitePaths, ...unlistedPaths].filter((path) => !path.startsWith('/offline'))
  expect(ofScripts.filter((path) => !weighed.has(path))).toEqual([])
})

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

    // What was fetched ahead may still be about to run.
    await page.goto('about:blank')
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
