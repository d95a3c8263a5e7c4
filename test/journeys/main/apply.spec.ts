import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import privacyNotice from '@naic/content/privacy-notice.json' with { type: 'json' }
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { formData } from '#support/ashas-form.ts'
import type { RunningSite } from '#support/start-site.ts'
import {
  answerForms,
  applied,
  errorSummary,
  expectProgrammeFacts,
  expectTooLongSaid,
  fillApplication,
  programmeFacts,
  resume,
  submitButton,
  toasts,
  wholeFee,
  loseAnswers,
} from '../filled-forms.ts'
import { bothScreens, expect, expectAccessible, failedLoads, test } from '../site-test.ts'

type Row = {
  id: string
  internship: string | null
  resume_key: string
  resume_sha256: string
  notice_version: string | null
}

const rowsOf = (site: RunningSite, email: string) =>
  site.query<Row>('SELECT * FROM application WHERE email = ?', email)

/** @returns the applicant's letter about the one application of this address. */
async function expectStoredOnce(site: RunningSite, email: string) {
  const [row, ...more] = rowsOf(site, email)
  expect(more).toEqual([])
  expect(row?.notice_version).toBe(privacyNotice.version)
  const stored = await readFile(path.join(site.dataDir, 'resumes', row?.resume_key ?? ''))
  expect(createHash('sha256').update(stored).digest('hex')).toBe(row?.resume_sha256)
  expect(stored.equals(resume.buffer)).toBe(true)
  const reference = referenceOf(row?.id ?? '')
  const lettersAboutIt = async () => {
    const letters = await Promise.all((await site.letters()).map((eml) => PostalMime.parse(eml)))
    return letters.filter(({ text }) => text?.includes(reference))
  }
  const addressees = async () => (await lettersAboutIt()).map(({ to }) => to?.[0]?.address).sort()
  await expect.poll(addressees).toEqual([email, 'staff@example.org'].sort())
  const letters = await lettersAboutIt()
  return { internship: row?.internship, reference, letters: letters.map(({ text }) => text ?? '') }
}

const nameField = (page: Page) => page.getByLabel('Full Name')
const applyingFor = (page: Page) => page.getByLabel('Applying for')
const domain = (page: Page) => page.getByLabel('Internship Domain')

test(
  'a student applies, and the application, the resume and two letters with the facts are kept',
  bothScreens,
  async ({ page, site }, { project }) => {
    const email = `asha-${project.name}@example.com`
    await page.goto('/apply')
    await expect(page.getByText('You must be 18 or older to apply')).toBeVisible()
    await expect(applyingFor(page)).toHaveCount(0)
    await expectProgrammeFacts(page.getByRole('main'))
    const facts = await programmeFacts(page.getByRole('main')).locator('..').boundingBox()
    const box = await page.getByLabel('I agree to the').boundingBox()
    const gap = (box?.y ?? Infinity) - ((facts?.y ?? 0) + (facts?.height ?? 0))
    expect(gap).toBeGreaterThan(0)
    // Between them is the way to ask if it is genuine.
    expect(gap).toBeLessThan(90)
    await fillApplication(page, email)
    await expect(page.getByText('resume.pdf', { exact: true })).toBeVisible()
    await expect(page.getByText('(20 KB)')).toBeVisible()
    await expect(submitButton(page)).toHaveText('Submit Application')
    await expectAccessible(page)
    await submitButton(page).click()

    await expect(applied(page)).toBeFocused()
    for (const [name, href] of [
      ['Return to Home', '/'],
      ['Explore More Internships', '/internships'],
    ] as const) {
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', href)
    }
    await expect(nameField(page)).toHaveCount(0)
    await expect(programmeFacts(page.getByRole('main'))).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Benefits of Our' })).toHaveCount(0)
    const { letters } = await expectStoredOnce(site, email)
    for (const words of ['Unpaid', '8-10 hours a week', 'Online', wholeFee])
      expect(letters.filter((text) => text.includes(words))).not.toEqual([])
    await page.goto('/apply')
    await expect(nameField(page)).toHaveValue('')
  },
)

test('the fourth application of a day is stored, and the page says that no further email goes out', async ({
  page,
  site,
}) => {
  const email = 'fourth@example.com'
  for (const college of ['College One', 'College Two', 'College Three']) {
    const body = formData({ email, college })
    const { status } = await fetch(`${site.url}/api/internship/apply/`, { method: 'POST', body })
    expect(status).toBe(201)
  }
  await page.goto('/apply')
  await fillApplication(page, email)
  await submitButton(page).click()
  await expect(page.getByText('we send it no more until tomorrow')).toBeVisible()
  await expect(page.getByText('We send an email with this reference')).toHaveCount(0)
  expect(rowsOf(site, email)).toHaveLength(4)
})

