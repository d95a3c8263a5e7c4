import type { Page } from '@playwright/test'
import {
  answerWith,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  id,
  test,
} from './certificate-page.ts'
import { holder } from '../support/issue-certificate.ts'

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

test('whoever goes offline after typing is told so by our own page', async ({
  page,
  context,
  issued,
}) => {
  await page.goto('/verification', { waitUntil: 'networkidle' })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await field(page).pressSequentially(id)
  const scripts = () => asked.filter((path) => /certificate-page.*[.]js$/.test(path))
  await expect.poll(() => scripts().length).toBe(1)
  await page.evaluate((paths) => Promise.all(paths.map((path) => import(path))), scripts())
  expect(asked.filter((path) => /api|[.]data$/.test(path))).toEqual([])

  await context.setOffline(true)
  await button(page).click()
  await expect(page).toHaveURL(`/verify/${id}`)
  await expect(page.getByRole('heading', { name: 'We could not check it just now' })).toBeVisible()
  await expect(page.getByText('No certificate found')).toHaveCount(0)
  await expect(page.getByText('Passed')).toHaveCount(0)

  await context.setOffline(false)
  await answerWith(page, issued.answer)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(holder)).toBeVisible()
})

test('whoever only reads the page does not fetch the result page', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/verification', { waitUntil: 'networkidle' })
  await field(page).focus()
  expect(asked.filter((url) => url.includes('verification-page'))).toHaveLength(1)
  expect(asked.filter((url) => url.includes('certificate-page'))).toEqual([])
})

test('whoever was offline before typing is told so beside the button, and the ID stays', async ({
  page,
  context,
  issued,
}) => {
  await page.goto('/verification', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await field(page).fill(id)
  await button(page).click()
  await expect(page.getByRole('alert')).toContainText('We could not check it just now')
  await expect(field(page)).toHaveValue(id)
  await expect(page).toHaveURL('/verification')
  await expectAccessible(page)

  await context.setOffline(false)
  await answerWith(page, issued.answer)
  await button(page).click()
  await expect(page.getByText(holder)).toBeVisible()
})

test('whoever pressed the button offline is at the button again', async ({ page, context }) => {
  await page.goto('/verification', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await field(page).fill(id)
  await button(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('We could not check it just now')
  await expect(button(page)).toBeFocused()
})

test('a script that is gone, as after an update of the site, is no obstacle', async ({
  page,
  issued,
}) => {
  await answerWith(page, issued.answer)
  // However often this page asks: some browsers remember that a script could not be had.
  await page.route('**/assets/certificate-page-*.js', (route) =>
    new URL(page.url()).pathname === '/verification'
      ? route.fulfill({ status: 404, body: '' })
      : route.continue(),
  )
  await page.goto('/verification')
  await field(page).fill(id)
  await button(page).click()
  await expect(page).toHaveURL(`/verify/${id}`)
  await expect(page.getByText(holder)).toBeVisible()
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
