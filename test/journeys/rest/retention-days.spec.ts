import type { Page } from '@playwright/test'
import { RunningSite } from '#support/start-site.ts'
import { expect, openAlive, test } from '../site-test.ts'

test('the privacy page says what RETENTION_DAYS is set to', async ({ page, site, browser }) => {
  const forgetting = await RunningSite.start({ RETENTION_DAYS: '400' })
  const plain = await browser.newPage({ javaScriptEnabled: false })
  const [off, on] = ['Until our staff delete it', '400 days after the last thing that happened']
  for (const [url, said, unsaid] of [
    [site.url, off, on],
    [forgetting.url, on, off],
  ] as const) {
    const expectSaid = async (shown: Page) => {
      const text = shown.getByRole('article', { name: 'Privacy Policy' })
      await expect(text).toContainText(said)
      await expect(text).not.toContainText(unsaid)
      await expect(text).not.toContainText('[[')
    }
    await plain.goto(`${url}/privacy`)
    await expectSaid(plain)
    await openAlive(page, `${url}/terms`)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).click()
    await expectSaid(page)
    await openAlive(page, `${url}/privacy`)
    await expectSaid(page)
  }
  await expect(plain.getByText(/^Last Updated: \d{1,2} [A-Z][a-z]+ 20\d\d$/)).toBeVisible()
  await plain.close()
  await forgetting.stop()
})
