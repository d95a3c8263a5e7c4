import type { Response } from '@playwright/test'
import { expect, test } from './site-test.ts'

/** What a first visit costs on the line, in bytes as sent. */
async function bodyBytes(responses: Response[]): Promise<number> {
  const sizes = await Promise.all(responses.map((response) => response.request().sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

for (const path of ['/', '/apply', '/verification', '/verify/NAIC25A7K2M']) {
  test(`a first visit to ${path} is light, and asks no other site for anything`, async ({
    page,
    baseURL,
  }) => {
    const responses: Response[] = []
    page.on('response', (response) => responses.push(response))
    await page.goto(path, { waitUntil: 'networkidle' })

    expect(responses.filter((response) => !response.url().startsWith(baseURL ?? ''))).toEqual([])
    const scripts = responses.filter((response) => response.url().endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(0)
    expect(await bodyBytes(scripts)).toBeLessThan(130_000)
    expect(await bodyBytes(responses)).toBeLessThan(170_000)
    expect(responses.length).toBeLessThanOrEqual(16)
  })
}
