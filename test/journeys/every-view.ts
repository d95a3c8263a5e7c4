import type { Page } from '@playwright/test'
import { allPaths } from '#support/all-paths.ts'
import { internshipPaths } from '#support/internships.ts'
import {
  answerForms,
  applied,
  errorSummary,
  fillApplication,
  fillMessage,
  messageSent,
  submitButton,
} from './filled-forms.ts'
import { brokenWords, collidingTexts, cutOff, sidewaysScroll } from './layout-faults.ts'
import { expect } from './site-test.ts'

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

async function sendApplication(page: Page) {
  await answerForms(page, 201, { id: '7f3k92qd-0000-4000-8000-000000000000' })
  await page.goto('/apply?internship=4')
  await fillApplication(page)
  await submitButton(page).press('Enter')
  await expect(applied(page)).toBeFocused()
}

async function sendNothing(page: Page, path: string) {
  await page.goto(path)
  await submitButton(page).press('Enter')
  await expect(errorSummary(page)).toBeFocused()
}

async function sendMessage(page: Page, status: number) {
  await answerForms(page, status, { id: '7f3k92qd', detail: 'Please try again.' })
  await page.goto('/contact')
  await fillMessage(page)
  await submitButton(page).press('Enter')
  const outcome = status === 201 ? messageSent(page) : page.getByText('Your message was not sent.')
  await expect(outcome).toBeVisible()
}

/** Internships share one page: the first, one of eight weeks, and the one with the longest words. */
const someInternships = new Set(
  ['/internships/1', '/internships/3', '/internships/12'].flatMap((path) => [path, `/hi${path}`]),
)

export const views: View[] = [
  ...allPaths
    .filter((path) => !internshipPaths.includes(path) || someInternships.has(path))
    .map(atPath),
  {
    name: 'the application form with every error',
    open: (page) => sendNothing(page, '/apply?internship=4'),
  },
  { name: 'the contact form with every error', open: (page) => sendNothing(page, '/contact') },
  { name: 'an application that was sent', open: sendApplication },
  { name: 'a message that was sent', open: (page) => sendMessage(page, 201) },
  { name: 'a message that could not be sent', open: (page) => sendMessage(page, 503) },
]

/** @returns what of the page is wider than the window, cut off, broken, or over something else. */
export async function misfits(page: Page): Promise<string[]> {
  const over = await sidewaysScroll(page)
  return [
    ...(over > 0 ? [`${over} px too wide`] : []),
    ...(await cutOff(page)).map((what) => `cut off: ${what}`),
    ...(await collidingTexts(page)),
    ...(await brokenWords(page)).map((word) => `broken: ${word}`),
  ]
}
