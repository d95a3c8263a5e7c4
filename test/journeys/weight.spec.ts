import { brotliCompressSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, test } from './site-test.ts'

/** What a first visit costs on the line, in bytes as sent. */
async function bodyBytes(responses: Response[]): Promise<number> {
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()))
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
  ['/', 6, 125_000, 160_000],
  ['/internships', 7, 125_000, 155_000],
  ['/internships/3', 7, 120_000, 155_000],
  ['/apply', 7, 125_000, 155_000],
  ['/contact', 7, 120_000, 145_000],
  ['/privacy', 6, 115_000, 145_000],
  ['/verification', 9, 140_000, 165_000],
  ['/verify/NAIC25A7K2M', 9, 140_000, 175_000],
] as const

for (const [path, mostScripts, mostOfScripts, mostOfAll] of budgets) {
  test(`a first visit to ${path} is light, and asks no other site for anything`, async ({
    page,
    baseURL,
  }) => {
    // What is fetched ahead for the next page is counted by another test.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', {
        value: { saveData: true, effectiveType: '4g' },
      })
    })
    if (!path.startsWith('/verify/')) await untilPacked(baseURL, path)
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(path, { waitUntil: 'networkidle' })

    expect(responses.filter((response) => !response.url().startsWith(baseURL ?? ''))).toEqual([])
    const scripts = responses.filter((response) => response.url().endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.length).toBeLessThanOrEqual(mostScripts)
    expect(await bodyBytes(scripts)).toBeLessThan(mostOfScripts)
    expect(await bodyBytes(responses)).toBeLessThan(mostOfAll)
  })
}
