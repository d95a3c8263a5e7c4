import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'
import privacyNotice from '@naic/content/privacy-notice.json' with { type: 'json' }
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { formData } from '../support/ashas-form.ts'
import { errorSummary, fillApplication, resume, submitButton } from './apply-form.ts'
import { expectProgrammeFacts, programmeFacts } from './programme-facts.ts'
import { bothScreens, expect, expectAccessible, expectNoSidewaysScroll, test } from './site-test.ts'
import type { RunningSite } from '../support/start-site.ts'

type Row = {
  id: string
  name: string
  resume_key: string
  resume_sha256: string
  message: string | null
  notice_version: string | null
}

const rowsOf = (site: RunningSite, email: string) =>
  site.query<Row>('SELECT * FROM application WHERE email = ?', email)

async function expectStoredOnce(site: RunningSite, email: string) {
  const [row, ...more] = rowsOf(site, email)
  expect(more).toEqual([])
  expect(row?.notice_version).toBe(privacyNotice.version)
  const stored = await readFile(path.join(site.dataDir, 'resumes', row?.resume_key ?? ''))
  expect(createHash('sha256').update(stored).digest('hex')).toBe(row?.resume_sha256)
  expect(stored.equals(resume.buffer)).toBe(true)

  await expect
    .poll(async () => (await lettersAbout(site, row?.id ?? '')).map(({ to }) => to).sort())
    .toEqual([email, 'staff@example.org'].sort())
}

async function lettersAbout(site: RunningSite, id: string) {
  const letters = await Promise.all((await site.letters()).map((eml) => PostalMime.parse(eml)))
  return letters
    .filter(({ text }) => text?.includes(referenceOf(id)))
    .map(({ to, subject, text }) => ({ to: to?.[0]?.address, subject, text }))
}

test(
  'a student applies, and the application, the resume and two letters are kept',
  bothScreens,
  async ({ page, site }, { project }) => {
    const email = `asha-${project.name}@example.com`
    await page.goto('/apply')
    await fillApplication(page, { name: 'Asha Example', email })
    await expect(page.getByText('resume.pdf', { exact: true })).toBeVisible()
    await expect(page.getByText('(20 KB)')).toBeVisible()
    await expect(submitButton(page)).toHaveText('Submit Application')
    await expectAccessible(page)
    await submitButton(page).click()

    const heading = page.getByRole('heading', { name: 'Application Submitted!' })
    await expect(heading).toBeFocused()
    const notices = page.getByRole('region', { name: 'Notifications' })
    await expect(notices).toContainText(
      "Application Submitted: Your internship application has been received. We'll contact you soon!",
    )
    await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/')
    await expect(page.getByRole('link', { name: 'Explore More Internships' })).toHaveAttribute(
      'href',
      '/internships',
    )
    await expect(page.getByLabel('Full Name')).toHaveCount(0)
    await expectProgrammeFacts(page.getByRole('main'))
    await expectAccessible(page)
    await expectStoredOnce(site, email)

    await page.goto('/apply')
    await expect(page.getByLabel('Full Name')).toHaveValue('')
  },
)

/** Sends as many by the API as one address gets emails for in a day. */
async function useUpTheDay(site: RunningSite, email: string) {
  for (const college of ['College One', 'College Two', 'College Three']) {
    const body = formData({ email, college })
    const { status } = await fetch(`${site.url}/api/internship/apply/`, { method: 'POST', body })
    expect(status).toBe(201)
  }
}

test('the fourth application of a day is stored, and the page says that no further email goes out', async ({
  page,
  site,
}, { project }) => {
  const email = `fourth-${project.name}@example.com`
  await useUpTheDay(site, email)
  await page.goto('/apply')
  await expect(page.getByText('You must be 18 or older to apply')).toBeVisible()
  await fillApplication(page, { name: 'Asha Example', email })
  await submitButton(page).click()
  await expect(page.getByText('we send it no more until tomorrow')).toBeVisible()
  await expect(page.getByText('We send an email with this reference')).toHaveCount(0)
  expect(rowsOf(site, email)).toHaveLength(4)
})

