import type { Page } from '@playwright/test'
import words from '@naic/content/hi/check-by-id.json' with { type: 'json' }
import verdicts from '@naic/content/hi/verdicts.json' with { type: 'json' }
import { answerWith, id, revokedAnswer, test } from '../certificate-page.ts'
import { expect } from '../site-test.ts'

/** The check of a certificate in Hindi, whose result comes on the page itself. */

const sample = 'NAIC25A7K2M'
const result = (page: Page) =>
  page.getByRole('region', { name: verdicts.verified.title, exact: true })

async function check(page: Page, typed: string) {
  if (!page.url().endsWith('/hi/verification')) await page.goto('/hi/verification')
  await page.getByLabel(words.label).fill(typed)
  await page.getByRole('button', { name: words.button }).click()
}

const verdict = (page: Page, title: string) => page.getByRole('heading', { name: title })

test('a genuine certificate is told so in Hindi, with its facts', async ({ page }) => {
  await page.goto('/hi/verification')
  await expect(page.getByText(words.answers.revoked)).toBeVisible()
  await check(page, 'naic25-a7k2m')
  await expect(verdict(page, verdicts.verified.title)).toBeVisible()
  await expect(page.getByText(words.answers.revoked)).toBeHidden()
  await expect(page.getByLabel(words.label)).toHaveValue(sample)
  for (const fact of ['Asha Example', 'Machine Learning', '4 हफ़्ते', '2 जुलाई 2025']) {
    await expect(result(page)).toContainText(fact)
  }
  await expect(result(page)).toBeFocused()
  await page.getByRole('link', { name: words.result.full }).click()
  await expect(page).toHaveURL(`/verify/${sample}`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN')
})

test('what is missing, withdrawn or unchecked is not genuine', async ({ page, issued }) => {
  const asOther = { ...issued.answer, credential: { ...issued.answer.credential, name: 'Other' } }
  for (const [answer, title] of [
    [404, words.unknown.title],
    [503, words.unavailable.title],
    [asOther, verdicts.forged.title],
    [await revokedAnswer(issued), verdicts.revoked.title],
  ] as const) {
    await answerWith(page, answer)
    await check(page, id)
    await expect(verdict(page, title)).toBeVisible()
    await expect(page.getByText(words.result.verifiedOn)).toHaveCount(0)
  }
  await expect(page.getByText('15 अगस्त 2025')).toBeVisible()
})

test('without JavaScript what was typed comes along', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/hi')
  await page.locator('[name=id]').fill('naic25-a7k2m')
  await page.locator('form[action="/hi/verification"] button').click()
  await expect(page.getByLabel(words.label)).toHaveValue(sample)
  await page.getByRole('button', { name: words.button }).click()
  await expect(page).toHaveURL(`/verify/${sample}`)
  await context.close()
})
