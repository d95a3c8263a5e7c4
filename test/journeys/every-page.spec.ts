import { pagePaths } from '../support/all-paths.ts'
import type { Page } from '@playwright/test'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from './site-test.ts'

/** Internships have one page: on a desktop, one of them stands for all. */
const screensOf = (path: string) => (/^\/internships\/(?!3$)\d+$/.test(path) ? {} : bothScreens)

/** What holds for every page alike; what each page says is in its own journey. */
for (const path of pagePaths) {
  test(`${path} is in order`, screensOf(path), async ({ page }) => {
    await page.goto(path)
    await expect(page).toHaveTitle(/NAIC|National Academic Internship Council/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByRole('main')).toHaveCount(1)

    const levels = await page
      .getByRole('heading')
      .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName.slice(1))))
    const skips = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
    expect(skips).toEqual([])

    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })
}

test('no link and no file of any page leads nowhere', desktopOnly, async ({ request, site }) => {
  const seen = new Set<string>()
  const waiting: string[] = [...pagePaths]
  const broken: string[] = []
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    const path = address.replace(site.url, '').replace(/#.*/, '')
    if (seen.has(path)) continue
    seen.add(path)
    const response = await request.get(path)
    if (!response.ok()) broken.push(`${path}: ${response.status()}`)
    if (!response.headers()['content-type']?.startsWith('text/html')) continue
    const html = await response.text()
    for (const [, link = ''] of html.matchAll(/\s(?:href|src|content)="([^"]*)"/g)) {
      if (link.startsWith(site.url) || /^\/(?!\/)/.test(link))
        waiting.push(link.replaceAll('&amp;', '&'))
    }
  }
  expect(broken).toEqual([])
  expect(seen.size).toBeGreaterThan(60)
})

test('titles and descriptions tell the pages apart', desktopOnly, async ({ request, site }) => {
  const listed = pagePaths.filter((path) => !path.includes('?') && path !== '/verify')
  const titles = new Set<string>()
  const descriptions = new Set<string>()
  for (const path of listed) {
    const html = await (await request.get(path)).text()
    titles.add(/<title>(.*?)<\/title>/.exec(html)?.[1] ?? '')
    descriptions.add(/name="description" content="([^"]*)"/.exec(html)?.[1] ?? '')
    expect(html).toContain('property="og:locale" content="en_IN"')
    expect(html).toContain(`rel="canonical" href="${site.url}${path}"`)
  }
  expect(titles.size).toBe(listed.length)
  // What is longer, a search shows in part.
  const characters = (title: string) => title.replaceAll(/&[a-z]+;/g, '&').length
  expect([...titles].filter((title) => characters(title) >= 60)).toEqual([])
  expect(descriptions.size).toBe(listed.length)
})

/** How wide each ₹ of the page is, in its letters' size, as set and as it is set anew. */
const rupeeWidths = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    const found: { set: number; anew: number }[] = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const at = text.data.indexOf('₹')
      const parent = text.parentElement
      if (at === -1 || !parent?.checkVisibility()) continue
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      const set = range.getBoundingClientRect().width
      const fresh = document.createElement('span')
      fresh.textContent = '₹'
      fresh.style.position = 'absolute'
      parent.append(fresh)
      found.push({ set, anew: fresh.getBoundingClientRect().width })
      fresh.remove()
    }
    return found
  })

for (const path of ['/', '/internships/1']) {
  test(`the sign of the rupee shows on ${path} although its font comes late`, async ({ page }) => {
    await page.goto(path)
    const widths = await rupeeWidths(page)
    expect(widths.length).toBeGreaterThan(1)
    for (const { set, anew } of widths) expect(Math.abs(set - anew)).toBeLessThan(0.6)
  })
}
