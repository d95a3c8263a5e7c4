import type { Page } from '@playwright/test'
import { answerWith, expect, feature, features, id, test } from './certificate-page.ts'
import { holder } from '../support/issue-certificate.ts'

/** How a page looks that must not say "Verified"; which forgery leads to it, unit tests hold. */

type Checks = Record<keyof typeof features, 'Passed' | 'Failed' | 'Could not be checked'>

async function expectChecks(page: Page, checks: Checks) {
  for (const [key, name] of Object.entries(features)) {
    await expect(feature(page, name)).toContainText(checks[key as keyof Checks])
  }
}

const forged: Checks = {
  id: 'Could not be checked',
  signature: 'Failed',
  log: 'Could not be checked',
}

test('of a certificate that was changed on its way, nothing is shown, not even in the title', async ({
  page,
}) => {
  await page.route('**/api/certificates/*', async (route) => {
    const answer = await (await route.fetch()).text()
    await route.fulfill({ body: answer.replace('Asha Example', 'Asha Exemple') })
  })
  await page.goto('/verify/NAIC25A7K2M')
  await expect(page.getByRole('heading', { name: 'Signature check failed' })).toBeVisible()
  await expectChecks(page, forged)
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText('Asha')
  await expect(page.getByRole('main')).not.toContainText('Machine Learning')
  await expect(page).toHaveTitle(/^Signature check failed: certificate NAIC25A7K2M/)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveTitle(/^National Academic Internship Council/)
})

test('what could not be checked fully is neither green nor condemned', async ({ page, issued }) => {
  await answerWith(page, { ...issued.answer, statusList: null })
  await page.goto(`/verify/${id}`)
  await expectChecks(page, { id: 'Could not be checked', signature: 'Passed', log: 'Passed' })
  await expect(page.getByRole('article')).toContainText('Not fully checked')
  await expect(page.getByRole('article').getByText('Verified', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Seal, not confirmed' })).toBeVisible()
  await expect(page.locator('span:text("this device says")')).toContainText(/\d{4}, .* IST/)
})

test('a browser without Ed25519 checks with a library, and says the same', async ({
  page,
  issued,
}) => {
  await page.addInitScript(() => {
    crypto.subtle.importKey = () =>
      Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'))
  })
  const library = page.waitForRequest(/cryptography-library/)
  await answerWith(page, issued.answer)
  await page.goto(`/verify/${id}`)
  await expectChecks(page, { id: 'Passed', signature: 'Passed', log: 'Passed' })
  await library
  await page.unroute('**/api/certificates/*')
  const text = JSON.stringify(issued.answer).replace(holder, 'Asha Simple')
  await answerWith(page, JSON.parse(text) as object)
  await page.reload()
  await expectChecks(page, forged)
})