test('the fee and the facts stand above the box that is ticked, and in the letter', async ({
  page,
  site,
}, { project }) => {
  const email = `facts-${project.name}@example.com`
  await page.goto('/apply')
  await expectProgrammeFacts(page.getByRole('main'))
  const [facts, box] = await Promise.all([
    programmeFacts(page.getByRole('main')).boundingBox(),
    page.getByLabel('I agree to the').boundingBox(),
  ])
  const gap = (box?.y ?? Infinity) - ((facts?.y ?? 0) + (facts?.height ?? 0))
  expect(gap).toBeGreaterThan(0)
  expect(gap).toBeLessThan(60)

  await fillApplication(page, { name: 'Asha Example', email })
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  await expectStoredOnce(site, email)
  const letters = await lettersAbout(site, rowsOf(site, email)[0]?.id ?? '')
  const hers = letters.find(({ to }) => to === email)
  for (const words of [
    'Unpaid',
    '8-10 hours a week',
    'Online',
    '₹105 documentation fee for internship completion and certificate issuance',
  ]) {
    expect(hers?.text).toContain(words)
  }
})

test('under another name of the same server the form is sent to where the page came from', async ({
  page,
  site,
}, { project }) => {
  const email = `other-name-${project.name}@example.com`
  await page.goto(`${site.url.replace('localhost', '127.0.0.1')}/apply`)
  await fillApplication(page, { name: 'Asha Example', email })
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  await expectStoredOnce(site, email)
})

