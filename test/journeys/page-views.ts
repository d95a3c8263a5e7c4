import type { Page } from '@playwright/test'
import { allPaths } from '../support/all-paths.ts'
import { internshipPaths } from '../support/internships.ts'
import { errorSummary, fillApplication, submitButton } from './apply-form.ts'
import { fillMessage } from './message-form.ts'
import { expect } from './site-test.ts'

/** What somebody may have before them: a page, or what has become of it. */
type View = { name: string; open: (page: Page) => Promise<unknown> }

const atPath = (path: string): View => ({
  name: path,
  async open(page) {
    await page.goto(path)
    // The check takes its time on purpose.
    if (path.startsWith('/verify/'))
      await expect(page.getByText(/^(Verified on \w|No certificate found)/)).toBeVisible()
  },
})

const takeForms = (page: Page) =>
  page.route(/\/api\//, (route) =>
    route.fulfill({ status: 201, json: { id: '7f3k92qd-0000-4000-8000-000000000000' } }),
  )

const ofForms: View[] = [
  {
    name: 'the application form, all wrong',
    async open(page) {
      await page.goto('/apply?internship=4')
      await submitButton(page).press('Enter')
      await expect(errorSummary(page)).toBeFocused()
    },
  },
  {
    name: 'the message form, all wrong',
    async open(page) {
      await page.goto('/contact')
      await submitButton(page).press('Enter')
      await expect(errorSummary(page)).toBeFocused()
    },
  },
  {
    name: 'an application that was sent',
    async open(page) {
      await takeForms(page)
      await page.goto('/apply?internship=4')
      await fillApplication(page, { name: 'Asha Example', email: 'asha@example.com' })
      await submitButton(page).press('Enter')
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeFocused()
    },
  },
  {
    name: 'a message that was sent',
    async open(page) {
      await takeForms(page)
      await page.goto('/contact')
      await fillMessage(page, 'asha@example.com')
      await submitButton(page).press('Enter')
      await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeFocused()
    },
  },
  {
    name: 'a message that could not be sent',
    async open(page) {
      await page.route(/\/api\//, (route) => route.abort())
      await page.goto('/contact')
      await fillMessage(page, 'asha@example.com')
      await submitButton(page).press('Enter')
      await expect(page.getByText('Your message was not sent.')).toBeVisible()
    },
  },
]

/** The menu of narrow windows, open. */
export const openMenu: View = {
  name: 'the open menu',
  async open(page) {
    await page.goto('/about')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await expect(page.getByRole('link', { name: 'Apply Now' }).first()).toBeVisible()
  },
}

/** All there is to see, in parts that take about as long as each other. */
export const views: Record<string, View[]> = {
  'the pages': allPaths.filter((path) => !internshipPaths.includes(path)).map(atPath),
  // They have one page: the first, one of eight weeks, and the one with the longest words.
  'some internships': ['/internships/1', '/internships/3', '/internships/12'].map(atPath),
  'what becomes of forms': ofForms,
}
