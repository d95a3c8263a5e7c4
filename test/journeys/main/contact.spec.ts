import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { RunningSite } from '#support/start-site.ts'
import {
  answerForms,
  errorSummary,
  expectTooLongSaid,
  fillMessage,
  lettersAbout,
  messageSent,
  messageText,
  submitButton,
} from '../filled-forms.ts'
import {
  bothScreens,
  expect,
  failedLoads,
  hold,
  openAlive,
  test,
  untilAlive,
} from '../site-test.ts'

test.use({ forgiven: failedLoads })

async function expectStoredOnce(site: RunningSite, email: string) {
  const rows = site.query<{ id: string; message: string }>(
    'SELECT * FROM contact_message WHERE email = ?',
    email,
  )
  expect(rows.map(({ message }) => message)).toEqual([messageText])
  await lettersAbout(site, referenceOf(rows[0]?.id ?? ''), email)
}

test('the form comes before the addresses', bothScreens, async ({ page }, { project }) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
  for (const words of ['805 IT Park Street', 'Main Office: +91', 'Student Support: +91'])
    await expect(main).toContainText(words)
  const field = page.getByLabel('Your Name')
  await expect(field).toBeInViewport({ ratio: 1 })
  const form = await field.boundingBox()
  const card = await main.getByRole('heading', { name: 'Address' }).boundingBox()
  const [before, after] = project.name === 'phone' ? [form?.y, card?.y] : [form?.x, card?.x]
  expect(before).toBeLessThan(after ?? 0)
  const order = await main.locator('form button, ul a').allTextContents()
  expect(order[0]).toBe('Send Message')
})

test('what is missing is said; then a message is sent and kept once', async ({ page, site }) => {
  const release = await hold(page, '**/api/contact/')
  await page.goto('/contact')
  await submitButton(page).click()
  await expect(errorSummary(page)).toBeFocused()
  await expect(errorSummary(page).getByRole('listitem')).toHaveCount(4)
  await expectTooLongSaid(page, 'Subject', 'Subject must be at most 200 characters.', 200)
  await fillMessage(page, 'writer@example.com')
  await expect(submitButton(page)).toHaveText('Send Message')
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Sending...')
  await expect(submitButton(page)).toBeDisabled()
  release()
  await expect(messageSent(page)).toBeFocused()
  await expect(page.getByRole('main')).toContainText(
    "Your message has been sent successfully. We'll get back to you as soon as possible.",
  )
  await expectStoredOnce(site, 'writer@example.com')

  await page.getByRole('button', { name: 'Send Another Message' }).click()
  await expect(page.getByLabel('Your Name')).toBeFocused()
  await expect(page.getByLabel('Your Name')).toBeInViewport()
  await expect(page.getByLabel('Your Message')).toHaveValue('')
})

test('nothing is lost, and the focus is back where it was', async ({ page }) => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/contact/', async (route) => {
    await answer.promise
    await route.abort()
  })
  await page.goto('/contact')
  await fillMessage(page)
  await submitButton(page).press('Enter')
  await expect(submitButton(page)).toHaveJSProperty('disabled', true)
  // The browser takes the focus away when it next paints.
  await expect(submitButton(page)).not.toBeFocused()
  answer.resolve()
  const notSent = page.getByText('Your message was not sent.')
  await expect(notSent).toBeVisible()
  await expect(submitButton(page)).toBeFocused()
  await expect(page.getByRole('alert')).toContainText(
    'There was no connection to our server, or it broke off. What you filled in is kept here. Please check your connection and press Send Message again: it will not count twice.',
  )
  await page.unrouteAll()
  await answerForms(page, 503, { detail: 'Please try again in a minute.' })
  await page.getByLabel('Subject').press('Enter')
  await expect(page.getByRole('alert')).toContainText('Please try again in a minute.')
  await expect(page.getByLabel('Subject')).toBeFocused()
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('Data request')
})

test('an error from before the script came is not in the next message', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/contact')
  await page.getByLabel('Your Name').fill('A')
  await submitButton(page).click()
  await expect(page.locator('#name-error')).toBeVisible()
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByLabel('Your Name')).toHaveValue('A')
  await fillMessage(page, 'again@example.com')
  await expect(page.locator('#name-error')).toHaveCount(0)
  await submitButton(page).click()
  await page.getByRole('button', { name: 'Send Another Message' }).click()
  await page.getByLabel('Your Name').pressSequentially('A')
  await expect(page.locator('#name-error')).toBeVisible()
  await expect(errorSummary(page)).toHaveCount(0)
})

test('what was sent before the script came is not kept as a draft', async ({ page }) => {
  await openAlive(page, '/contact')
  await page.getByLabel('Subject').fill('An old subject')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await fillMessage(page, 'plainly@example.com')
  await page.unrouteAll()
  await submitButton(page).click()
  await untilAlive(page)
  await page.getByRole('button', { name: 'Send Another Message' }).click()
  await expect(page.getByLabel('Your Name')).toBeFocused()
  await expect(page.getByLabel('Subject')).toHaveValue('')
})