test('the form starts without errors, and its button asks for the terms', async ({ page }) => {
  await page.goto('/apply')
  await expect(submitButton(page)).toHaveText('Please agree to terms first')
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(errorSummary(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Privacy Policy (opens' })).toHaveAttribute(
    'target',
    '_blank',
  )
  await expect(page.getByRole('link', { name: 'Terms of Service (opens' })).toHaveAttribute(
    'target',
    '_blank',
  )
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('an error shows once its field has been changed, in the field and in the summary', async ({
  page,
}) => {
  await page.goto('/apply')
  await page.getByLabel('Full Name').fill('A')
  await expect(page.locator('#name-error')).toHaveText('Name must be at least 2 characters.')
  await expect(errorSummary(page)).toHaveText(/Name must be at least 2 characters\./)
  await expect(submitButton(page)).toHaveText('Please fix form errors')
  await expectAccessible(page)

  await page.getByLabel('Full Name').fill('')
  await expect(page.locator('#name-error')).toHaveText('Name is required')
  await page.getByLabel('Full Name').fill('Asha')
  await expect(page.locator('#name-error')).toHaveCount(0)
  await expect(submitButton(page)).toHaveText('Please agree to terms first')
})

test('a text that is too long is told of, and nothing of it is cut while it is typed', async ({
  page,
}) => {
  await page.goto('/apply')
  const fields = [
    ['Full Name', 'Name must be at most 200 characters.', 200],
    ['Email Address', 'Email must be at most 254 characters.', 254],
    ['Phone Number', 'Phone number must be at most 40 characters.', 40],
    ['College/University', 'College name must be at most 200 characters.', 200],
    ['LinkedIn Profile', 'LinkedIn profile must be at most 300 characters.', 300],
    ['Why do you want this internship?', 'Message must be at most 5000 characters.', 5_000],
  ] as const
  for (const [label, message, most] of fields) {
    const field = page.getByLabel(label)
    await field.fill('7'.repeat(most - 1))
    await field.press('End')
    await field.pressSequentially('123')
    await expect(field).toHaveValue(`${'7'.repeat(most - 1)}123`)
    await expect(errorSummary(page)).toContainText(message)
  }
})

test('every field says what is wrong with it', async ({ page }) => {
  await page.goto('/apply')
  await page.getByLabel('I agree to the').check()
  await expect(submitButton(page)).toHaveText('Submit Application')
  await submitButton(page).click()

  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Please fix the form errors: Fill in all required fields before submitting.',
  )
  await expect(errorSummary(page)).toBeFocused()
  await expect(errorSummary(page).getByRole('listitem')).toHaveText([
    'Name is required',
    'Email is required',
    'Phone number is required',
    'College name is required.',
    'Please select your year of study',
    'Please select an internship domain',
    'Please upload your resume',
  ])
  await expectAccessible(page)

  await errorSummary(page).getByRole('link', { name: 'Phone number is required' }).click()
  await expect(page.getByLabel('Phone Number')).toBeFocused()

  await page.getByLabel('Email Address').fill('asha@')
  await expect(page.locator('#email-error')).toHaveText('Please enter a valid email address.')
  await page.getByLabel('Phone Number').fill('12345')
  await expect(page.locator('#phone-error')).toHaveText('Please enter a valid phone number.')
  await page
    .getByLabel('Resume')
    .setInputFiles({ ...resume, name: 'photo.png', mimeType: 'image/png' })
  await expect(page.locator('#resume-error')).toHaveText(
    'Resume must be a PDF or Word document (.pdf, .doc, .docx)',
  )
  await page
    .getByLabel('Resume')
    .setInputFiles({ ...resume, buffer: Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-') })
  await expect(page.locator('#resume-error')).toContainText('larger than 5 MB')
  await page.getByRole('button', { name: 'Remove resume.pdf' }).click()
  await expect(page.locator('#resume-error')).toHaveText('Please upload your resume')
})

test('pressing the button with the terms unticked asks for agreement', async ({ page }) => {
  await page.goto('/apply')
  await fillApplication(page, { name: 'Asha Example', email: 'asha@example.com' })
  await page.getByLabel('I agree to the').uncheck()
  await expect(submitButton(page)).toHaveText('Please agree to terms first')
  await submitButton(page).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Agreement Required: Please read and agree to our Privacy Policy and Terms of Service before submitting.',
  )
  await expect(errorSummary(page)).toBeFocused()
  await expect(errorSummary(page)).toContainText(
    'You must agree to the privacy policy and terms of service to proceed',
  )
  await page.getByLabel('I agree to the').check()
  await expect(submitButton(page)).toHaveText('Submit Application')
})

test('errors from the server stand at their fields until these are changed', async ({
  page,
  complaints,
}) => {
  await page.route('**/api/internship/apply/', (route) =>
    route.fulfill({
      status: 400,
      json: {
        email: ['This address is blocked.', 'Second.'],
        phone: 'Unknown number.',
        other: ['x'],
      },
    }),
  )
  await page.goto('/apply')
  await fillApplication(page, { name: 'Asha Example', email: 'asha@example.com' })
  await submitButton(page).click()

  await expect(page.locator('#email-error')).toHaveText('This address is blocked.')
  await expect(page.locator('#phone-error')).toHaveText('Unknown number.')
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect(notices).toContainText('Validation Error: Please correct the following issues:')
  await expect(notices).toContainText('Email Address: This address is blocked.')
  await expect(notices).toContainText('Phone Number: Unknown number.')
  await expect(errorSummary(page)).toBeFocused()
  await expect(submitButton(page)).toHaveText('Please fix form errors')

  await page.getByLabel('Email Address').fill('asha2@example.com')
  await expect(page.locator('#email-error')).toHaveCount(0)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400')])
})

test('without a network nothing is lost, and sending again stores it once', async ({
  page,
  site,
  complaints,
}, { project }) => {
  const email = `ravi-${project.name}@example.com`
  await page.goto('/apply')
  await fillApplication(page, { name: 'Ravi Example', email })

  // The server stores it, and the answer never arrives.
  await page.route('**/api/internship/apply/', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submitButton(page).click()
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText(
    'Submission Failed: There was an error submitting your application. Please check your inputs and try again.',
  )
  await expect(page.getByText('Your application was not sent.')).toBeVisible()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ravi Example')
  await expect(submitButton(page)).toHaveText('Submit Application')
  await expectAccessible(page)

  await page.unroute('**/api/internship/apply/')
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  await expectStoredOnce(site, email)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
})

test('what was typed survives a reload, the resume excepted', async ({ page }) => {
  await page.goto('/apply')
  await fillApplication(page, { name: 'Asha Example', email: 'asha@example.com' })
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Example')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Data Science')
  await expect(page.getByLabel('I agree to the')).toBeChecked()
  await expect(page.getByLabel('Resume')).toHaveValue('')
})

test('after a reload the form says that the resume is to be chosen again, and marks it', async ({
  page,
}) => {
  const notice = page.getByRole('alert').filter({ hasText: 'We kept what you typed.' })
  await page.goto('/apply')
  await fillApplication(page, { name: 'Asha Example', email: 'asha@example.com' })
  await expect(submitButton(page)).toHaveText('Submit Application')
  await page.reload()
  await expect(notice).toHaveText('We kept what you typed. Please choose your resume again.')
  await expect(page.getByLabel('Resume')).toHaveAttribute('aria-invalid', 'true')
  await expect(submitButton(page)).toHaveText('Please fix form errors')
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)

  await page.getByLabel('Resume').setInputFiles(resume)
  await expect(notice).toHaveCount(0)
  await expect(submitButton(page)).toHaveText('Submit Application')
})

test('a resume that was never chosen is not missed after a reload', async ({ page }) => {
  await page.goto('/apply')
  await page.getByLabel('Full Name').fill('Asha Example')
  await page.reload()
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Example')
  await expect(submitButton(page)).toHaveText('Please agree to terms first')
  await expect(page.getByLabel('Resume')).not.toHaveAttribute('aria-invalid')
})

test('while sending, the button says so and the progress is shown', async ({ page }) => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/internship/apply/', async (route) => {
    await answer.promise
    await route.fulfill({ status: 201, json: { id: 'x' } })
  })
  await page.goto('/apply')
  await fillApplication(page, { name: 'Asha Example', email: 'asha@example.com' })
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Submitting...')
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expectAccessible(page)
  answer.resolve()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
})

