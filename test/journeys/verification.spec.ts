import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './certificate-page.ts'

const field = (page: Page) =>
  page.getByLabel('Certificate ID', { exact: false }).and(page.locator('input'))
const button = (page: Page) => page.locator('main form button')

test('only letters and digits are kept, upper-cased, at most fifteen', async ({ page }) => {
  await page.goto('/verification')
  await expect(field(page)).toHaveAttribute('required')
  await field(page).pressSequentially('naic-25 a_b.1é2c')
  await expect(field(page)).toHaveValue('NAIC25AB12C')
  await field(page).fill('  naic25/abcde/fghij/klm ')
  await expect(field(page)).toHaveValue('NAIC25ABCDEFGHI')
})

test('cleaning leaves the caret where one types', async ({ page }) => {
  await page.goto('/verification')
  await field(page).pressSequentially('NAICABC')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('-2x5')
  await expect(field(page)).toHaveValue('NAIC2X5ABC')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('5')
  await expect(field(page)).toHaveValue('NAIC25ABC')
})

test('the button waits for an ID, says that it verifies, and leads to the certificate', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/verification')
  await expect(button(page)).toHaveText('Verify Certificate')
  await expect(button(page)).toBeDisabled()
  await field(page).pressSequentially('   ')
  await expect(field(page)).toHaveValue('')
  await expect(button(page)).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/verification')

  await page.clock.pauseAt(Date.now() + 60_000)
  await field(page).fill('naic25abcde')
  await expect(button(page)).toBeEnabled()
  await button(page).click()
  await expect(button(page)).toHaveText('Verifying...')
  await expect(button(page)).toBeDisabled()
  await page.clock.runFor(400)
  await expect(page).toHaveURL('/verification')
  await page.clock.runFor(150)
  await expect(page).toHaveURL('/verify/NAIC25ABCDE')
})

test('the keyboard alone does it', async ({ page }) => {
  await page.goto('/verification')
  await field(page).focus()
  await page.keyboard.type('naic25abcde')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/verify/NAIC25ABCDE')
})

test('what was typed before the script came counts', async ({ page }) => {
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/verification', { waitUntil: 'commit' })
  await field(page).fill('naic25-abcde')
  script.resolve()
  await expect(field(page)).toHaveValue('NAIC25ABCDE')
  await expect(button(page)).toBeEnabled()
})

test('the page says how it works, where help is, and the way home', async ({ page }) => {
  await page.goto('/verification')
  await expect(
    page.getByRole('region', { name: 'How it works' }).getByRole('listitem'),
  ).toHaveCount(3)
  await expect(page.getByRole('link', { name: 'Contact Support' })).toHaveAttribute(
    'href',
    '/contact',
  )
  await expect(
    page.getByRole('link', { name: 'National Academic Internship Council' }),
  ).toHaveAttribute('href', '/')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await field(page).fill('NAIC25ABCDE')
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form leads to the certificate, with the ID cleaned alike', async ({ page }) => {
    await page.goto('/verification')
    await field(page).fill(' naic25-ab?de/é ')
    await button(page).click()
    await expect(page).toHaveURL('/verify/NAIC25ABDE')
  })

  test('an ID of which nothing is left leads back to the form', async ({ page }) => {
    await page.goto('/verification')
    await field(page).fill('???')
    await button(page).click()
    await expect(page).toHaveURL('/verification?id=%3F%3F%3F')
    await expect(button(page)).toBeVisible()
  })
})
