import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import type { Page, Request } from '@playwright/test'
import Pdf from 'pdfkit'
import { asha } from '#support/ashas-form.ts'
import { messageForm } from '#support/ravis-message.ts'
import { OpenDesk } from '#support/open-desk.ts'
import { pdf } from '#support/resumes.ts'
import type { StaffMember } from '#support/staff-at-desk.ts'
import type { RunningSite } from '#support/start-site.ts'
import { test as base } from './site-test.ts'
import { type Served, serveDeskBeside } from './staff-test.ts'

/** A desk that is open, and somebody who is signed in there. */
export type Desk = { url: string; member: StaffMember }

/**
 * Journeys at a desk beside the site, from which letters leave at once; at `desk` somebody is
 * signed in already, at `served` nobody is. They share all three.
 */
export const test = base.extend<object, { desk: Desk; served: Served }>({
  desk: [
    async ({ site }, use) => {
      const atOnce = { LETTER_DELAY_SECONDS: '0' }
      const desk = await OpenDesk.open({ DATA_DIR: site.dataDir, SITE_URL: site.url, ...atOnce })
      await use(await signedInAt(desk))
      await desk.close()
    },
    { scope: 'worker' },
  ],

  served: [
    async ({ site }, use) => {
      const served = await serveDeskBeside(site)
      await use(served)
      await served.close()
    },
    { scope: 'worker' },
  ],
})

export const dialog = (page: Page) => page.getByRole('dialog')

/** The letter that a dialog shows before it goes out. */
export const letterIn = (page: Page) => dialog(page).getByRole('region', { name: 'The letter' })

/** Signs in at a desk. */
export const signedInAt = async (desk: OpenDesk): Promise<Desk> => ({
  url: desk.url,
  member: await desk.enter(),
})

/** Sends what a page sends on to the desk, whose name only browsers know. @returns what the desk answers. */
export function passOn(desk: Desk, request: Request) {
  const { pathname, search } = new URL(request.url())
  const sent =
    request.headers()['content-type'] === 'application/json'
      ? request.postDataJSON()
      : request.postData()
  return desk.member.ask(request.method(), pathname + search, sent ?? undefined)
}

/** @param path of the desk, whose session the browser then has. */
export async function goToDesk(page: Page, desk: Desk, path = '/applications'): Promise<void> {
  const [name = '', value = ''] = desk.member.cookie.split('=')
  // A cookie knows no port, and a secure one no address without TLS.
  const cookie = { name, value, url: desk.url.replace('http:', 'https:') }
  await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }])
  await page.goto(desk.url + path)
  await page.getByRole('navigation', { name: 'Desk' }).waitFor()
}

type Answers = Record<string, string>

const type = 'application/pdf'
const cv = () => new File([Uint8Array.from(pdf(900))], 'cv.pdf', { type })

export async function pdfOf(document: PDFKit.PDFDocument): Promise<File> {
  document.end()
  return new File([Uint8Array.from(await buffer(document))], 'cv.pdf', { type })
}
export const pdfWith = (words: string) => pdfOf(new Pdf().text(words))

/** Sends an application as the form does. @returns its id. */
export async function applyAs(
  site: RunningSite,
  answers: Answers & { name: string },
  resume = cv(),
): Promise<string> {
  const form = new FormData()
  const all: Answers = {
    ...asha,
    email: `${answers.name.toLowerCase().replaceAll(/\W+/g, '.')}@example.com`,
    internship: '',
    college: 'Example Polytechnic',
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

/** Gives the desk a sheet of these lines. */
export const chooseSheet = (page: Page, ...lines: string[]) =>
  page.getByLabel('Choose a sheet').setInputFiles({
    name: 'sheet.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${lines.join('\n')}\n`),
  })

/** @returns the ID of the newest certificate under a reference. */
export function certificateOf(site: RunningSite, reference: string): string {
  const [row] = site.query<{ id: string }>(
    'SELECT id FROM certificate WHERE external_reference = ? ORDER BY log_index DESC',
    reference,
  )
  return row?.id ?? ''
}

/** @returns what was decided and noted of an application, in its order. */
export function statusesOf(site: RunningSite, id: string): string[] {
  const rows = site.query<{ status: string }>(
    'SELECT status FROM status_change WHERE application_id = ? ORDER BY number',
    id,
  )
  return rows.map(({ status }) => status)
}

/** Changes the server's own database. */
export function inRows(site: RunningSite, sql: string, ...values: (string | number)[]): void {
  const database = new DatabaseSync(join(site.dataDir, 'naic.sqlite'), { timeout: 10_000 })
  database.prepare(sql).run(...values)
  database.close()
}

/** Sends Ravi's message, with other answers. */
export async function sendAsRavi(site: RunningSite, answers: Answers): Promise<void> {
  const body = messageForm(answers)
  const answer = await fetch(`${site.url}/api/contact/`, { method: 'POST', body })
  if (answer.status !== 201) throw new Error(await answer.text())
}

/** Lets the server look for letters at once, as each form that comes in does; else it looks twice a minute. */
export const wakeOutbox = (site: RunningSite): Promise<void> =>
  sendAsRavi(site, { subject: 'Wakes the outbox' })
