import type { Page } from '@playwright/test'
import { pdf } from '../support/resumes.ts'

export const resume = { name: 'resume.pdf', mimeType: 'application/pdf', buffer: pdf(20_000) }

/** Fills the application form so that it may be sent, the box for the terms included. */
export async function fillApplication(page: Page, applicant: { name: string; email: string }) {
  await page.getByLabel('Full Name').fill(applicant.name)
  await page.getByLabel('Email Address').fill(applicant.email)
  await page.getByLabel('Phone Number').fill('+91 98765 43210')
  await page.getByLabel('College/University').fill('Example College of Engineering')
  await page.getByLabel('Year of Study').selectOption('3rd Year')
  await page.getByLabel('Internship Domain').selectOption('Data Science')
  await page.getByLabel('Resume').setInputFiles(resume)
  await page.getByLabel('I agree to the').check()
}

export const submitButton = (page: Page) => page.locator('main form button[type=submit]')
export const errorSummary = (page: Page) =>
  page.getByRole('group', { name: 'Please fix the following errors:' })
