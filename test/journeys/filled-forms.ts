import { expect, type Locator, type Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { pdf } from '#support/resumes.ts'
import type { RunningSite } from '#support/start-site.ts'

export const resume = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: pdf(20_000) }

/** Fills the application form so that it may be sent, the box for the terms included. */
export async function fillApplication(page: Page, email = 'asha@example.com'): Promise<void> {
  await page.getByLabel('Full Name').fill('Asha Example')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Phone Number').fill('+91 98765 43210')
  await page.getByLabel('College/University').fill('Example College of Engineering')
  await page.getByLabel('Year of Study').selectOption('3rd Year')
  await page.getByLabel('Internship Domain').selectOption('Data Science')
  await page.getByLabel('Resume').setInputFiles(resume)
  await page.getByLabel('I agree to the').check()
}

export const messageText = 'Please send me what you keep of me.\nThank you.'

export async function fillMessage(page: Page, email = 'asha@example.com'): Promise<void> {
  await page.getByLabel('Your Name').fill('Asha Example')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Subject').fill('Data request')
  await page.getByLabel('Your Message').fill(messageText)
}

export const submitButton = (page: Page) => page.locator('main form button[type=submit]')
export const errorSummary = (page: Page) =>
  page.getByRole('group', { name: 'Please fix the following errors:' })
export const toasts = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
export const applied = (page: Page) => page.getByRole('heading', { name: 'Application Submitted!' })
export const messageSent = (page: Page) => page.getByRole('heading', { name: 'Thank You!' })

export const answerForms = (page: Page, status: number, json: object) =>
  page.route(/\/api\//, (route) => route.fulfill({ status, json }))

/** Checks that nothing of a text is cut while it is typed, however long, and that a message says the limit. */
export async function expectTooLongSaid(page: Page, label: string, message: string, most: number) {
  const field = page.getByLabel(label)
  await field.fill('7'.repeat(most - 1))
  await field.press('End')
  await field.pressSequentially('123')
  await expect(field).toHaveValue(`${'7'.repeat(most - 1)}123`)
  await expect(errorSummary(page)).toContainText(message)
}

/** Waits until sender and staff have a letter about a reference. @returns what they say. */
export async function lettersAbout(site: RunningSite, reference: string, sender: string) {
  const letters = async () => {
    const all = await Promise.all((await site.letters()).map((eml) => PostalMime.parse(eml)))
    return all.filter(({ text }) => text?.includes(reference))
  }
  const addressees = async () => (await letters()).map(({ to }) => to?.[0]?.address).toSorted()
  await expect.poll(addressees).toEqual([sender, 'staff@example.org'].toSorted())
  return (await letters()).map(({ text }) => text ?? '')
}

/** The facts that everybody must know before they apply, within a part of a page. */
export const programmeFacts = (within: Locator): Locator =>
  within.getByRole('list', { name: 'Before you apply' })

export const wholeFee = '₹105 documentation fee for internship completion and certificate issuance'

/**
 * @param duration of one internship; by default, of all of them.
 * @param fee in the words of that place: a short list does not say what it is for.
 */
export async function expectProgrammeFacts(
  within: Locator,
  duration = '4, 6 or 8 weeks',
  fee = wholeFee,
) {
  const facts = ['Unpaid', '8-10 hours a week', duration, 'Online', fee]
  await expect(programmeFacts(within).getByRole('listitem')).toHaveText(facts)
}
