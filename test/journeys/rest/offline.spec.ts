import { fillMessage, messageSent, submitButton, toasts } from '../filled-forms.ts'
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
