import PostalMime from 'postal-mime'
import type { Page } from '@playwright/test'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { RunningSite } from '../support/start-site.ts'
import { bothScreens, expect, expectAccessible, expectNoSidewaysScroll, test } from './site-test.ts'

const sendButton = (page: Page) => page.locator('main form button[type=submit]')
const notices = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function fillMessage(page: Page, email: string) {
  await page.getByLabel('Your Name').fill('Asha Example')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Subject').fill('Data request')
  await page.getByLabel('Your Message').fill('Please send me what you keep of me.\nThank you.')
}

async function expectStoredOnce(site: RunningSite, email: string) {
  const rows = site.query<{ id: string; message: string }>(
    'SELECT * FROM contact_message WHERE email = ?',
    email,
  )
  expect(rows.map(({ message }) => message)).toEqual([
    'Please send me what you keep of me.\nThank you.',
  ])
  const reference = referenceOf(rows[0]?.id ?? '')
  await expect
    .poll(async () => {
      const letters = await Promise.all((await site.letters()).map((eml) => PostalMime.parse(eml)))
      return letters
        .filter(({ text }) => text?.includes(reference))
        .map(({ to }) => to?.[0]?.address)
        .toSorted()
    })
    .toEqual([email, 'staff@example.org'].toSorted())
}

test('the cards say where the council is found', async ({ page }) => {
  await page.goto('/contact')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Contact Us')
  await expect(main).toContainText('805 IT Park Street, Tech Hub, Bangalore, Karnataka - 560001.')
  await expect(main).toContainText('General inquiries and support')
  await expect(main).toContainText('Main Office: +91')
  await expect(main).toContainText('Student Support: +91')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test(
  'the form comes first, to the eye as to the keyboard, and the cards after it',
  bothScreens,
  async ({ page }, { project }) => {
    await page.goto('/contact')
    const main = page.getByRole('main')
    const field = page.getByLabel('Your Name')
    const cards = main.getByRole('heading', { name: 'Address' })
    await expect(field).toBeInViewport({ ratio: 1 })
    const [form, card] = [await field.boundingBox(), await cards.boundingBox()]
    const [before, after] = project.name === 'phone' ? [form?.y, card?.y] : [form?.x, card?.x]
    expect(before).toBeLessThan(after ?? 0)

    const order = await main
      .locator('form input:visible, form button, ul a')
      .evaluateAll((all) => all.map((each) => each.id || each.textContent))
    expect(order.slice(0, 2)).toEqual(['name', 'email'])
    expect(order.indexOf('Send Message')).toBeLessThan(order.indexOf('info@example.org'))
  },
)

test('a message is sent, kept and told of by two letters', async ({ page, site }, { project }) => {
  const email = `writer-${project.name}@example.com`
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/contact/', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/contact')
  await fillMessage(page, email)
  await expect(sendButton(page)).toHaveText('Send Message')
  await sendButton(page).click()
  await expect(sendButton(page)).toHaveText('Sending...')
  await expect(sendButton(page)).toBeDisabled()
  answer.resolve()

  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeFocused()
  await expect(page.getByRole('main')).toContainText(
    "Your message has been sent successfully. We'll get back to you as soon as possible.",
  )
  await expect(notices(page)).toContainText(
    "Message Sent: Thank you for your message. We'll get back to you soon!",
  )
  await expectAccessible(page)
  await expectStoredOnce(site, email)

  await page.getByRole('button', { name: 'Send Another Message' }).click()
  await expect(page.getByLabel('Your Name')).toHaveValue('')
  await expect(page.getByLabel('Your Message')).toHaveValue('')
})

test('every field says what is wrong with it', async ({ page }) => {
  await page.goto('/contact')
  await sendButton(page).click()
  const summary = page.getByRole('group', { name: 'Please fix the following errors:' })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('listitem')).toHaveText([
    'Name is required',
    'Email is required',
    'Subject is required',
    'Message is required',
  ])
  await expectAccessible(page)
  await page.getByLabel('Your Name').fill('A')
  await page.getByLabel('Email Address').fill('a@b')
  await page.getByLabel('Subject').fill('Help')
  await page.getByLabel('Your Message').fill('Too short')
  await expect(summary.getByRole('listitem')).toHaveText([
    'Name must be at least 2 characters.',
    'Please enter a valid email address.',
    'Subject must be at least 5 characters.',
    'Message must be at least 10 characters.',
  ])
})

