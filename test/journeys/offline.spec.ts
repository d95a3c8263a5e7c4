import type { Page } from '@playwright/test'
import { fillApplication, submitButton } from './apply-form.ts'
import { fillMessage } from './message-form.ts'
import { expect, expectAccessible, test } from './site-test.ts'

const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })

test('an application from a phone without a network says so, tells when it is back, and is sent once', async ({
  page,
  context,
  site,
  complaints,
}, { project }) => {
  const email = `offline-${project.name}@example.com`
  const stored = () => site.query('SELECT id FROM application WHERE email = ?', email).length
  const notice = page.getByRole('alert').filter({ hasText: 'Your application was not sent.' })
  await page.goto('/apply')
  await fillApplication(page, { name: 'Asha Example', email })
  await context.setOffline(true)
  await submitButton(page).click()

  await expect(notices(page)).toContainText(
    'Submission Failed: There was an error submitting your application. Please check your inputs and try again.',
  )
  await expect(notice).toContainText(
    'Your phone or computer is offline. What you filled in is kept here. When you are connected again, press Submit Application.',
  )
  await expectAccessible(page)
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Example')
  await page.keyboard.press('Escape')
  await expect(notices(page).getByRole('listitem')).toHaveCount(0)
  await expect(notice).toBeVisible()

  await context.setOffline(false)
  await expect(notice).toContainText(
    'You are online again. What you filled in is still here: press Submit Application to send it.',
  )
  await page.waitForTimeout(300)
  expect(stored()).toBe(0)
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(stored()).toBe(1)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_INTERNET_DISCONNECTED')])
})

test('a message from a phone without a network says so, and is sent once the network is back', async ({
  page,
  context,
  complaints,
}, { project }) => {
  const notice = page.getByRole('alert').filter({ hasText: 'Your message was not sent.' })
  await page.goto('/contact')
  await fillMessage(page, `offline-${project.name}@example.com`)
  await context.setOffline(true)
  await submitButton(page).click()
  await expect(notices(page)).toContainText('Message Not Sent')
  await expect(notice).toContainText('is offline. What you filled in is kept here.')
  await context.setOffline(false)
  await expect(notice).toContainText('You are online again.')
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
  complaints.splice(0)
})

test('a link that is touched without a network does not take away the form that was filled in', async ({
  page,
  context,
}) => {
  await page.goto('/contact')
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Subject').fill('Data request')
  await page.evaluate(() => Object.assign(window, { isStillThere: true }))
  await context.setOffline(true)
  for (const name of ['Refund Policy', 'Cookie Policy', 'Sitemap']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).focus()
  }
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => 'isStillThere' in window)).toBe(true)
  await expect(page.getByLabel('Subject')).toHaveValue('Data request')
})

/** Of the first the data does not come, of the others the script. */
const pressed = [
  ['/internships', '/internships/7'],
  ['/about', '/contact'],
  ['/contact', '/verification'],
] as const

test('a page pressed without a network says so within the frame, and opens by itself later', async ({
  page,
  context,
  complaints,
}) => {
  for (const [from, to] of pressed) {
    await page.goto(from, { waitUntil: 'networkidle' })
    await context.setOffline(true)
    await page.locator(`a[href="${to}"]`).filter({ visible: true }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
    await expect(page).toHaveURL(to)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.locator('#main')).toBeFocused()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
    await expectAccessible(page)

    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline')
    await expect(page).toHaveURL(to)
  }
  complaints.splice(0)
})

test('a page that does not come takes away nothing of the form that one comes back to', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.getByLabel('Subject').fill('Data request')
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Data request')
  complaints.splice(0)
})

test('where the server does not answer, the page is tried again and opens by itself', async ({
  page,
  complaints,
}) => {
  await page.clock.install()
  await page.goto('/about', { waitUntil: 'networkidle' })
  const isOfContact = (url: URL) => /contact-page.*\.js$|\/contact$/.test(url.pathname)
  await page.route(isOfContact, (route) => route.abort())
  await page.getByRole('contentinfo').locator('a[href="/contact"]').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page did not come')
  await page.unroute(isOfContact)
  await page.clock.runFor(10_000)
  await expect(page.getByRole('heading', { name: 'Send us a Message' })).toBeVisible()
  complaints.splice(0)
})

test('a request that gets no answer is told of as such, and one that got one as the server says', async ({
  page,
  complaints,
}) => {
  const notice = page.getByRole('alert').filter({ hasText: 'Your message was not sent.' })
  await page.goto('/contact')
  await fillMessage(page, 'lost@example.com')
  await page.route(/\/api\//, (route) => route.abort())
  await submitButton(page).click()
  await expect(notice).toContainText(
    'There was no connection to our server, or it broke off. What you filled in is kept here. Please check your connection and press Send Message again: it will not count twice.',
  )
  await page.unrouteAll()
  await page.route(/\/api\//, (route) =>
    route.fulfill({ status: 503, json: { detail: 'Please try again in a minute.' } }),
  )
  await submitButton(page).click()
  await expect(notice).toContainText('Please try again in a minute.')
  complaints.splice(0)
})
