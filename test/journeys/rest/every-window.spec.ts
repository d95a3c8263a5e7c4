import type { Page } from '@playwright/test'
import { misfits, views } from '../every-view.ts'
import { hiddenWhileFocused, shareOfBars, smallTargets } from '../layout-faults.ts'
import {
  expect,
  expectAccessible,
  failedLoads,
  notFoundLogged,
  setLetterSize,
  test,
} from '../site-test.ts'

/** Every page in small and zoomed windows, with large letters and other distances, and in the dark. */

test.use({ forgiven: new RegExp(`${failedLoads.source}|${notFoundLogged.source}`) })

type Faults = (page: Page) => Promise<string[]>

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 900 }
/** The desktop's window zoomed to 200 % and to 400 %. */
const zoomedTwice = { width: 640, height: 450 }
const zoomedFourfold = { width: 320, height: 225 }

/** With the distances of WCAG 1.4.12, which some readers set for themselves. */
const misfitsSpaced: Faults = async (page) => {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }
    `)
    document.adoptedStyleSheets = [sheet]
  })
  const found = (await misfits(page)).filter((fault) => !fault.startsWith('broken'))
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  return found
}

const bars: Faults = async (page) => {
  const share = await shareOfBars(page)
  return share > 0.25 ? [`bars take ${Math.round(share * 100)} % of the height`] : []
}

const withLetters =
  (px: number): Faults =>
  async (page) => {
    await setLetterSize(page, px)
    const found = [...(await misfits(page)), ...(await bars(page))]
    await setLetterSize(page, 16)
    return found.map((fault) => `letters of ${px} px: ${fault}`)
  }

const hidden: Faults = async (page) =>
  (await hiddenWhileFocused(page)).map((what) => `hidden while it has the focus: ${what}`)

/** Everything that is measured in one size of window: a page is loaded once for all. */
const measures = [
  { window: phone, rules: [misfitsSpaced, withLetters(20), withLetters(32)] },
  { window: zoomedFourfold, rules: [misfits, bars, hidden] },
  { window: zoomedTwice, rules: [misfits, hidden] },
  { window: desktop, rules: [misfits, misfitsSpaced, hidden] },
]

for (const { name, open } of views) {
  test(`${name} fits every window and size of letters, and the dark`, async ({ page }) => {
    await open(page)
    const found: string[] = []
    for (const { window, rules } of measures) {
      await page.setViewportSize(window)
      for (const rule of rules) {
        const faults = await rule(page)
        found.push(...faults.map((fault) => `${window.width} x ${window.height}: ${fault}`))
      }
    }
    expect(found).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
  })
}

test('the open menu fits small windows and large letters', async ({ page }) => {
  for (const [window, px] of [
    [{ width: 320, height: 640 }, 16],
    [zoomedFourfold, 16],
    [phone, 32],
  ] as const) {
    await page.setViewportSize(window)
    await page.goto('/about')
    await setLetterSize(page, px)
    await page.getByRole('button', { name: 'Open menu' }).click()
    const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last()
    await expect(last).toBeVisible()
    expect([...(await misfits(page)), ...(await smallTargets(page))]).toEqual([])
    await last.focus()
    await expect(last).toBeInViewport({ ratio: 0.9 })
  }
})

test('bars take at most a quarter of any window, however large the letters', async ({ page }) => {
  for (const path of ['/', '/internships', '/internships/4']) {
    await page.goto(path)
    for (const window of [phone, { width: 360, height: 440 }, { width: 768, height: 1024 }]) {
      await page.setViewportSize(window)
      for (const percent of [100, 130, 200]) {
        // As some browsers do: media queries do not learn of it.
        await page.evaluate((size) => {
          document.documentElement.style.fontSize = size
        }, `${percent}%`)
        expect(await bars(page), `${path}, ${window.height} px, ${percent} %`).toEqual([])
      }
    }
  }
})
