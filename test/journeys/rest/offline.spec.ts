import type { Page } from '@playwright/test'
import {
  applied,
  fillApplication,
  fillMessage,
  loseAnswers,
  messageSent,
  submitButton,
  toasts,
} from '../filled-forms.ts'
import { expect, expectAccessible, openAlive, test, watchRequests } from '../site-test.ts'

// The browser says on the console that it has no network.
test.use({ forgiven: /./ })

test('a form is sent once after a time without a network', async ({ page, context, site }) => {
  const email = 'offline@example.com'
  const notice = page.getByRole('alert').filter({ hasText: 'Your message was not sent.' })
  const asked = watchRequests(page)
  await page.goto('/contact')
  await fillMessage(page, email)
  await context.setOffline(true)
  await submitButton(page).click()
  await expect(toasts(page)).toHaveCount(1)
  await expect(notice).toContainText(
    'Your phone or computer is offline. What you filled in is kept here. When you are connected again, press Send Message.',
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveCount(0)
  await expect(notice).toBeVisible()
  await context.setOffline(false)
  await expect(notice).toContainText(
    'You are online again. What you filled in is still here: press Send Message to send it.',
  )
  await submitButton(page).click()
  await expect(messageSent(page)).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(site.query('SELECT id FROM contact_message WHERE email = ?', email)).toHaveLength(1)
  expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(2)
})

const keep = (page: Page) =>
  page.getByRole('button', { name: 'Keep this application on this phone' })
const sendNow = (page: Page) => page.getByRole('button', { name: 'Send it now' })
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

test('an application with a lost answer is stored once', async ({ page, context, site }) => {
  const email = 'lost-answer@example.com'
  await page.goto('/apply?internship=4')
  await fillApplication(page, email)
  await expect(keep(page)).toHaveCount(0)
  await loseAnswers(page)
  await submitButton(page).click()
  await expect(page.getByText('please do not do this on a shared phone')).toBeVisible()
  expect(await databases(page)).toEqual([])
  await keep(page).click()
  await expect(page.getByText(/^Kept on this phone until \d+ \w+ \d{4}\.$/)).toBeVisible()
  await page.close()

  const later = await context.newPage()
  await later.goto('/apply')
  const notice = later.getByRole('status').filter({ hasText: 'Your application is kept' })
  await expect(notice).toContainText('Asha Example, resume.pdf. It stays here until')
  await expect(later.getByLabel('Full Name')).toHaveValue('')
  await expectAccessible(later)
  await sendNow(later).click()
  await expect(applied(later)).toBeVisible()
  await expect(later.getByText('Data Science & Analysis, 6 weeks')).toBeVisible()
  expect(site.query('SELECT * FROM application WHERE email = ?', email)).toMatchObject([
    { internship: '4', resume_name: 'resume.pdf', resume_bytes: 20_000 },
  ])
  await expect.poll(() => databases(later)).toEqual([])
})

test('an application kept without a network goes after a week', async ({ page, context }) => {
  const keeping = page.waitForEvent('requestfinished', (each) => each.url().includes('/kept-app'))
  await page.goto('/apply')
  await fillApplication(page, 'kept-week@example.com')
  await keeping
  await context.setOffline(true)
  await keep(page).click()
  await page.getByRole('button', { name: 'Delete from this phone' }).click()
  await expect(page.getByText('Deleted from this phone.')).toBeVisible()
  expect(await databases(page)).toEqual([])
  await keep(page).click()
  await expect(page.getByText('Kept on this phone until')).toBeVisible()

  await context.setOffline(false)
  await page.reload()
  await expect(page.getByText('(20 KB)')).toBeVisible()
  await expect(page.getByText('Please choose your resume again.')).toHaveCount(0)
  await context.setOffline(true)
  await expect(page.getByText('You are offline now.')).toBeVisible()
  await sendNow(page).click()
  await expect(page.getByText('Your application was not sent.')).toBeVisible()
  await expect(sendNow(page)).toBeVisible()
  await context.setOffline(false)

  const afterAWeek = await context.newPage()
  await afterAWeek.clock.setFixedTime(Date.now() + 8 * 24 * 60 * 60 * 1000)
  await afterAWeek.goto('/apply')
  await expect.poll(() => databases(afterAWeek)).toEqual([])
  await expect(sendNow(afterAWeek)).toHaveCount(0)
})

test('links without a network take nothing from a form', async ({ page, context }) => {
  await openAlive(page, '/contact')
  await page.getByLabel('Subject').fill('Data request')
  await page.evaluate(() => Object.assign(window, { isStillThere: true }))
  await context.setOffline(true)
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name })
  for (const name of ['Cookie Policy', 'Sitemap', 'Refund Policy']) await link(name).focus()
  await link('Refund Policy').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  expect(await page.evaluate(() => 'isStillThere' in window)).toBe(true)
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Data request')
})

/** The first lacks its data, the other its script. */
for (const [from, to] of [
  ['/internships', '/internships/7'],
  ['/about', '/contact'],
] as const) {
  test(`${to}, pressed without a network, opens by itself later`, async ({ page, context }) => {
    const heading = page.getByRole('heading', { level: 1 })
    await openAlive(page, from)
    await context.setOffline(true)
    await page.locator(`a[href="${to}"]`).filter({ visible: true }).first().click()
    await expect(heading).toHaveText('You are offline')
    await expect(page).toHaveURL(to)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(heading).toBeFocused()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading).toHaveText('You are offline')
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(heading).not.toHaveText('You are offline')
    await expect(page).toHaveURL(to)
  })
}

test('a page that the server does not answer opens by itself later', async ({ page }) => {
  await page.clock.install()
  await openAlive(page, '/about')
  const isOfContact = (url: URL) => /contact-page.*\.js$|\/contact$/.test(url.pathname)
  await page.route(isOfContact, (route) => route.abort())
  await page.getByRole('contentinfo').locator('a[href="/contact"]').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page did not come')
  await page.unroute(isOfContact)
  await page.clock.runFor(10_000)
  await expect(page.getByRole('heading', { name: 'Send us a Message' })).toBeVisible()
})
