import type { Page } from '@playwright/test'
import { holder } from '#support/issue-certificate.ts'
import { answerWith, id, summary, test } from '../certificate-page.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, hold } from '../site-test.ts'

/** From an ID that is typed or in an address to the page of its result. */

const field = (page: Page) =>
  page.getByLabel('Certificate ID', { exact: false }).and(page.locator('input'))
const button = (page: Page) => page.locator('main form button')
const notChecked = 'Could not be checked'

test('only letters and digits are kept, at most fifteen', async ({ page }) => {
  await page.goto('/verification')
  await field(page).fill('  naic25/abcde/fghij/klm ')
  await expect(field(page)).toHaveValue('NAIC25ABCDEFGHI')
  await field(page).fill('')
  await field(page).pressSequentially('naic a_b.é2c')
  await expect(field(page)).toHaveValue('NAICAB2C')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('-2x5')
  await expect(field(page)).toHaveValue('NAIC2X5AB2C')
})

test('verifying takes 0.5 s, and 0.8 s on the page of the result', async ({ page, issued }) => {
  await answerWith(page, issued.answer)
  await page.clock.install()
  await page.goto('/verification')
  await expect(button(page)).toHaveText('Verify Certificate')
  await field(page).pressSequentially('   ')
  await expect(field(page)).toHaveValue('')
  await expect(button(page)).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/verification')

  await field(page).fill(id.toLowerCase())
  await expect(button(page)).toBeEnabled()
  await page.clock.pauseAt(Date.now() + 60_000)
  const answered = page.waitForResponse('**/api/certificates/*')
  await page.keyboard.press('Enter')
  await expect(button(page)).toHaveText('Verifying...')
  await expect(button(page)).toBeDisabled()
  await page.clock.runFor(400)
  await expect(page).toHaveURL('/verification')
  await page.clock.runFor(100)
  const verifying = page.getByRole('heading', { name: 'Verifying certificate...' })
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(verifying).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [10] })
  await expect(page).toHaveURL(`/verify/${id}`)
  await answered
  await page.clock.runFor(850)
  await expect(summary(page)).toContainText(holder)
})

test('a page that does not come can be asked for again', async ({ page }) => {
  const browser = await page.context().newCDPSession(page)
  await page.clock.install()
  await page.goto('/verification')
  await field(page).fill(id)
  const asked = page.waitForRequest(`**/verify/${id}`)
  await hold(page, `**/verify/${id}`)
  await button(page).press('Enter')
  await expect(button(page)).toHaveText('Verifying...')
  await page.clock.runFor(500)
  await asked
  await browser.send('Page.stopLoading')
  await page.clock.runFor(10_000)
  await expect(button(page)).toHaveText('Verify Certificate')
  await expect(button(page)).toBeFocused()
  await expect(field(page)).toHaveValue(id)
  await expect(field(page)).toBeEditable()
})

test('offline, the ID and the focus stay for another try', async ({ page, context, issued }) => {
  await page.goto('/verification')
  await expect(button(page)).toBeDisabled()
  await context.setOffline(true)
  await field(page).fill(id)
  await button(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText(notChecked)
  await expect(field(page)).toHaveValue(id)
  await expect(button(page)).toBeFocused()
  await expectAccessible(page)

  await context.setOffline(false)
  await page.route('**/api/certificates/*', (route) => route.abort())
  await button(page).press('Enter')
  await expect(page).toHaveURL(`/verify/${id}`)
  await expect(page.getByRole('heading', { name: notChecked })).toBeVisible()
  await expect(page.getByText(/No certificate found|Passed/)).toHaveCount(0)
  await answerWith(page, issued.answer)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(summary(page)).toContainText(holder)
  await expect(summary(page)).toBeFocused()
})

const notFound = (page: Page) => page.locator('p', { hasText: 'No certificate found with ID: ' })

test('an ID that is not found is shown as it was asked for', async ({ page }) => {
  const shoot = () => page.getByRole('heading', { name: 'Verification Failed' }).screenshot()
  await page.goto('/verify/z')
  const heading = await shoot()
  // Cut after 100 characters: `no-certificate.test.ts`.
  for (const asked of [`z${'\u0300\u0323'.repeat(49)}`, 'x\u202e\u2069\nevil', '%ff <b>']) {
    const response = await page.goto(`/verify/${encodeURIComponent(asked)}`)
    expect(response?.status()).toBe(404)
    await expect(notFound(page)).toHaveText(`No certificate found with ID: ${asked}`)
    expect(await notFound(page).textContent()).toBe(`No certificate found with ID: ${asked}`)
    expect(await shoot()).toEqual(heading)
    await expectNoSidewaysScroll(page)
  }
  await page.getByRole('link', { name: 'How to find the ID' }).click()
  await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
  expect(await notFound(page).textContent()).toBe('No certificate found with ID: %ff <b>')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an ID is cleaned, and leads to the certificate that was meant', async ({ page }) => {
    await page.goto('/verification')
    await field(page).fill('???')
    await button(page).click()
    await expect(page).toHaveURL('/verification?id=%3F%3F%3F')
    await field(page).fill(' na1c25-c8d/1t ')
    await button(page).click()
    await expect(page).toHaveURL('/verify/NA1C25C8D1T')
    await expect(notFound(page)).toContainText('NA1C25C8D1T')
    await page.getByRole('link', { name: 'NAIC25C8D1T' }).click()
    await expect(page).toHaveURL('/verify/NAIC25C8D1T')
    await expect(page).toHaveTitle(/^Meera Muster, /)
    await expect(page.locator('noscript dl')).toContainText('Meera Muster')
    await expect(page.getByText('Verifying certificate...')).toBeHidden()
  })
})
