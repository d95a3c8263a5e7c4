import type { Request } from '@playwright/test'
import { bytesOf, untilPacked } from '#support/bytes-on-the-line.ts'
import { expect, openAlive, test } from '../site-test.ts'

/** A first visit in bytes as sent, and 2 %: [page, its scripts before anybody touches anything, all]. */
const budgets = [
  ['/', 5_480, 44_600],
  ['/about', 3_970, 36_200],
  ['/internships/3', 3_970, 40_000],
  ['/internships', 11_820, 52_400],
  ['/apply', 82_600, 113_900],
  ['/contact', 75_100, 104_800],
  ['/verification', 67_800, 95_600],
  ['/verify/NAIC25A7K2M', 92_700, 124_800],
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
