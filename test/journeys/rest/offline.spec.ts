import { fillMessage, messageSent, submitButton, toasts } from '../filled-forms.ts'
import { expect, expectAccessible, test, watchRequests } from '../site-test.ts'

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
