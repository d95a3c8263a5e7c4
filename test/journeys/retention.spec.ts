import type { Browser, Page } from '@playwright/test'
import { RunningSite } from '../support/start-site.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test as base } from './site-test.ts'

const test = base.extend<object, { siteThatForgets: RunningSite }>({
  siteThatForgets: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const site = await RunningSite.start({ RETENTION_DAYS: '400' })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

const off = [
  'Until our staff delete it',
  'Until our staff delete them',
  'Nothing here is deleted automatically after a fixed time: our staff delete what is no longer needed. If you want your data deleted, ask us.',
]
const on = [
  '400 days after the last thing that happened with it, unless our staff delete it before',
  '400 days after it came in, or after we marked it as answered, unless our staff delete it before',
  '400 days after they were written, unless our staff delete them before',
  'are deleted automatically after 400 days, as the table says.',
  'Certificates, entries in the public log and backups are not deleted by their age. If you want',
]

async function expectSaid(page: Page, said: readonly string[], unsaid: readonly string[]) {
  const text = page.getByRole('article', { name: 'Privacy Policy' })
  for (const words of said) await expect(text).toContainText(words)
  for (const words of unsaid) await expect(text).not.toContainText(words)
  await expect(text).not.toContainText('[[')
}

async function withoutScripts(browser: Browser, url: string, see: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${url}/privacy`)
  await see(page)
  await context.close()
}

test('the privacy page says that nothing is deleted for its age, where nothing is', async ({
  page,
  site,
  browser,
}) => {
  await withoutScripts(browser, site.url, (plain) => expectSaid(plain, off, on))
  await page.goto('/privacy')
  await expectSaid(page, off, on)
  await page.goto('/terms')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expectSaid(page, off, on)
})

test('it says after how many days what goes, and what stays, where RETENTION_DAYS is set', async ({
  page,
  siteThatForgets: { url },
  browser,
}) => {
  await withoutScripts(browser, url, (plain) => expectSaid(plain, on, off))
  await page.goto(`${url}/privacy`)
  await page.waitForLoadState('networkidle')
  await expectSaid(page, on, off)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.goto(`${url}/terms`)
  await page.waitForLoadState('networkidle')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
  await expect(page).toHaveURL(/\/privacy$/)
  await expectSaid(page, on, off)
})