test('a domain in the address is chosen beforehand', async ({ page }) => {
  await page.goto('/apply?domain=Cyber+Security')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Cyber Security')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a student applies, and the same is kept', async ({ page, site }, { project }) => {
    const email = `noor-${project.name}@example.com`
    await page.goto('/apply?domain=Data+Science')
    await expect(page.getByLabel('Internship Domain')).toHaveValue('Data Science')
    await fillApplication(page, { name: 'Noor Example', email })
    await expect(submitButton(page)).toHaveText('Submit Application')
    await submitButton(page).click()
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    await expectStoredOnce(site, email)
  })

  test('the fourth of a day is told the same', async ({ page, site }, { project }) => {
    const email = `fourth-plain-${project.name}@example.com`
    await useUpTheDay(site, email)
    await page.goto('/apply')
    await fillApplication(page, { name: 'Asha Example', email })
    await submitButton(page).click()
    await expect(page.getByText('we send it no more until tomorrow')).toBeVisible()
  })

  test('a refused form comes back with what was typed and what is wrong', async ({
    page,
    complaints,
  }) => {
    await page.goto('/apply')
    await page.getByLabel('Full Name').fill('N')
    await page.getByLabel('Why do you want').fill('Line one\nLine two')
    await page.getByLabel('Year of Study').selectOption('Graduated')
    await submitButton(page).click()

    await expect(errorSummary(page)).toContainText('Name must be at least 2 characters.')
    await expect(errorSummary(page)).toContainText('You must agree to the privacy policy')
    await expect(page.getByLabel('Full Name')).toHaveValue('N')
    await expect(page.getByLabel('Why do you want')).toHaveValue('Line one\nLine two')
    await expect(page.getByLabel('Year of Study')).toHaveValue('Graduated')
    await expect(page.locator('#resume-error')).toHaveText('Please upload your resume')
    complaints.splice(0)
  })
})