test('a text that is too long is told of, and nothing of it is cut while it is typed', async ({
  page,
}) => {
  await page.goto('/contact')
  const fields = [
    ['Your Name', 'Name must be at most 200 characters.', 200],
    ['Email Address', 'Email must be at most 254 characters.', 254],
    ['Subject', 'Subject must be at most 200 characters.', 200],
    ['Your Message', 'Message must be at most 10000 characters.', 10_000],
  ] as const
  for (const [label, message, most] of fields) {
    const field = page.getByLabel(label)
    await field.fill('7'.repeat(most - 1))
    await field.press('End')
    await field.pressSequentially('123')
    await expect(field).toHaveValue(`${'7'.repeat(most - 1)}123`)
    await expect(page.getByText(message)).toBeVisible()
  }
})

test('a message that could not be sent is not lost', async ({ page, complaints }) => {
  await page.route('**/api/contact/', (route) => route.abort())
  await page.goto('/contact')
  await fillMessage(page, 'lost@example.com')
  await sendButton(page).click()
  await expect(page.getByText('Your message was not sent.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('Data request')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
})

test('whoever pressed the button is at the button again when sending failed', async ({
  page,
  complaints,
}) => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/contact/', async (route) => {
    await answer.promise
    await route.abort()
  })
  await page.goto('/contact')
  await fillMessage(page, 'focus@example.com')
  await sendButton(page).press('Enter')
  await expect(sendButton(page)).toHaveJSProperty('disabled', true)
  // The browser takes the focus away when it next paints.
  await expect(sendButton(page)).not.toBeFocused()
  answer.resolve()
  await expect(page.getByText('Your message was not sent.')).toBeVisible()
  await expect(sendButton(page)).toBeFocused()

  await page.getByLabel('Subject').press('Enter')
  await expect(page.getByText('Your message was not sent.')).toBeVisible()
  await expect(page.getByLabel('Subject')).toBeFocused()
  complaints.splice(0)
})

test('another message begins as the first one did: empty, at its first field, without a word of errors', async ({
  page,
  complaints,
}, { project }) => {
  // The first attempt is posted before the script has come, and refused.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/contact')
  await page.getByLabel('Your Name').fill('A')
  await page.getByLabel('Subject').fill('Hi')
  await sendButton(page).click()
  await expect(page.locator('#name-error')).toBeVisible()
  await page.unroute('**/assets/*.js')
  await page.reload()
  await expect(page.getByLabel('Your Name')).toHaveValue('A')
  await fillMessage(page, `again-${project.name}@example.com`)
  await expect(page.locator('#name-error')).toHaveCount(0)
  await sendButton(page).click()

  await page.getByRole('button', { name: 'Send Another Message' }).click()
  await expect(page.getByLabel('Your Name')).toBeFocused()
  await expect(page.getByLabel('Your Name')).toBeInViewport()
  for (const label of ['Your Name', 'Email Address', 'Subject', 'Your Message']) {
    await expect(page.getByLabel(label)).toHaveValue('')
  }
  await page.keyboard.type('A')
  await expect(page.locator('#name-error')).toBeVisible()
  await expect(page.getByText('Please fix the following errors:')).toHaveCount(0)
  complaints.splice(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a message is sent and kept, and another can follow', async ({ page, site }, {
    project,
  }) => {
    const email = `plain-${project.name}@example.com`
    await page.goto('/contact')
    await fillMessage(page, email)
    await sendButton(page).click()
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible()
    await expectStoredOnce(site, email)
    await page.getByRole('button', { name: 'Send Another Message' }).click()
    await expect(page.getByLabel('Your Name')).toHaveValue('')
  })

  test('a refused message comes back with what was typed', async ({ page, complaints }) => {
    await page.goto('/contact')
    await page.getByLabel('Subject').fill('Hi')
    await sendButton(page).click()
    await expect(page.locator('#subject-error')).toHaveText(
      'Subject must be at least 5 characters.',
    )
    await expect(page.getByLabel('Subject')).toHaveValue('Hi')
    complaints.splice(0)
  })
})
