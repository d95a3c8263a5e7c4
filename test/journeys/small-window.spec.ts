import type { Page } from '@playwright/test'
import {
  brokenWords,
  collidingTexts,
  cutOff,
  focused,
  hiddenWhileFocused,
  shareOfBars,
  sidewaysScroll,
  smallTargets,
} from './layout-faults.ts'
import { openMenu, views } from './page-views.ts'
import { expect, test as base } from './site-test.ts'

/** Pages that are not there say so on the console. */
const test = base.extend({
  complaints: async ({ complaints }, use) => {
    await use(complaints)
    complaints.splice(0)
  },
})

type Faults = (page: Page) => Promise<string[]>

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 900 }
/** The desktop's window zoomed to 200 %. */
const zoomedTwice = { width: 640, height: 450 }
/** Zoomed to 400 %. */
const zoomedFourfold = { width: 320, height: 225 }

const misfits: Faults = async (page) => {
  const over = await sidewaysScroll(page)
  return [
    ...(over > 0 ? [`${over} px too wide`] : []),
    ...(await cutOff(page)).map((what) => `cut off: ${what}`),
    ...(await collidingTexts(page)),
    ...(await brokenWords(page)).map((word) => `broken: ${word}`),
  ]
}

const hidden: Faults = async (page) =>
  (await hiddenWhileFocused(page)).map((what) => `hidden while it has the focus: ${what}`)

const bars: Faults = async (page) => {
  const share = await shareOfBars(page)
  return share > 0.25 ? [`bars take ${Math.round(share * 100)} % of the height`] : []
}

/** As somebody may set it who reads better so: the figures of WCAG 1.4.12. */
const misfitsSpaced: Faults = async (page) => {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
      p { margin-bottom: 2em !important }
    `)
    document.adoptedStyleSheets = [sheet]
  })
  const over = await sidewaysScroll(page)
  const found = [
    ...(over > 0 ? [`${over} px too wide`] : []),
    ...(await cutOff(page)).map((what) => `cut off: ${what}`),
    ...(await collidingTexts(page)),
  ]
  await page.evaluate(() => (document.adoptedStyleSheets = []))
  return found
}

/** Everything that is measured in a window of a size, so that a page is loaded once for all. */
const measures = [
  { window: phone, of: [smallTargets, hidden, misfits, misfitsSpaced] },
  { window: { width: 320, height: 640 }, of: [misfits] },
  { window: zoomedFourfold, of: [misfits, bars, hidden] },
  { window: zoomedTwice, of: [misfits, hidden] },
  { window: desktop, of: [misfits, misfitsSpaced, hidden] },
]

async function faultsInAllWindows(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const { window, of } of measures) {
    await page.setViewportSize(window)
    for (const measure of of) {
      const faults = await measure(page)
      found.push(
        ...faults.map((fault) => `${name} at ${window.width} x ${window.height}: ${fault}`),
      )
    }
  }
  return found
}

/** @returns the fonts that the browser took for a word of each of these families. */
async function fontsFor(page: Page, families: string[]): Promise<string[]> {
  await page.setContent(
    families.map((family) => `<p style="font-family: ${family}">Home</p>`).join(''),
  )
  const browser = await page.context().newCDPSession(page)
  await browser.send('DOM.enable')
  await browser.send('CSS.enable')
  const { root } = await browser.send('DOM.getDocument')
  const { nodeIds } = await browser.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'p',
  })
  const used = await Promise.all(
    nodeIds.map((nodeId) => browser.send('CSS.getPlatformFontsForNode', { nodeId })),
  )
  return used.flatMap(({ fonts }) => fonts.map(({ familyName }) => familyName))
}

test('words are as wide as on phones, whatever fonts this machine has', async ({ page }) => {
  const families = ['system-ui', 'sans-serif', 'monospace', '"DejaVu Sans"', '"Open Sans"']
  expect(await fontsFor(page, families)).toEqual(families.map(() => 'Roboto'))
})

for (const [part, ofPart] of Object.entries(views)) {
  test(`${part} fit every window: nothing too wide, cut off, covered or too small to press`, async ({
    page,
  }) => {
    test.setTimeout(180_000)
    const found: string[] = []
    for (const { name, open } of ofPart) {
      await page.setViewportSize(phone)
      await open(page)
      found.push(...(await faultsInAllWindows(page, name)))
      await page.unrouteAll()
    }
    expect(found).toEqual([])
  })
}

test('the open menu fits small windows, and its links are large enough', async ({ page }) => {
  await openMenu.open(page)
  expect(await smallTargets(page)).toEqual([])
  for (const window of [phone, { width: 320, height: 640 }, zoomedFourfold]) {
    await page.setViewportSize(window)
    await openMenu.open(page)
    expect(await misfits(page)).toEqual([])
    const last = page.getByRole('navigation', { name: 'Main' }).getByRole('link').last()
    await last.focus()
    await expect(last).toBeInViewport({ ratio: 0.9 })
  }
})

for (const path of ['/internships', '/internships/4', '/apply']) {
  test(`Tab leads through all of ${path} and hides nothing it leads to`, async ({ page }) => {
    test.slow()
    for (const window of [phone, zoomedFourfold]) {
      await page.setViewportSize(window)
      await page.goto(path)
      const seen: string[] = []
      for (let stops = 0; stops < 150; stops++) {
        await page.keyboard.press('Tab')
        const { name, hidden: isHidden } = await focused(page)
        if (name.startsWith('body')) break
        seen.push(isHidden ? `hidden: ${name}` : name)
      }
      expect(seen.length).toBeGreaterThan(20)
      expect(seen.filter((name) => name.startsWith('hidden'))).toEqual([])
    }
  })
}
