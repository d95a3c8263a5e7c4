import type { BrowserContext, Page } from '@playwright/test'
import { applied, fillApplication, submitButton, loseAnswers } from '../filled-forms.ts'
import { expect, expectAccessible, test } from '../site-test.ts'

/** An application that is kept on the phone until it can be sent. */

// The browser says on the console that it has no network.
test.use({ forgiven: /./ })

const keep = (page: Page) =>
  page.getByRole('button', { name: 'Keep this application on this phone' })
const sendNow = (page: Page) => page.getByRole('button', { name: 'Send it now' })
const databases = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))

async function fillOffline(page: Page, context: BrowserContext, email: string, path = '/apply') {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.getByLabel('Full Name').fill('Asha Example')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await expect(keep(page)).toHaveCount(0)
  await fillApplication(page, email)
}

test('an application written offline is kept by a tap, survives the closed page, and is sent once by another', async ({
  page,
  context,
  site,
}) => {
  const email = 'kept@example.com'
  const stored = () => site.query('SELECT id FROM application WHERE email = ?', email).length
  await fillOffline(page, context, email, '/apply?internship=4')
  await expect(keep(page)).toBeVisible()
  await expect(page.getByText('please do not do this on a shared phone')).toBeVisible()
  expect(await databases(page)).toEqual([])
  await expectAccessible(page)
  await keep(page).click()
  await expect(page.getByText(/^Kept on this phone until \d+ \w+ \d{4}\.$/)).toBeVisible()
  await page.close()

  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto('/apply')
  const notice = later.getByRole('status').filter({ hasText: 'Your application is kept' })
  await expect(notice).toContainText('Asha Example, resume.pdf. It stays here until')
  await expect(later.getByLabel('Full Name')).toHaveValue('')
  await expectAccessible(later)
  await later.waitForTimeout(300)
  expect(stored()).toBe(0)
  await sendNow(later).click()
  await expect(applied(later)).toBeVisible()
  await expect(later.getByText('Data Science & Analysis, 6 weeks')).toBeVisible()
  expect(site.query('SELECT * FROM application WHERE email = ?', email)).toMatchObject([
    { internship: '4', resume_name: 'resume.pdf', resume_bytes: 20_000 },
  ])
  await expect.poll(() => databases(later)).toEqual([])
  await later.reload()
  await expect(later.getByText('Your application is kept')).toHaveCount(0)
})

test('an application whose answer got lost is not stored twice when the kept one is sent', async ({
  page,
  context,
  site,
}) => {
  const email = 'kept-twice@example.com'
  await page.goto('/apply')
  await fillApplication(page, email)
  await loseAnswers(page)
  await submitButton(page).click()
  await keep(page).click()
  await expect(page.getByText('Kept on this phone until')).toBeVisible()
  await page.close()
  const later = await context.newPage()
  await later.goto('/apply?internship=8')
  await sendNow(later).click()
  await expect(applied(later)).toBeVisible()
  expect(site.query('SELECT id FROM application WHERE email = ?', email)).toHaveLength(1)
})

test('in the tab where it was kept, the form has its resume again after a reload, and can be sent', async ({
  page,
  context,
  site,
}) => {
  const email = 'kept-same-tab@example.com'
  await fillOffline(page, context, email)
  await keep(page).click()
  await expect(page.getByText('Kept on this phone until')).toBeVisible()
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByText('(20 KB)')).toBeVisible()
  await expect(page.getByText('Please choose your resume again.')).toHaveCount(0)
  await expect(submitButton(page)).toHaveText('Submit Application')
  await page.getByRole('button', { name: 'Remove resume.pdf' }).click()
  await expect(submitButton(page)).toHaveText('Please fix form errors')
  await sendNow(page).click()
  await expect(applied(page)).toBeVisible()
  expect(site.query('SELECT id FROM application WHERE email = ?', email)).toHaveLength(1)
})

test('a kept application stays where sending fails, and goes by a tap or after a week', async ({
  page,
  context,
}) => {
  await fillOffline(page, context, 'kept-week@example.com')
  await keep(page).click()
  await page.getByRole('button', { name: 'Delete from this phone' }).click()
  await expect(page.getByText('Deleted from this phone.')).toBeVisible()
  expect(await databases(page)).toEqual([])
  await keep(page).click()
  await expect(page.getByText('Kept on this phone until')).toBeVisible()

  await context.setOffline(false)
  const later = await context.newPage()
  await later.goto('/apply', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await expect(later.getByText('You are offline now.')).toBeVisible()
  await sendNow(later).click()
  await expect(later.getByText('Your application was not sent.')).toBeVisible()
  await expect(later.getByLabel('Full Name')).toHaveValue('Asha Example')
  await expect(sendNow(later)).toBeVisible()
  await context.setOffline(false)

  const afterAWeek = await context.newPage()
  await afterAWeek.clock.setFixedTime(Date.now() + 8 * 24 * 60 * 60 * 1000)
  await afterAWeek.goto('/apply', { waitUntil: 'networkidle' })
  await expect(sendNow(afterAWeek)).toHaveCount(0)
  await expect.poll(() => databases(afterAWeek)).toEqual([])
})
