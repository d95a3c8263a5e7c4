import type { Request } from '@playwright/test'
import { bytesOf, untilPacked } from '#support/bytes-on-the-line.ts'
import { expect, openAlive, test } from '../site-test.ts'

/**
 * A first visit in bytes as sent: [page, those of its scripts before anybody touches anything, all].
 * What it takes now, and 2%.
 */
const budgets = [
  ['/', 5_000, 42_500],
  ['/about', 4_300, 37_000],
  ['/internships/3', 4_300, 40_000],
  ['/internships', 12_900, 53_500],
  ['/apply', 84_500, 116_000],
  ['/contact', 76_300, 106_500],
  ['/verification', 72_100, 99_800],
  ['/verify/NAIC25A7K2M', 97_500, 130_500],
] as const

for (const [path, mostOfScripts, mostOfAll] of budgets) {
  test(`a first visit to ${path} is light, and asks no other site`, async ({ page, baseURL }) => {
    if (!path.startsWith('/verify/')) await untilPacked(`${baseURL}${path}`)
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    await openAlive(page, path)
    if (path.startsWith('/verify/')) await expect(page.getByText('Verified on July')).toBeVisible()
    expect(requests.filter((each) => !each.url().startsWith(baseURL ?? ''))).toEqual([])
    const scripts = requests.filter((each) => each.url().endsWith('.js'))
    expect(scripts).not.toEqual([])
    expect(await bytesOf(scripts)).toBeLessThan(mostOfScripts)
    expect(await bytesOf(requests)).toBeLessThan(mostOfAll)
  })
}
