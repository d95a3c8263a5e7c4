import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { RunningSite } from '../support/start-site.ts'

/** Journeys share one running site a worker; each uses names of its own. */
export const test = base.extend<{ complaints: string[] }, { site: RunningSite }>({
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

  /** What the page complained of on the console; empty at the end of every journey. */
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(error.message))
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

/** A journey runs on the phone. These are for what one of the screens alone has, or what differs between them. */
export const desktopOnly = { tag: '@desktop' }
export const phoneOnly = { tag: '@phone' }
export const bothScreens = { tag: '@both' }

/** Every rule of WCAG 2.2 AA that axe knows, on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  expect(found).toEqual([])
}

/** No page may be wider than the window it is read in. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  expect(content).toBeLessThanOrEqual(window ?? 0)
}
