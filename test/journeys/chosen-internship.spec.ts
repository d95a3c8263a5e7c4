import PostalMime from 'postal-mime'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { RunningSite } from '../support/start-site.ts'
import { fillApplication, submitButton } from './apply-form.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './site-test.ts'

const fullStack = 'Full Stack Web Development, 8 weeks'

const applicationOf = (site: RunningSite, email: string) =>
  site.query<{ id: string; internship: string | null; domain: string }>(
    'SELECT id, internship, domain FROM application WHERE email = ?',
    email,
  )

const lettersWith = async (site: RunningSite, text: string) => {
  const letters = await Promise.all((await site.letters()).map((eml) => PostalMime.parse(eml)))
  return letters.filter((letter) => letter.text?.includes(text))
}

test('the internship goes along from its page into draft, confirmation, row and letters', async ({
  page,
  site,
}, { project }) => {
  const email = `internship-${project.name}@example.com`
  await page.goto('/internships/3')
  await page.getByRole('link', { name: 'Apply Now for Full Stack' }).first().click()
  await expect(page).toHaveURL('/apply?internship=3')
  const applyingFor = page.getByLabel('Applying for')
  await expect(applyingFor).toHaveValue('3')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Web Development')
  await fillApplication(page, { name: 'Asha Example', email })
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.goto('/apply')
  await expect(applyingFor).toHaveValue('3')
  await expect(page.getByLabel('Full Name')).toHaveValue('Asha Example')
  await fillApplication(page, { name: 'Asha Example', email })
  await submitButton(page).click()

  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeFocused()
  await expect(page.getByText(fullStack)).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const [row] = applicationOf(site, email)
  expect(row).toMatchObject({ internship: '3' })
  const reference = referenceOf(row?.id ?? '')
  await expect(page.getByText(reference, { exact: true })).toBeVisible()
  await expect.poll(async () => (await lettersWith(site, reference)).length).toBe(2)
  for (const letter of await lettersWith(site, reference)) expect(letter.text).toContain(fullStack)
})

test('another internship brings its domain along, and none in particular is not sent', async ({
  page,
  site,
}, { project }) => {
  const email = `no-internship-${project.name}@example.com`
  await page.goto('/apply?internship=3')
  await page.getByLabel('Applying for').selectOption('Data Science & Analysis, 6 weeks')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Data Science')
  await fillApplication(page, { name: 'Asha Example', email })
  await page.getByLabel('Applying for').selectOption('No internship in particular')
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  expect(applicationOf(site, email)).toMatchObject([{ internship: null }])
})

test('an application that says less has its form as ever', async ({ page }) => {
  for (const address of [
    '/apply',
    '/apply?internship=99',
    '/apply?internship=',
    '/apply?domain=x',
  ]) {
    await page.goto(address)
    await expect(page.getByLabel('Full Name')).toBeVisible()
    await expect(page.getByLabel('Applying for')).toHaveCount(0)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the internship stays through a mistake, and is on the confirmation', async ({
    page,
    site,
    complaints,
  }, { project }) => {
    const email = `plain-internship-${project.name}@example.com`
    await page.goto('/apply?internship=4')
    await expect(page.getByLabel('Internship Domain')).toHaveValue('Data Science')
    await submitButton(page).click()
    await expect(page.getByLabel('Applying for')).toHaveValue('4')
    await fillApplication(page, { name: 'Noor Example', email })
    await submitButton(page).click()
    await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
    await expect(page.getByText('Data Science & Analysis, 6 weeks')).toBeVisible()
    const [row] = applicationOf(site, email)
    expect(row?.internship).toBe('4')
    await expect(page.getByText(referenceOf(row?.id ?? ''), { exact: true })).toBeVisible()
    complaints.splice(0)
  })
})
