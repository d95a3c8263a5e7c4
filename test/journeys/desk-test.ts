import type { Page } from '@playwright/test'
import { messageForm } from '../support/ravis-message.ts'
import { OpenDesk } from '../support/open-desk.ts'
import type { RunningSite } from '../support/start-site.ts'
import { test as base } from './site-test.ts'

/** Journeys at a desk of their own, beside the site that they share. */
export const test = base.extend<{ desk: OpenDesk }>({
  desk: async ({ site, page }, use) => {
    const desk = await OpenDesk.open({ DATA_DIR: site.dataDir, SITE_URL: site.url })
    await use(desk)
    // What is still asked would find nobody.
    await page.goto('about:blank')
    await desk.close()
  },
})

/** @param path of the desk, to go to once it is open. */
export async function goToDesk(page: Page, desk: OpenDesk, path = '/applications'): Promise<void> {
  await page.goto(desk.address)
  await page.getByRole('navigation', { name: 'Desk' }).waitFor()
  await page.goto(desk.url + path)
}

type Answers = Record<string, string>

/** Sends an application as the form does. @returns its id. */
export async function applyAs(
  site: RunningSite,
  answers: Answers & { name: string },
  resume: File,
): Promise<string> {
  const form = new FormData()
  const all: Answers = {
    email: `${answers.name.toLowerCase().replaceAll(/\W+/g, '.')}@example.com`,
    phone: '+91 98765 43210',
    college: 'Example Polytechnic',
    year: '3rd Year',
    domain: 'Data Science',
    linkedin: '',
    message: '',
    ...answers,
  }
  for (const [name, value] of Object.entries(all)) form.append(name, value)
  form.append('resume', resume)
  const answer = await fetch(`${site.url}/api/internship/apply/`, { method: 'POST', body: form })
  if (answer.status !== 201) throw new Error(await answer.text())
  return ((await answer.json()) as { id: string }).id
}

/** Sends Ravi's message, with other answers. */
export async function sendAsRavi(site: RunningSite, answers: Answers): Promise<void> {
  const body = messageForm(answers)
  const answer = await fetch(`${site.url}/api/contact/`, { method: 'POST', body })
  if (answer.status !== 201) throw new Error(await answer.text())
}

/** Where there is no room for both, the list is behind the one that is opened. */
export async function backToList(page: Page): Promise<void> {
  const back = page.getByRole('link', { name: 'Back to the list' })
  if (await back.isVisible()) await back.click()
}
