import type { Page } from '@playwright/test'
import {
  brokenWords,
  collidingTexts,
  cutOff,
  shareOfBars,
  sidewaysScroll,
} from './layout-faults.ts'
import { openMenu, views } from './page-views.ts'
import { expect, test as base } from './site-test.ts'

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

for (const px of [20, 32]) {
  for (const [part, ofPart] of Object.entries(views)) {
    test(`${part} fit a phone whose letters are ${px} px high`, async ({ pageWithLetters }) => {
      test.slow()
      const page = await pageWithLetters(px)
      const found: string[] = []
      for (const { name, open } of ofPart) {
        await open(page)
        found.push(...(await faults(page, name)))
      }
      expect(found).toEqual([])
    })
  }

  test(`the menu fits a phone whose letters are ${px} px high, and all of it can be reached`, async ({
    pageWithLetters,
  }) => {
    const page = await pageWithLetters(px)
    await openMenu.open(page)
    expect(await faults(page, openMenu.name)).toEqual([])
    const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last()
    await last.focus()
    await expect(last).toBeInViewport({ ratio: 0.9 })
  })
}

const windows = [
  { width: 360, height: 740 },
  { width: 360, height: 560 },
  { width: 360, height: 440 },
  { width: 768, height: 1024 },
  { width: 640, height: 450 },
  { width: 320, height: 225 },
]

/** As some browsers enlarge letters: style sheets that ask for the window's size do not learn of it. */
const enlarge = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, `${percent}%`)

for (const px of [16, 32]) {
  test(`bars take at most a quarter of any window with letters of ${px} px`, async ({
    pageWithLetters,
  }) => {
    test.slow()
    const page = await pageWithLetters(px)
    const found: string[] = []
    for (const path of ['/', '/internships', '/internships/4']) {
      await page.goto(path)
      for (const [percent, window] of windows.flatMap((each) =>
        [100, 130, 200].map((size) => [size, each] as const),
      )) {
        await page.setViewportSize(window)
        await enlarge(page, percent)
        const share = await shareOfBars(page)
        if (share <= 0.25) continue
        const { width, height } = window
        found.push(`${path} at ${width} x ${height}, ${percent} %: ${Math.round(share * 100)} %`)
      }
    }
    expect(found).toEqual([])
  })

  test(`the search's labels leave room for what is typed in letters of ${px} px`, async ({
    pageWithLetters,
  }) => {
    const page = await pageWithLetters(px)
    for (const percent of [100, 130, 200]) {
      await page.goto('/internships')
      await enlarge(page, percent)
      for (const label of ['Title, topic or category', 'Filter by category']) {
        const room = await page.getByLabel(label).evaluate((control: HTMLInputElement) => {
          const { paddingTop, paddingBottom, fontSize } = getComputedStyle(control)
          const end = control.labels?.[0]?.getBoundingClientRect().bottom ?? Infinity
          const top = control.getBoundingClientRect().top + Number.parseFloat(paddingTop)
          const inside =
            control.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
          return { below: top + 1 - end, inside: inside - Number.parseFloat(fontSize) }
        })
        expect(room.below, `${label}, ${percent} %`).toBeGreaterThanOrEqual(0)
        expect(room.inside, `${label}, ${percent} %`).toBeGreaterThanOrEqual(0)
      }
    }
  })
}

test('the bar of an internship is one line on a phone', async ({ page }) => {
  await page.goto('/internships/4')
  for (const percent of [100, 115, 130]) {
    await enlarge(page, percent)
    const bar = page.locator('.bottom-bar')
    await expect(bar.getByText('₹105 fee')).toBeInViewport()
    const height = await bar.evaluate((element) => element.getBoundingClientRect().height)
    expect(height, `${percent} %`).toBeLessThanOrEqual(4.125 * 16 * (percent / 100))
    expect(await sidewaysScroll(page), `${percent} %`).toBe(0)
  }
})
