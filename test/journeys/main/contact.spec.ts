import PostalMime from 'postal-mime'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { RunningSite } from '#support/start-site.ts'
import {
  errorSummary,
  expectTooLongSaid,
  fillMessage,
  messageSent,
  messageText,
  submitButton,
} from '../filled-forms.ts'
import { bothScreens, expect, failedLoads, test, hold } from '../site-test.ts'

const labels = ['Your Name', 'Email Address', 'Subject', 'Your Message']

async function expectStoredOnce(site: RunningSite, email: string) {
  const rows = site.query<{ id: string; message: string }>(
    'SELECT * FROM contact_message WHERE email = ?',
    email,
  )
  expect(rows.map(({ message }) => message)).toEqual([messageText])
  const reference = referenceOf(rows[0]?.id ?? '')
  const addressees = async () => {
    const letters = await Promise.all((await site.letters()).map((eml) => PostalMime.parse(eml)))
    const about = letters.filter(({ text }) => text?.includes(reference))
    return about.map(({ to }) => to?.[0]?.address).toSorted()
  }
  await expect.poll(addressees).toEqual([email, 'staff@example.org'].toSorted())
}

test(
  'the form comes before the cards with the addresses, to the eye as to the keyboard',
  bothScreens,
  async ({ page }, { project }) => {
    await page.goto('/contact')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
    for (const words of [
      'Send us a Message',
      '805 IT Park Street, Tech Hub, Bangalore, Karnataka - 560001.',
      'General inquiries and support',
      'Main Office: +91',
      'Student Support: +91',
    ]) {
      await expect(main).toContainText(words)
    }
    const field = page.getByLabel('Your Name')
    await expect(field).toBeInViewport({ ratio: 1 })
    const form = await field.boundingBox()
    const card = await main.getByRole('heading', { name: 'Address' }).boundingBox()
    const [before, after] = project.name === 'phone' ? [form?.y, card?.y] : [form?.x, card?.x]
    expect(before).toBeLessThan(after ?? 0)
    const order = await main
      .locator('form input:visible, form button, ul a')
      .evaluateAll((all) => all.map((each) => each.id || each.textContent))
    expect(order.slice(0, 2)).toEqual(['name', 'email'])
    expect(order.indexOf('Send Message')).toBeLessThan(order.indexOf('info@example.org'))
  },
)

test('what is missing is said; then a message is sent, kept and answered by two letters, and another begins empty', async ({
  page,
  site,
}) => {
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
  for (const label of labels) await expect(page.getByLabel(label)).toHaveValue('')
})

test.describe('when something fails', () => {
  test.use({ forgiven: failedLoads })

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
    await page.getByLabel('Subject').press('Enter')
    await expect(notSent).toBeVisible()
    await expect(page.getByLabel('Subject')).toBeFocused()
    await page.reload()
    await expect(page.getByLabel('Subject')).toHaveValue('Data request')
  })

  test('a form that was refused before the script came leaves no error in the next message', async ({
    page,
  }) => {
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
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, forgiven: failedLoads })

  test('a refused message comes back with what was typed; then it is kept, and another can follow', async ({
    page,
    site,
  }) => {
    await page.goto('/contact')
    await page.getByLabel('Subject').fill('Hi')
    await submitButton(page).click()
    const error = page.locator('#subject-error')
    await expect(error).toHaveText('Subject must be at least 5 characters.')
    await expect(page.getByLabel('Subject')).toHaveValue('Hi')
    await fillMessage(page, 'plain@example.com')
    await submitButton(page).click()
    await expect(messageSent(page)).toBeVisible()
    await expectStoredOnce(site, 'plain@example.com')
    await page.getByRole('button', { name: 'Send Another Message' }).click()
    await expect(page.getByLabel('Your Name')).toHaveValue('')
  })
})
