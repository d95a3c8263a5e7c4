import type { Page } from '@playwright/test'
import { sitePaths } from '@naic/content/site-map.ts'
import { fillApplication, fillMessage, messageSent, resume } from '../filled-forms.ts'
import { expect, hold, test } from '../site-test.ts'

/**
 * Everything that can be tapped works from the first paint on, however late the scripts come, and what
 * was opened or typed until then is still there when they have come.
 */

/** Opens a page none of whose scripts has come. @returns lets them come, and waits until they have run. */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await hold(page, /\.js$/)
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('contentinfo').or(page.locator('main')).first().waitFor()
  return async () => {
    release()
    await page.waitForFunction(() => {
      const props = Object.keys(document.body).concat(Object.keys(document.documentElement))
      return props.some((name) => name.startsWith('__reactProps'))
    })
    await page.waitForLoadState('networkidle')
  }
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const withoutHeader = /\/(verif|submit)/

for (const path of [...sitePaths, '/internships/8', '/verify/NAIC25A7K2M']) {
  test(`menu and folded parts of ${path} open before any script, and stay open`, async ({
    page,
  }) => {
    const comeNow = await openEarly(page, path)
    const folded = page.locator('details:not([open])').filter({ visible: true })
    for (let left = await folded.count(); left > 0; left -= 1) {
      await folded.first().locator('> summary').click()
      await expect(folded).toHaveCount(left - 1)
    }
    const opened = await page.locator('details[open]').count()
    const link = menu(page).getByRole('link', { name: path === '/contact' ? 'Home' : 'Contact' })
    const hasMenu = !withoutHeader.test(path)
    if (hasMenu) {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await expect(link).toBeVisible()
    }
    await comeNow()
    // A verdict comes with the scripts, and folds more.
    expect(await page.locator('details[open]').count()).toBeGreaterThanOrEqual(opened)
    if (!hasMenu) return
    await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible()
    await link.click()
    await expect(page).toHaveURL(path === '/contact' ? '/' : '/contact')
  })
}

test('a search that is sent before any script is answered, and one that is only typed is taken up', async ({
  page,
}) => {
  const comeNow = await openEarly(page, '/internships')
  await page.getByRole('searchbox').fill('python')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/[?&]q=python/)
  await expect(page.locator('main a[href="/internships/8"]').first()).toBeVisible()
  await page.getByRole('searchbox').fill('java')
  await comeNow()
  await expect(page.getByRole('searchbox')).toHaveValue('java')
  await expect(page.locator('main a[href="/internships/9"]').first()).toBeVisible()
})

test('a category is chosen and sent before any script', async ({ page }) => {
  await openEarly(page, '/internships')
  await page.getByLabel('Filter by category').selectOption('Machine Learning')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/[?&]category=Machine\+Learning/)
  await expect(page.locator('main a[href="/internships/5"]').first()).toBeVisible()
})

test('the dots of the testimonials move them before any script', async ({ page }) => {
  await openEarly(page, '/')
  const slides = page.locator('#testimonial-slides')
  await slides.scrollIntoViewIfNeeded()
  await page.locator('a[href="#testimonial-3"]').click()
  const left = (id: string) =>
    slides.evaluate(
      (row, name) =>
        Math.abs(
          (document.getElementById(name)?.getBoundingClientRect().left ?? Infinity) -
            row.getBoundingClientRect().left,
        ),
      id,
    )
  await expect.poll(() => left('testimonial-3')).toBeLessThan(40)
})

test('an application that is sent before any script is received', async ({ page, site }) => {
  await openEarly(page, '/apply')
  await fillApplication(page, 'sent-early@example.com')
  await page.locator('main form button[type=submit]').last().click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  const sql = 'SELECT id FROM application WHERE email = ?'
  expect(site.query(sql, 'sent-early@example.com')).toHaveLength(1)
})

test('what was typed and chosen for an application before any script is still there when they come', async ({
  page,
}) => {
  const comeNow = await openEarly(page, '/apply')
  await fillApplication(page, 'kept@example.com')
  await comeNow()
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Example')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Data Science')
  await expect(page.getByLabel('I agree to the')).toBeChecked()
  await expect(page.getByText(resume.name, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Submit Application' })).toBeVisible()
})

test('a message that is sent before any script is received, and one that is typed stays', async ({
  page,
  site,
}) => {
  const comeNow = await openEarly(page, '/contact')
  await fillMessage(page, 'early@example.com')
  await comeNow()
  await expect(page.getByLabel('Subject')).toHaveValue('Data request')
  await openEarly(page, '/contact')
  await fillMessage(page, 'early@example.com')
  await page.locator('main form button[type=submit]').click()
  await expect(messageSent(page)).toBeVisible()
  const sql = 'SELECT id FROM contact_message WHERE email = ?'
  expect(site.query(sql, 'early@example.com')).toHaveLength(1)
})

test('a certificate ID that is sent before any script leads to the certificate', async ({
  page,
}) => {
  await openEarly(page, '/verification')
  await page.getByLabel('Certificate ID').fill('naic25a7k2m')
  await page.getByRole('button', { name: 'Verify Certificate' }).click()
  await expect(page).toHaveURL('/verify/NAIC25A7K2M')
})

test('the newsletter stays where it is before any script, and what was typed with it', async ({
  page,
}) => {
  const comeNow = await openEarly(page, '/about')
  const email = page.getByLabel('Your email for the newsletter')
  await email.fill('asha@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page).toHaveURL('/about')
  await expect(email).toHaveValue('asha@example.com')
  await comeNow()
  await expect(email).toHaveValue('asha@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByText('Successfully subscribed! Thank you.')).toBeVisible()
})
