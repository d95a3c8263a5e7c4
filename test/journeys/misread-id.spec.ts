import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './site-test.ts'

/** Found by text alone, they would not be found in what only readers without JavaScript see. */
const paragraph = (page: Page, hasText: string) => page.locator('p', { hasText })

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('an ID with I in place of 1 leads to the certificate that was meant', async ({
      page,
      complaints,
    }) => {
      await page.goto('/verification')
      await page.getByRole('textbox', { name: 'Certificate ID' }).fill('naic25-c8dit')
      await page.getByRole('button', { name: 'Verify Certificate' }).click()
      await expect(page).toHaveURL('/verify/NAIC25C8DIT')
      await expect(paragraph(page, 'No certificate found with ID: NAIC25C8DIT')).toBeVisible()
      await expect(paragraph(page, 'Did you mean NAIC25C8D1T?')).toBeVisible()
      if (javaScriptEnabled) await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await page.getByRole('link', { name: 'NAIC25C8D1T' }).click()
      await expect(page).toHaveURL('/verify/NAIC25C8D1T')
      await expect(page).toHaveTitle(/^Meera Muster, /)
      await expect(paragraph(page, 'Did you mean')).toHaveCount(0)
      complaints.splice(0)
    })

    test('an ID with a sign that new ones never have says so', async ({ page, complaints }) => {
      await page.goto('/verify/NAIC26K7M2P9X0')
      await expect(paragraph(page, 'No certificate found with ID: NAIC26K7M2P9X0')).toBeVisible()
      await expect(paragraph(page, 'never has 0, O, 1 or I')).toBeVisible()
      complaints.splice(0)
    })
  })
}