test('under another name of the same server the form is sent to where the page came from', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url.replace('localhost', '127.0.0.1')}/apply`)
  await fillApplication(page, 'other-name@example.com')
  await submitButton(page).click()
  await expect(applied(page)).toBeVisible()
  expect(rowsOf(site, 'other-name@example.com')).toHaveLength(1)
})

test('an error shows once its field has been changed, in the field and in the summary', async ({
  page,
}) => {
  await page.goto('/apply')
  await expect(submitButton(page)).toHaveText('Please agree to terms first')
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(errorSummary(page)).toHaveCount(0)
  for (const name of ['Privacy Policy (opens', 'Terms of Service (opens'])
    await expect(page.getByRole('link', { name })).toHaveAttribute('target', '_blank')

  await nameField(page).fill('A')
  await expect(page.locator('#name-error')).toHaveText('Name must be at least 2 characters.')
  await expect(errorSummary(page)).toHaveText(/Name must be at least 2 characters\./)
  await expect(submitButton(page)).toHaveText('Please fix form errors')
  await nameField(page).fill('')
  await expect(page.locator('#name-error')).toHaveText('Name is required')
  await nameField(page).fill('Asha')
  await expect(page.locator('#name-error')).toHaveCount(0)
  await expect(submitButton(page)).toHaveText('Please agree to terms first')

  for (const [label, message, most] of [
    ['Full Name', 'Name must be at most 200 characters.', 200],
    ['Email Address', 'Email must be at most 254 characters.', 254],
    ['Phone Number', 'Phone number must be at most 40 characters.', 40],
    ['College/University', 'College name must be at most 200 characters.', 200],
    ['LinkedIn Profile', 'LinkedIn profile must be at most 300 characters.', 300],
    ['Why do you want this internship?', 'Message must be at most 5000 characters.', 5_000],
  ] as const) {
    await expectTooLongSaid(page, label, message, most)
  }
})

test('every field says what is wrong with it', async ({ page }) => {
  await page.goto('/apply')
  await page.getByLabel('I agree to the').check()
  await expect(submitButton(page)).toHaveText('Submit Application')
  await submitButton(page).click()
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
  await errorSummary(page).getByRole('link', { name: 'Phone number is required' }).click()
  await expect(page.getByLabel('Phone Number')).toBeFocused()
  await page.getByLabel('Email Address').fill('asha@')
  await expect(page.locator('#email-error')).toHaveText('Please enter a valid email address.')
  await page.getByLabel('Phone Number').fill('12345')
  await expect(page.locator('#phone-error')).toHaveText('Please enter a valid phone number.')
  const resumeError = page.locator('#resume-error')
  for (const [change, message] of [
    [
      { name: 'photo.png', mimeType: 'image/png' },
      'Resume must be a PDF or Word document (.pdf, .doc, .docx)',
    ],
    [{ buffer: Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-') }, 'larger than 5 MB'],
  ] as const) {
    await page.getByLabel('Resume').setInputFiles({ ...resume, ...change })
    await expect(resumeError).toContainText(message)
  }
  await page.getByRole('button', { name: 'Remove resume.pdf' }).click()
  await expect(resumeError).toHaveText('Please upload your resume')
})

test('pressing the button with the terms unticked asks for agreement', async ({ page }) => {
  await page.goto('/apply')
  await fillApplication(page)
  await page.getByLabel('I agree to the').uncheck()
  await expect(submitButton(page)).toHaveText('Please agree to terms first')
  await submitButton(page).press('Enter')
  await expect(toasts(page)).toContainText('Agreement Required')
  await expect(errorSummary(page)).toBeFocused()
  await expect(errorSummary(page)).toContainText(
    'You must agree to the privacy policy and terms of service to proceed',
  )
  await page.getByLabel('I agree to the').check()
  await expect(submitButton(page)).toHaveText('Submit Application')
})

test.describe('when sending fails', () => {
  test.use({ forgiven: failedLoads })

  test('errors from the server stay at their fields until these are changed', async ({ page }) => {
    const errors = { email: ['This address is blocked.', 'Second.'], phone: 'Unknown number.' }
    await answerForms(page, 400, { ...errors, other: ['x'] })
    await page.goto('/apply')
    await fillApplication(page)
    await submitButton(page).click()
    await expect(page.locator('#email-error')).toHaveText('This address is blocked.')
    await expect(page.locator('#phone-error')).toHaveText('Unknown number.')
    await expect(errorSummary(page)).toBeFocused()
    await expect(submitButton(page)).toHaveText('Please fix form errors')
    await page.getByLabel('Email Address').fill('asha2@example.com')
    await expect(page.locator('#email-error')).toHaveCount(0)
  })

  test('an answer that never arrives loses nothing, and sending again stores it once', async ({
    page,
    site,
  }) => {
    const email = 'ravi@example.com'
    await page.goto('/apply')
    await fillApplication(page, email)
    await loseAnswers(page)
    await submitButton(page).click()
    await expect(page.getByText('Your application was not sent.')).toBeVisible()
    await expect(nameField(page)).toHaveValue('Asha Example')
    await expect(submitButton(page)).toHaveText('Submit Application')
    await expectAccessible(page)
    await page.unrouteAll()
    await submitButton(page).click()
    await expect(applied(page)).toBeVisible()
    await expectStoredOnce(site, email)
  })
})

test('what was typed survives a reload, and only a resume that had been chosen is missed', async ({
  page,
}) => {
  const notice = page.getByRole('status').filter({ hasText: 'We kept what you typed.' })
  const resumeField = page.getByLabel('Resume')
  await page.goto('/apply')
  await nameField(page).fill('Asha Example')
  await page.reload()
  await expect(nameField(page)).toHaveValue('Asha Example')
  await expect(submitButton(page)).toHaveText('Please agree to terms first')
  await expect(resumeField).not.toHaveAttribute('aria-invalid')

  await fillApplication(page)
  await expect(submitButton(page)).toHaveText('Submit Application')
  await page.reload()
  await expect(notice).toContainText('Please choose your resume again.')
  await expect(domain(page)).toHaveValue('Data Science')
  await expect(page.getByLabel('I agree to the')).toBeChecked()
  await expect(resumeField).toHaveValue('')
  await expect(resumeField).toHaveAttribute('aria-invalid', 'true')
  await expect(submitButton(page)).toHaveText('Please fix form errors')
  await expect(submitButton(page)).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  await resumeField.setInputFiles(resume)
  await expect(notice).toHaveCount(0)
  await expect(submitButton(page)).toHaveText('Submit Application')
})

test('while sending, the button says so and the progress is shown', async ({ page }) => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/internship/apply/', async (route) => {
    await answer.promise
    await route.fulfill({ status: 201, json: { id: 'x' } })
  })
  await page.goto('/apply')
  await fillApplication(page)
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Submitting...')
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expectAccessible(page)
  answer.resolve()
  await expect(applied(page)).toBeVisible()
})

test('the internship goes along from its page into draft, confirmation, row and letters', async ({
  page,
  site,
}) => {
  const email = 'internship@example.com'
  const fullStack = 'Full Stack Web Development, 8 weeks'
  await page.goto('/internships/3')
  await page.getByRole('link', { name: 'Apply Now for Full Stack' }).first().click()
  await expect(page).toHaveURL('/apply?internship=3')
  await expect(applyingFor(page)).toHaveValue('3')
  await expect(domain(page)).toHaveValue('Web Development')
  await nameField(page).fill('Asha Example')
  await page.goto('/apply')
  await expect(applyingFor(page)).toHaveValue('3')
  await fillApplication(page, email)
  await expectAccessible(page)
  await submitButton(page).click()

  await expect(applied(page)).toBeFocused()
  await expect(page.getByText(fullStack)).toBeVisible()
  const { internship, reference, letters } = await expectStoredOnce(site, email)
  expect(internship).toBe('3')
  await expect(page.getByText(reference, { exact: true })).toBeVisible()
  for (const text of letters) expect(text).toContain(fullStack)
})

test('another internship brings its domain and its weeks along, and none yet is not sent', async ({
  page,
  site,
}) => {
  const email = 'no-internship@example.com'
  await page.goto('/apply?internship=3')
  await expectProgrammeFacts(page.getByRole('main'), '8 weeks')
  await applyingFor(page).selectOption('Data Science & Analysis, 6 weeks')
  await expect(domain(page)).toHaveValue('Data Science')
  await expect(page.getByText('Set by your internship: Data Science & Analysis.')).toBeVisible()
  await expectProgrammeFacts(page.getByRole('main'), '6 weeks')
  await fillApplication(page, email)
  await applyingFor(page).selectOption('Not decided yet')
  await submitButton(page).click()
  await expect(applied(page)).toBeVisible()
  expect(rowsOf(site, email)).toMatchObject([{ internship: null }])
})

test('a domain that is not the internship’s is pointed out, put right by a tap, and never blocks', async ({
  page,
  site,
}) => {
  const email = 'mismatch@example.com'
  await page.goto('/apply?internship=8')
  await fillApplication(page, email)
  const notice = page.getByRole('status').filter({ hasText: 'Change the domain' })
  await expect(notice).toContainText(
    'You chose the internship Python Programming, but another domain. Change the domain, or clear the internship?',
  )
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Change to Python Programming' }).click()
  await expect(domain(page)).toHaveValue('Python Programming')
  await expect(notice).toHaveCount(0)
  await domain(page).selectOption('Digital Marketing')
  await page.getByRole('button', { name: 'Clear the internship' }).click()
  await expect(applyingFor(page)).toHaveValue('')
  await expect(notice).toHaveCount(0)
  await applyingFor(page).selectOption({ index: 4 })
  await expect(domain(page)).toHaveValue('Data Science')
  await domain(page).selectOption('Machine Learning')
  await expect(notice).toHaveCount(0)
  await domain(page).selectOption('Digital Marketing')
  await expect(notice).toBeVisible()
  await submitButton(page).click()
  await expect(applied(page)).toBeVisible()
  expect(rowsOf(site, email)).toMatchObject([{ internship: '4', domain: 'Digital Marketing' }])
})

test('a slip in an e-mail address is pointed out when the field is left, and taken back by a tap', async ({
  page,
  site,
}) => {
  const field = page.getByLabel('Email Address')
  await page.goto('/apply')
  await fillApplication(page, 'priya@gmial.com')
  await field.focus()
  await field.blur()
  const suggestion = page.getByRole('button', { name: 'Did you mean priya@gmail.com?' })
  await expect(suggestion).toBeVisible()
  await expect(submitButton(page)).toHaveText('Submit Application')
  await expectAccessible(page)
  await suggestion.click()
  await expect(field).toHaveValue('priya@gmail.com')
  await expect(suggestion).toHaveCount(0)
  await field.fill('priya@gmai.ac.in')
  await field.blur()
  await page.waitForTimeout(300)
  await expect(page.getByText('Did you mean')).toHaveCount(0)
  await field.fill('priya@outlok.com')
  await field.blur()
  await expect(page.getByText('Did you mean priya@outlook.com?')).toBeVisible()
  await submitButton(page).click()
  await expect(applied(page)).toBeVisible()
  expect(rowsOf(site, 'priya@outlok.com')).toHaveLength(1)
})

test('somebody without a resume gets a Word file to fill in, and can apply with it', async ({
  page,
  site,
}) => {
  const email = 'template@example.com'
  await page.goto('/apply')
  const link = page.getByRole('link', { name: 'one-page Word file' })
  await expect(link).toHaveAttribute('href', '/resume-template.docx')
  const coming = page.waitForEvent('download')
  await link.click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('resume-template.docx')
  await fillApplication(page, email)
  const buffer = await readFile(await download.path())
  await page.getByLabel('Resume').setInputFiles({
    name: 'resume.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    buffer,
  })
  await submitButton(page).click()
  await expect(applied(page)).toBeVisible()
  expect(rowsOf(site, email)).toHaveLength(1)
})

test('the reference is copied by one tap or, where the browser refuses, selected', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/apply')
  await fillApplication(page, 'copies@example.com')
  await submitButton(page).click()
  const reference = await page.getByText(/^NAIC-.{4}-.{4}$/).textContent()
  await expect(page.getByText('We send an email with this reference to copies@')).toBeVisible()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('No.'))
  })
  await page.getByRole('button', { name: 'Copied' }).click()
  await expect(page.getByText('We could not copy it.')).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toBe(reference)
})

test('an address with a domain selects it, and one with nothing known has the form as ever', async ({
  page,
}) => {
  for (const [query, selected] of [
    ['?domain=Cyber+Security', 'Cyber Security'],
    ['?internship=99', ''],
    ['?domain=x', ''],
  ] as const) {
    await page.goto(`/apply${query}`)
    await expect(domain(page)).toHaveValue(selected)
    await expect(applyingFor(page)).toHaveCount(0)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, forgiven: failedLoads })

  test('a refused form comes back with what was typed and what is wrong, and then the same is kept', async ({
    page,
    site,
  }) => {
    await page.goto('/apply?internship=4')
    await expect(domain(page)).toHaveValue('Data Science')
    await nameField(page).fill('N')
    await page.getByLabel('Why do you want').fill('Line one\nLine two')
    await page.getByLabel('Year of Study').selectOption('Graduated')
    await submitButton(page).click()
    await expect(errorSummary(page)).toContainText('Name must be at least 2 characters.')
    await expect(errorSummary(page)).toContainText('You must agree to the privacy policy')
    await expect(page.locator('#resume-error')).toHaveText('Please upload your resume')
    await expect(nameField(page)).toHaveValue('N')
    await expect(page.getByLabel('Why do you want')).toHaveValue('Line one\nLine two')
    await expect(page.getByLabel('Year of Study')).toHaveValue('Graduated')
    await expect(applyingFor(page)).toHaveValue('4')

    await fillApplication(page, 'noor@example.com')
    await expect(submitButton(page)).toHaveText('Submit Application')
    await submitButton(page).click()
    await expect(applied(page)).toBeVisible()
    await expect(page.getByText('Data Science & Analysis, 6 weeks')).toBeVisible()
    const { internship, reference } = await expectStoredOnce(site, 'noor@example.com')
    expect(internship).toBe('4')
    await expect(page.getByText(reference, { exact: true })).toBeVisible()
  })
})
