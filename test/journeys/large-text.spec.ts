import type { Page } from '@playwright/test'
import { brokenWords, collidingTexts, cutOff, sidewaysScroll } from './layout-faults.ts'
import { openMenu, views } from './page-views.ts'
import { expect, phoneOnly, test as base } from './site-test.ts'

/** A page in a browser whose own setting has letters of this size, in px; 16 unless changed. */
const test = base.extend<{ pageWithLetters: (px: number) => Promise<Page> }>({
  async pageWithLetters({ playwright, launchOptions, baseURL, viewport }, use) {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const closing: Promise<void>[] = []
    await use(async (px) => {
      const browser = await playwright.chromium.launch({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${px}`],
      })
      closing.push(ended.then(() => browser.close()))
      const page = await browser.newPage({ viewport, hasTouch: true, ...(baseURL && { baseURL }) })
      await page.goto('/about')
      const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
      expect(size).toBe(`${px}px`)
      return page
    })
    end()
    await Promise.all(closing)
  },
})

/** What is wrong with a page, besides what it says. */
async function faults(page: Page, name: string): Promise<string[]> {
  const over = await sidewaysScroll(page)
  return [
    over > 0 ? `${over} px too wide` : [],
    (await cutOff(page)).map((what) => `cut off: ${what}`),
    await collidingTexts(page),
    (await brokenWords(page)).map((word) => `broken: ${word}`),
  ]
    .flat()
    .map((fault) => `${name}: ${fault}`)
}

for (const px of [20, 24, 32]) {
  for (const [part, ofPart] of Object.entries(views)) {
    test(
      `${part} fit a phone whose letters are ${px} px high`,
      phoneOnly,
      async ({ pageWithLetters }) => {
        test.slow()
        const page = await pageWithLetters(px)
        const found: string[] = []
        for (const { name, open } of ofPart) {
          await open(page)
          found.push(...(await faults(page, name)))
        }
        expect(found).toEqual([])
      },
    )
  }

  test(
    `the menu fits a phone whose letters are ${px} px high, and all of it can be reached`,
    phoneOnly,
    async ({ pageWithLetters }) => {
      const page = await pageWithLetters(px)
      await openMenu.open(page)
      expect(await faults(page, openMenu.name)).toEqual([])
      const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last()
      await last.focus()
      await expect(last).toBeInViewport({ ratio: 0.9 })
    },
  )
}
