import type { Page } from '@playwright/test'
import {
  applied,
  fillApplication,
  fillMessage,
  messageSent,
  resume,
  submitButton,
} from '../filled-forms.ts'
import { expect, hold, test, untilAlive } from '../site-test.ts'

/** All that can be tapped works before any script, and what was typed is there when they come. */

/** Opens a page none of whose scripts has come. @returns lets them come, and waits until they have run. */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  await page.unrouteAll()
  const release = await hold(page, /\.js$/)
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('contentinfo').or(page.locator('main')).first().waitFor()
  return async () => {
    release()
    await untilAlive(page)
  }
}

test('menu and folded parts of a page open before any script, and stay open', async ({ page }) => {
  const menu = page.getByRole('navigation', { name: 'Main' })
  for (const path of ['/', '/internships', '/internships/8', '/apply', '/privacy', '/hi']) {
    const comeNow = await openEarly(page, path)
    const folded = page.locator('details:not([open])').filter({ visible: true })
    for (let left = await folded.count(); left > 0; left -= 1) {
      await folded.first().locator('> summary').click()
      await expect(folded).toHaveCount(left - 1)
    }
    const opened = await page.locator('details[open]').count()
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(menu.getByRole('link', { name: 'Contact' })).toBeVisible()
    await comeNow()
    await expect(page.getByRole('button', { name: 'Close menu', expanded: true })).toBeVisible()
    expect(await page.locator('details[open]').count(), path).toBe(opened)
    await menu.getByRole('link', { name: 'Contact' }).click()
    await expect(page).toHaveURL('/contact')
    await expect(menu).toBeHidden()
  }
})

test('a search before any script is answered or taken up', async ({ page }) => {
  const comeNow = await openEarly(page, '/internships')
  const search = page.getByRole('searchbox')
  await page.getByLabel('Filter by category').selectOption('Machine Learning')
  await search.press('Enter')
  await expect(page).toHaveURL(/[?&]category=Machine\+Learning/)
  await expect(page.locator('main a[href="/internships/5"]').first()).toBeVisible()
  await page.getByLabel('Filter by category').selectOption('All')
  await search.fill('python')
  const choice = page.getByRole('checkbox', { name: 'No experience', exact: true })
  await choice.check()
  await comeNow()
  await expect(page).toHaveURL('/internships?q=python&level=no+experience')
  await expect(search).toHaveValue('python')
  await expect(choice).toBeChecked()
  await expect(page.locator('main a[href="/internships/8"]').first()).toBeVisible()
})

test('an application that is typed before any script is sent', async ({ page, site }) => {
  const email = 'kept@example.com'
  const comeNow = await openEarly(page, '/apply?internship=3')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Web Development')
  await fillApplication(page, email)
  await page.getByLabel('Applying for').selectOption('Python Programming, 4 weeks')
  await page.getByLabel('Full Name').focus()
  await comeNow()
  await expect(page.getByText('(20 KB)')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Example')
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expect(page.getByLabel('Year of Study')).toHaveValue('3rd Year')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Data Science')
  await expect(page.getByLabel('I agree to the')).toBeChecked()
  await expect(page.getByText('Change the domain, or clear')).toBeVisible()
  await submitButton(page).click()
  await expect(applied(page)).toBeVisible()
  expect(site.query('SELECT * FROM application WHERE email = ?', email)).toMatchObject([
    { internship: '8', resume_bytes: resume.buffer.length },
  ])
})

test('an internship that is chosen before any script brings its domain', async ({ page }) => {
  const comeNow = await openEarly(page, '/apply?internship=3')
  await page.getByLabel('Applying for').selectOption('Data Science & Analysis, 6 weeks')
  await comeNow()
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Data Science')
  await expect(page.getByText('Set by your internship: Data Science & Analysis.')).toBeVisible()
})

test('other forms and testimonials work before any script', async ({ page, site }) => {
  const typed = await openEarly(page, '/contact')
  await fillMessage(page, 'early@example.com')
  await typed()
  await expect(page.getByLabel('Subject')).toHaveValue('Data request')
  await openEarly(page, '/contact')
  await fillMessage(page, 'early@example.com')
  await submitButton(page).click()
  await expect(messageSent(page)).toBeVisible()
  await page.getByRole('button', { name: 'Send Another Message' }).click()
  await expect(page.getByLabel('Subject')).toHaveValue('')
  const sql = 'SELECT id FROM contact_message WHERE email = ?'
  expect(site.query(sql, 'early@example.com')).toHaveLength(1)

  await openEarly(page, '/verification')
  await page.getByLabel('Certificate ID').fill('naic25a7k2m')
  await page.getByRole('button', { name: 'Verify Certificate' }).click()
  await expect(page).toHaveURL('/verify/NAIC25A7K2M')

  const comeNow = await openEarly(page, '/')
  await page.locator('a[href="#testimonial-3"]').click()
  await expect(page.locator('#testimonial-3')).toBeInViewport({ ratio: 0.8 })
  const email = page.getByLabel('Your email for the newsletter')
  await email.fill('asha@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await comeNow()
  await expect(email).toHaveValue('asha@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Successfully subscribed! Thank you.')).toBeVisible()
})
