import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
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
  lettersAbout,
  resume,
  submitButton,
  wholeFee,
} from '../filled-forms.ts'
import {
  bothScreens,
  expect,
  expectAccessible,
  failedLoads,
  hold,
  openAlive,
  test,
  untilAlive,
} from '../site-test.ts'

test.use({ forgiven: failedLoads })

type Row = { id: string; internship: string; notice_version: string } & Resume
type Resume = { resume_key: string; resume_sha256: string }

const rowsOf = (site: RunningSite, email: string) =>
  site.query<Row>('SELECT * FROM application WHERE email = ?', email)

/** @returns the letters about the one application of this address, and its reference. */
async function expectStoredOnce(site: RunningSite, email: string) {
  const [row, ...more] = rowsOf(site, email)
  expect(more).toEqual([])
  expect(row?.notice_version).toBe(privacyNotice.version)
  const stored = await readFile(path.join(site.dataDir, 'resumes', row?.resume_key ?? ''))
  expect(createHash('sha256').update(stored).digest('hex')).toBe(row?.resume_sha256)
  expect(stored.equals(resume.buffer)).toBe(true)
  const reference = referenceOf(row?.id ?? '')
  const letters = await lettersAbout(site, reference, email)
  return { internship: row?.internship, reference, letters }
}

const nameField = (page: Page) => page.getByLabel('Full Name')
const applyingFor = (page: Page) => page.getByLabel('Applying for')
const domain = (page: Page) => page.getByLabel('Internship Domain')

test('an application is kept whole', bothScreens, async ({ page, context, site }, { project }) => {
  const email = `asha-${project.name}@example.com`
  const fullStack = 'Full Stack Web Development, 8 weeks'
  await page.goto('/internships/3')
  await page.getByRole('link', { name: 'Apply Now for Full Stack' }).first().click()
  await expect(page).toHaveURL('/apply?internship=3')
  await expect(applyingFor(page)).toHaveValue('3')
  await expect(domain(page)).toHaveValue('Web Development')
  await expectProgrammeFacts(page.getByRole('main'), '8 weeks')
  await untilAlive(page)
  await nameField(page).fill('Asha Example')
  await page.goto('/apply')
  await expect(applyingFor(page)).toHaveValue('3')
  await fillApplication(page, email)
  await expect(page.getByText('resume.pdf', { exact: true })).toBeVisible()
  await expect(page.getByText('(20 KB)')).toBeVisible()
  await expect(submitButton(page)).toHaveText('Submit Application')
  await submitButton(page).click()

  await expect(applied(page)).toBeFocused()
  for (const name of ['Return to Home', 'Explore More Internships'])
    await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(nameField(page)).toHaveCount(0)
  await expect(page.getByText(fullStack)).toBeVisible()
  await expectProgrammeFacts(page.getByRole('main'), '8 weeks')
  const tell = page.getByRole('main').getByRole('link', { name: 'WhatsApp' })
  await expect(tell).toHaveAttribute('href', /wa\.me.*%E2%82%B9105.*\/internships\/3$/)
  const { internship, reference, letters } = await expectStoredOnce(site, email)
  expect(internship).toBe('3')
  for (const text of letters) expect(text).toContain(fullStack)
  expect(letters.join()).toContain(wholeFee)

  await expect(page.getByText(reference, { exact: true })).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(reference)
  // Kept on this device alone, and forgotten with one tap.
  const sentOne = () =>
    page.getByRole('listitem').filter({ hasText: `: ${reference}, Full Stack Web Development` })
  await page.goBack()
  await page.goForward()
  await expect(sentOne()).toBeVisible()
  await expect(nameField(page)).toHaveValue('')
  await page.goto('/contact')
  await page.getByRole('button', { name: `Write about it ${reference}` }).click()
  await expect(page.getByLabel('Subject')).toHaveValue(`My application ${reference}`)
  await expect(page.getByLabel('Your Message')).toBeFocused()
  await page.getByRole('button', { name: 'Forget them here' }).click()
  await expect(sentOne()).toHaveCount(0)
  await openAlive(page, '/apply')
  await expect(sentOne()).toHaveCount(0)
})

