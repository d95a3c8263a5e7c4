import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { RunningSite } from '#support/start-site.ts'
import { sidewaysScroll } from './layout-faults.ts'

type Complaining = { forgiven: RegExp; complaints: string[] }

/** What needs no page of a browser. Journeys share one running site a worker; each uses names of its own. */
export const testOfAnswers = base.extend<object, { site: RunningSite }>({
  site: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const site = await RunningSite.start({
        SUBMISSIONS_PER_MINUTE: '10000',
        LOOKUPS_PER_MINUTE: '10000',
      })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],

  baseURL: async ({ site }, use) => use(site.url),
})

export const test = testOfAnswers.extend<Complaining>({
  /** What the console may say in a journey; by default nothing. */
  forgiven: [/(?!)/, { option: true }],

  /** What the page complained of on the console. Only what is forgiven is left at the end. */
  complaints: [
    async ({ page, forgiven }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.text() === 'Service Worker registration blocked by Playwright') return
        // Says how fast the machine is.
        if (/was preloaded .+ but not used within a few seconds/.test(message.text())) return
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await use(complaints)
      expect(complaints.filter((text) => !forgiven.test(text))).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** The browser's own line about an answer that is an error, or about no answer. */
export const failedLoads = /^Failed to load resource|net::ERR_/

/** The line of our own page about an address that is not there. */
export const notFoundLogged = /^No page at /

/** For a page that is to open: its storage is forbidden, or full. */
export const brokenStorages = [
  () => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('', 'SecurityError')
      },
    })
  },
  () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  },
]

/** A journey runs on the phone. These are for what differs on a desktop, or is only there. */
export const desktopOnly = { tag: '@desktop' }
export const bothScreens = { tag: '@both' }

/** Checks every rule of WCAG 2.2 AA that axe knows on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  // Halfway between two colours, as after a change to dark, a contrast says nothing. One that no
  // frame is drawn for would be waited for without end.
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
  })
  const { violations } = await new AxeBuilder({ page })
    // What is right needs no report.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    // Without it, axe opens a page for its report each time. No page has a frame that needs that.
    .setLegacyMode()
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  expect(found).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(await sidewaysScroll(page)).toBe(0)
}

/** Waits until the page's script has run, and the islands that it brings to life at once are. */
export async function untilAlive(page: Page): Promise<void> {
  const ours = page.locator('html[data-scripted]')
  await expect(ours).toHaveCount(1)
  await expect(page.locator('[data-island]:not([data-alive])')).toHaveCount(0)
}

export async function openAlive(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilAlive(page)
}

/** Holds answers back that fit this pattern. @returns what lets them go. */
export async function hold(page: Page, pattern: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(pattern, async (route) => {
    await promise
    // The journey may be over, or the request given up.
    await route.continue().catch(() => undefined)
  })
  return resolve
}

/** @returns what the page asks for from now on, but for the tab's icon, which the browser gets when it likes. */
export function watchRequests(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname !== '/icon.svg') sent.push(`${request.method()} ${pathname}`)
  })
  return sent
}

/** Changes the size of letters in the browser's own settings; 16 px unless changed. */
export async function setLetterSize(page: Page, px: number): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } })
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  expect(size).toBe(`${px}px`)
}

/** What the page tells search engines in JSON-LD, of this type. */
export async function structuredData(page: Page, type: string): Promise<Record<string, unknown>> {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const found = scripts.map((script) => JSON.parse(script)).find((data) => data['@type'] === type)
  expect(found, type).toBeDefined()
  return found
}
