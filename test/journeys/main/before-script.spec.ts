import type { Page } from '@playwright/test'
import {
  applied,
  errorSummary,
  fillApplication,
  fillMessage,
  messageSent,
  messageText,
  resume,
  submitButton,
} from '../filled-forms.ts'
import { expect, failedLoads, hold, test } from '../site-test.ts'

/** What is done to a page whose scripts are still on their way. */
const openWithoutScripts = async (page: Page, path: string) => {
  const release = await hold(page, /\.js$/)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeVisible()
  return release
}

/** The page's own script has run once it greys the button, or keeps a draft. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const form = document.querySelector('main form')
    return form !== null && Object.keys(form).some((key) => key.startsWith('__react'))
  })

test('what is typed, chosen and ticked in the application form before its script comes stays', async ({
  page,
}) => {
  const release = await openWithoutScripts(page, '/apply?internship=3')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Web Development')
  await expect(submitButton(page)).toHaveText('Submit Application')
  await fillApplication(page, 'early@example.com')
  await page.getByLabel('Applying for').selectOption('Python Programming, 4 weeks')
  await page.getByLabel('Why do you want').fill('I like tables.')
  await page.getByLabel('Full Name').focus()

  release()
  await hydrated(page)
  await expect(page.getByText('(20 KB)')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Example')
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await expect(page.getByLabel('Email Address')).toHaveValue('early@example.com')
  await expect(page.getByLabel('Year of Study')).toHaveValue('3rd Year')
  await expect(page.getByLabel('Applying for')).toHaveValue('8')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Data Science')
  await expect(page.getByLabel('Why do you want')).toHaveValue('I like tables.')
  await expect(page.getByLabel('I agree to the')).toBeChecked()
  const file = page.getByLabel('Resume')
  expect(await file.evaluate((input: HTMLInputElement) => input.files?.[0]?.size)).toBe(20_000)
  await expect(page.getByText('Change the domain, or clear')).toBeVisible()
  await expect(submitButton(page)).toHaveText('Submit Application')
  await submitButton(page).click()
  await expect(applied(page)).toBeVisible()
})

test('an application that is sent before the script comes is stored with all that was filled in', async ({
  page,
  site,
}) => {
  const email = 'before-script@example.com'
  const release = await openWithoutScripts(page, '/apply?internship=8')
  await fillApplication(page, email)
  await submitButton(page).click()
  await expect(applied(page)).toBeVisible()
  const [row, ...more] = site.query<{ internship: string; resume_bytes: number }>(
    'SELECT * FROM application WHERE email = ?',
    email,
  )
  expect(more).toEqual([])
  expect(row).toMatchObject({ internship: '8', resume_bytes: resume.buffer.length })
  release()
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  await expect(applied(page)).toBeVisible()
})

test.describe('a refused plain post', () => {
  test.use({ forgiven: failedLoads })

  test('says that the resume must be chosen again, with and without the script', async ({
    page,
    site,
  }) => {
    const email = 'again-please@example.com'
    const release = await openWithoutScripts(page, '/apply')
    await fillApplication(page, email)
    await page.getByLabel('Full Name').fill('A')
    await submitButton(page).click()
    const expectMissing = async () => {
      await expect(page.getByText('We kept what you typed.')).toBeVisible()
      await expect(page.locator('#resume-error')).toHaveText('Please upload your resume')
      await expect(errorSummary(page).getByRole('listitem')).toHaveText([
        'Name must be at least 2 characters.',
        'Please upload your resume',
      ])
    }
    await expectMissing()
    release()
    await hydrated(page)
    await expectMissing()
    await expect(submitButton(page)).toHaveText('Please fix form errors')
    await page.getByLabel('Full Name').fill('Asha Example')
    await page.getByLabel('Resume').setInputFiles(resume)
    await expect(page.getByText('We kept what you typed.')).toHaveCount(0)
    await submitButton(page).click()
    await expect(applied(page)).toBeVisible()
    expect(site.query('SELECT id FROM application WHERE email = ?', email)).toHaveLength(1)
  })
})

test('a message typed before the script stays, and one sent before it is stored', async ({
  page,
  site,
}) => {
  const email = 'early-message@example.com'
  const release = await openWithoutScripts(page, '/contact')
  await fillMessage(page, email)
  release()
  await hydrated(page)
  await expect(page.getByLabel('Your Message')).toHaveValue(messageText)
  await expect(page.getByLabel('Email Address')).toHaveValue(email)

  await page.unrouteAll()
  await openWithoutScripts(page, '/contact')
  await fillMessage(page, email)
  await submitButton(page).click()
  await expect(messageSent(page)).toBeVisible()
  expect(site.query('SELECT id FROM contact_message WHERE email = ?', email)).toHaveLength(1)
})

test('an address typed for the newsletter before the script stays, and nothing of it is sent', async ({
  page,
}) => {
  const release = await openWithoutScripts(page, '/about')
  const field = page.getByLabel('Your email for the newsletter')
  const subscribe = page.getByRole('button', { name: 'Subscribe' })
  await field.fill('asha@example.com')
  await subscribe.click()
  await expect(page).toHaveURL('/about')
  await expect(field).toHaveValue('asha@example.com')
  release()
  await expect(async () => {
    await subscribe.click()
    await expect(page.getByText('Successfully subscribed! Thank you.')).toBeVisible({
      timeout: 500,
    })
  }).toPass()
})
