import {
  answerForms,
  applied,
  fillApplication,
  fillMessage,
  messageSent,
  submitButton,
  toasts,
} from '../filled-forms.ts'
import { expect, expectAccessible, test } from '../site-test.ts'

// The browser says on the console that it has no network.
test.use({ forgiven: /./ })

const forms = [
  {
    path: '/apply',
    fill: fillApplication,
    done: applied,
    button: 'Submit Application',
    table: 'application',
    words: 'Your application was not sent.',
  },
  {
    path: '/contact',
    fill: fillMessage,
    done: messageSent,
    button: 'Send Message',
    table: 'contact_message',
    words: 'Your message was not sent.',
  },
]

for (const { path, fill, done, button, table, words } of forms) {
  test(`the form of ${path}, sent without a network, says so, notices the network, and is sent once`, async ({
    page,
    context,
    site,
  }) => {
    const email = 'offline@example.com'
    const stored = () => site.query(`SELECT id FROM ${table} WHERE email = ?`, email).length
    const notice = page.getByRole('alert').filter({ hasText: words })
    await page.goto(path)
    await fill(page, email)
    await context.setOffline(true)
    await submitButton(page).click()
    await expect(toasts(page)).toHaveCount(1)
    await expect(notice).toContainText(
      `Your phone or computer is offline. What you filled in is kept here. When you are connected again, press ${button}.`,
    )
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(toasts(page)).toHaveCount(0)
    await expect(notice).toBeVisible()
    await context.setOffline(false)
    await expect(notice).toContainText(
      `You are online again. What you filled in is still here: press ${button} to send it.`,
    )
    await page.waitForTimeout(300)
    expect(stored()).toBe(0)
    await submitButton(page).click()
    await expect(done(page)).toBeVisible()
    await expect(notice).toHaveCount(0)
    expect(stored()).toBe(1)
  })
}

test('a request without an answer is reported as such, and one with an answer in the words of the server', async ({
  page,
}) => {
  const notice = page.getByRole('alert').filter({ hasText: 'Your message was not sent.' })
  await page.goto('/contact')
  await fillMessage(page)
  await page.route(/\/api\//, (route) => route.abort())
  await submitButton(page).click()
  await expect(notice).toContainText(
    'There was no connection to our server, or it broke off. What you filled in is kept here. Please check your connection and press Send Message again: it will not count twice.',
  )
  await page.unrouteAll()
  await answerForms(page, 503, { detail: 'Please try again in a minute.' })
  await submitButton(page).click()
  await expect(notice).toContainText('Please try again in a minute.')
})

test('links that are touched or pressed without a network take nothing away from a form', async ({
  page,
  context,
}) => {
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.getByLabel('Subject').fill('Data request')
  await page.evaluate(() => Object.assign(window, { isStillThere: true }))
  await context.setOffline(true)
  const link = (name: string) => page.getByRole('contentinfo').getByRole('link', { name })
  for (const name of ['Cookie Policy', 'Sitemap', 'Refund Policy']) await link(name).focus()
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => 'isStillThere' in window)).toBe(true)
  await expect(page.getByLabel('Subject')).toHaveValue('Data request')
  await link('Refund Policy').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await page.getByRole('button', { name: 'Go back' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('Data request')
})

/** The first lacks its data, the other its script. */
for (const [from, to] of [
  ['/internships', '/internships/7'],
  ['/about', '/contact'],
] as const) {
  test(`${to}, pressed without a network, says so within the frame, and opens by itself later`, async ({
    page,
    context,
  }) => {
    const heading = page.getByRole('heading', { level: 1 })
    await page.goto(from, { waitUntil: 'networkidle' })
    await context.setOffline(true)
    await page.locator(`a[href="${to}"]`).filter({ visible: true }).first().click()
    await expect(heading).toHaveText('You are offline')
    await expect(page).toHaveURL(to)
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.locator('#main')).toBeFocused()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading).toHaveText('You are offline')
    await expectAccessible(page)
    await context.setOffline(false)
    await expect(heading).not.toHaveText('You are offline')
    await expect(page).toHaveURL(to)
  })
}

test('a page that the server does not answer is tried again and opens by itself', async ({
  page,
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
})
