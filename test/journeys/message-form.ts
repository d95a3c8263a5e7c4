import type { Page } from '@playwright/test'

/** Fills the contact form so that it may be sent. */
export async function fillMessage(page: Page, email: string): Promise<void> {
  await page.getByLabel('Your Name').fill('Asha Example')
  await page.getByLabel('Email Address').fill(email)
  await page.getByLabel('Subject').fill('Data request')
  await page.getByLabel('Your Message').fill('Please send me what you keep of me.\nThank you.')
}
