import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buffer } from 'node:stream/consumers'
import type { BrowserContext, CDPSession, Page, Request } from '@playwright/test'
import Pdf from 'pdfkit'
import { file, formData } from '#support/ashas-form.ts'
import { runCouncil } from '#support/council.ts'
import { messageForm } from '#support/ravis-message.ts'
import { OpenDesk } from '#support/open-desk.ts'
import { pdf } from '#support/resumes.ts'
import type { StaffMember } from '#support/staff-at-desk.ts'
import type { RunningSite } from '#support/start-site.ts'
import { test as base } from './site-test.ts'

export type Served = Awaited<ReturnType<typeof serveDeskBeside>>

/** A desk that is open, and somebody who may do everything there and is signed in. */
export type Desk = Served & { member: StaffMember }

/** @param more settings, of its commands too. Letters leave at once unless it says otherwise. */
export async function serveDeskBeside(site: RunningSite, more: Record<string, string> = {}) {
  const settings = { SITE_URL: site.url, LETTER_DELAY_SECONDS: '0', ...more }
  const desk = await OpenDesk.open({ DATA_DIR: site.dataDir, ...settings })
  const { url } = desk
  async function council(...words: string[]): Promise<string> {
    const own = { ...settings, DESK_URL: url }
    const { code, stdout, shown } = await runCouncil(site.dataDir, words, own)
    if (code !== 0) throw new Error(shown)
    return stdout
  }
  return {
    url,
    /** Runs the operator's command line beside it. */
    council,
    /** A command of "staff" that invites. @returns the address of the invitation. */
    invite: async (...words: string[]) => (await council('staff', ...words)).trim(),
    enter: () => desk.enter(),
    close: () => desk.close(),
  }
}

/** Comes in as who started it. */
export const enter = async (served: Served): Promise<Desk> => ({
  ...served,
  member: await served.enter(),
})

/** Journeys at a desk beside the site; they share both. */
export const test = base.extend<object, { desk: Desk }>({
  desk: [
    async ({ site }, use) => {
      const desk = await enter(await serveDeskBeside(site))
      await use(desk)
      await desk.close()
    },
    { scope: 'worker' },
  ],
})

export const dialog = (page: Page) => page.getByRole('dialog')

export const letterIn = (page: Page) => dialog(page).getByRole('region', { name: 'The letter' })

/** Sends what a page sends on to the desk, whose name only browsers know. @returns what the desk answers. */
export function passOn(desk: Desk, request: Request) {
  const { pathname, search } = new URL(request.url())
  return desk.member.ask(request.method(), pathname + search, request.postData() ?? undefined)
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

export async function pdfOf(document: PDFKit.PDFDocument): Promise<File> {
  document.end()
  return file(Uint8Array.from(await buffer(document)))
}
export const pdfWith = (words: string) => pdfOf(new Pdf().text(words))

/** Sends an application as the form does. @returns its id. */
export async function applyAs(
  site: RunningSite,
  answers: Answers & { name: string },
  resume = file(Uint8Array.from(pdf(900))),
): Promise<string> {
  const email = `${answers.name.toLowerCase().replaceAll(/\W+/g, '.')}@example.com`
  const usual = { email, internship: '', college: 'Example Polytechnic', linkedin: '', message: '' }
  const body = formData({ ...usual, ...answers }, resume)
  const answer = await fetch(`${site.url}/api/internship/apply/`, { method: 'POST', body })
  if (answer.status !== 201) throw new Error(await answer.text())
  return ((await answer.json()) as { id: string }).id
}

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

export function inRows(site: RunningSite, sql: string, ...values: (string | number)[]): void {
  const database = new DatabaseSync(join(site.dataDir, 'naic.sqlite'), { timeout: 10_000 })
  database.prepare(sql).run(...values)
  database.close()
}

export function insert(site: RunningSite, table: string, row: object): void {
  const values = Object.values(row) as string[]
  const places = values.map(() => '?').join()
  inRows(site, `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${places})`, ...values)
}

export async function sendAsRavi(site: RunningSite, answers: Answers): Promise<void> {
  const body = messageForm(answers)
  const answer = await fetch(`${site.url}/api/contact/`, { method: 'POST', body })
  if (answer.status !== 201) throw new Error(await answer.text())
}

/** Lets the server look for letters at once, as each form that comes in does; else it looks twice a minute. */
export const wakeOutbox = (site: RunningSite): Promise<void> =>
  sendAsRavi(site, { subject: 'Wakes the outbox' })

/** Gives a page's browser an authenticator, as a laptop has one that asks for a finger. */
export async function authenticatorOf(
  page: Page,
  transport: 'internal' | 'usb' = 'internal',
): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, id }
}

export const make = (page: Page) => page.getByRole('button', { name: 'Make my passkey' })
export const rooms = (page: Page) => page.getByRole('navigation', { name: 'Desk' })

/** Comes in by an invitation, in a browser of their own. */
export async function comeIn(context: BrowserContext, invitation: string): Promise<Page> {
  const page = await context.newPage()
  await authenticatorOf(page)
  await page.goto(invitation)
  await make(page).click()
  await rooms(page).waitFor()
  return page
}