test('the fourth application of a day is stored without a letter', async ({ page, site }) => {
  const email = 'fourth@example.com'
  for (const college of ['College One', 'College Two', 'College Three']) {
    const body = formData({ email, college })
    await fetch(`${site.url}/api/internship/apply/`, { method: 'POST', body })
  }
  await page.goto(`${site.url.replace('localhost', '127.0.0.1')}/apply?internship=99&domain=x`)
  await expect(page.getByText('You must be 18 or older to apply')).toBeVisible()
  await expect(applyingFor(page)).toHaveCount(0)
  await expect(domain(page)).toHaveValue('')
  await fillApplication(page, email)
  await submitButton(page).click()
  await expect(page.getByText('we send it no more until tomorrow')).toBeVisible()
  expect(rowsOf(site, email)).toHaveLength(4)
})

test('an error shows once its field has been changed, or the form sent', async ({ page }) => {
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
  await expectTooLongSaid(page, 'Full Name', 'Name must be at most 200 characters.', 200)
  await nameField(page).fill('Asha')
  await expect(page.locator('#name-error')).toHaveCount(0)

  await page.getByLabel('I agree to the').check()
  await expect(submitButton(page)).toHaveText('Submit Application')
  await submitButton(page).click()
  await expect(errorSummary(page)).toBeFocused()
  await expect(errorSummary(page).getByRole('listitem')).toHaveCount(6)
  await errorSummary(page).getByRole('link', { name: 'Phone number is required' }).click()
  await expect(page.getByLabel('Phone Number')).toBeFocused()
  const resumeError = page.locator('#resume-error')
  for (const [change, message] of [
    [{ name: 'photo.png', mimeType: 'image/png' }, 'Resume must be a PDF or Word document'],
    [{ buffer: Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-') }, 'larger than 5 MB'],
  ] as const) {
    await page.getByLabel('Resume').setInputFiles({ ...resume, ...change })
    await expect(resumeError).toContainText(message)
    const colour = await resumeError.evaluate((error) => getComputedStyle(error).color)
    await expect(page.getByText(/^(photo|resume)\.p/)).toHaveCSS('color', colour)
  }
  await page.getByRole('button', { name: 'Remove resume.pdf' }).click()
  await expect(resumeError).toHaveText('Please upload your resume')

  await fillApplication(page)
  await page.getByLabel('I agree to the').uncheck()
  await submitButton(page).press('Enter')
  await expect(errorSummary(page)).toContainText(
    'You must agree to the privacy policy and terms of service to proceed',
  )
})

test('errors from the server stay, and a lost answer loses nothing', async ({ page, site }) => {
  const email = 'ravi@example.com'
  const errors = { email: ['This address is blocked.', 'Second.'], phone: 'Unknown number.' }
  await answerForms(page, 400, { ...errors, other: ['x'] })
  await page.goto('/apply')
  await fillApplication(page)
  await submitButton(page).click()
  await expect(page.locator('#email-error')).toHaveText('This address is blocked.')
  await expect(page.locator('#phone-error')).toHaveText('Unknown number.')
  await expect(errorSummary(page)).toBeFocused()
  await page.getByLabel('Email Address').fill(email)
  await expect(page.locator('#email-error')).toHaveCount(0)
  await expect(submitButton(page)).toHaveText('Please fix form errors')
  await page.getByLabel('Phone Number').fill('+91 98765 43211')
  await page.unrouteAll()

  await page.route('**/api/internship/apply/', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submitButton(page).click()
  await expect(page.getByText('Your application was not sent.')).toBeVisible()
  await page.unrouteAll()
  const release = await hold(page, '**/api/internship/apply/')
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Submitting...')
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expectAccessible(page)
  release()
  await expect(applied(page)).toBeVisible()
  await expectStoredOnce(site, email)
})

test('a resume that is gone after it was chosen is asked for again', async ({ page }, info) => {
  const file = info.outputPath('resume.pdf')
  await writeFile(file, resume.buffer)
  await page.goto('/apply')
  await fillApplication(page, 'changed@example.com')
  await page.getByLabel('Resume').setInputFiles(file)
  // A browser sees a change that comes within the same second only by chance.
  await rm(file)
  await submitButton(page).click()
  await expect(errorSummary(page)).toBeFocused()
  await expect(page.locator('#resume-error')).toHaveText(
    'This file was changed or moved after you chose it. Please choose your resume again.',
  )
  await writeFile(file, resume.buffer)
  await page.getByLabel('Resume').setInputFiles(file)
  await submitButton(page).click()
  await expect(applied(page)).toBeVisible()
})

test('what was typed survives a reload, only the resume is missed', async ({ page, site }) => {
  const email = 'template@example.com'
  const notice = page.getByRole('status').filter({ hasText: 'We kept what you typed.' })
  const resumeField = page.getByLabel('Resume')
  await openAlive(page, '/apply')
  await nameField(page).fill('Asha Example')
  await page.reload()
  await expect(nameField(page)).toHaveValue('Asha Example')
  await expect(resumeField).not.toHaveAttribute('aria-invalid')
  await fillApplication(page, email)
  await page.reload()
  await expect(notice).toContainText('Please choose your resume again.')
  await expect(domain(page)).toHaveValue('Data Science')
  await expect(page.getByLabel('I agree to the')).toBeChecked()
  await expect(resumeField).toHaveValue('')
  await expect(resumeField).toHaveAttribute('aria-invalid', 'true')
  await expect(submitButton(page)).toHaveText('Please fix form errors')
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'one-page Word file' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe('resume-template.docx')
  const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const buffer = await readFile(await download.path())
  await resumeField.setInputFiles({ name: 'resume.docx', mimeType, buffer })
  await expect(notice).toHaveCount(0)
  await submitButton(page).click()
  await expect(applied(page)).toBeVisible()
  expect(rowsOf(site, email)).toHaveLength(1)
})

test('what was chosen instead of what the address asks for survives a reload', async ({ page }) => {
  await openAlive(page, '/apply?internship=3')
  await domain(page).selectOption('Cloud Computing')
  await page.reload()
  await expect(domain(page)).toHaveValue('Cloud Computing')
  await applyingFor(page).selectOption('Python Programming, 4 weeks')
  await page.reload()
  await expect(applyingFor(page)).toHaveValue('8')
  await expect(domain(page)).toHaveValue('Python Programming')
  await openAlive(page, '/apply?internship=3')
  await expect(applyingFor(page)).toHaveValue('3')
  await expect(domain(page)).toHaveValue('Web Development')
})

test('a wrong domain and a slip in an address are pointed out', async ({ page, site }) => {
  await page.goto('/apply?internship=3')
  await applyingFor(page).selectOption('Data Science & Analysis, 6 weeks')
  await expect(domain(page)).toHaveValue('Data Science')
  await expect(page.getByText('Set by your internship: Data Science & Analysis.')).toBeVisible()
  await domain(page).selectOption('Machine Learning')
  const notice = page.getByRole('status').filter({ hasText: 'Change the domain' })
  await expect(notice).toHaveCount(0)
  await fillApplication(page, 'priya@gmial.com')
  await domain(page).selectOption('Digital Marketing')
  await expect(notice).toContainText(
    'You chose the internship Data Science & Analysis, but another domain. Change the domain, or clear the internship?',
  )
  const suggestion = page.getByRole('button', { name: 'Did you mean priya@gmail.com?' })
  await suggestion.click()
  await expect(page.getByLabel('Email Address')).toHaveValue('priya@gmail.com')
  await expect(suggestion).toHaveCount(0)
  await page.getByRole('button', { name: 'Change to Data Science' }).click()
  await expect(domain(page)).toHaveValue('Data Science')
  await expect(notice).toHaveCount(0)
  await domain(page).selectOption('Digital Marketing')
  await page.getByRole('button', { name: 'Clear the internship' }).click()
  await expect(applyingFor(page)).toHaveValue('')

  await applyingFor(page).selectOption({ index: 4 })
  await domain(page).selectOption('Digital Marketing')
  await page.getByLabel('Email Address').fill('priya@outlok.com')
  await submitButton(page).click()
  await expect(applied(page)).toBeVisible()
  const rows = rowsOf(site, 'priya@outlok.com')
  expect(rows).toMatchObject([{ internship: '4', domain: 'Digital Marketing' }])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a refused form comes back with what was typed, and is sent', async ({ page, site }) => {
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
