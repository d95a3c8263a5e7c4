import { expect, type Locator, type Page } from '@playwright/test'
import { asFile, type IssuedCertificate, issueCertificate } from '../support/issue-certificate.ts'
import { test as base } from './site-test.ts'

export { expect, expectAccessible, expectNoSidewaysScroll } from './site-test.ts'

export const id = 'NAIC25TEST1'

/**
 * Pages of certificates whose register is the test's: what the browser makes of an answer that no
 * honest register would give. What the real register says of the ID in the page's own HTML (404,
 * or 503 as long as there is none) is none of these journeys' business.
 */
export const test = base.extend<{ issued: IssuedCertificate }>({
  issued: async ({ site }, use) => use(await issueCertificate(site.url, id)),

  complaints: async ({ complaints }, use) => {
    await use(complaints)
    const kept = complaints.filter((complaint) => !complaint.startsWith('Failed to load resource'))
    complaints.splice(0, complaints.length, ...kept)
  },
})

/** @param body of the register's answer; a number is the status of an answer without evidence. */
export async function answerWith(page: Page, body: object | number): Promise<void> {
  await page.route('**/api/certificates/*', (route) =>
    typeof body === 'number'
      ? route.fulfill({
          status: body,
          headers: { 'X-Request-Id': '7K3F9QXM2P' },
          json: { detail: 'The reason.' },
        })
      : route.fulfill({ json: body }),
  )
}

/** What the log answers to whoever asks how it grew. @returns what it was asked, as it is asked. */
export async function answerProofs(page: Page, issued: IssuedCertificate): Promise<string[]> {
  const asked: string[] = []
  await page.route('**/log/proof?*', (route) => {
    const { search, searchParams } = new URL(route.request().url())
    asked.push(search)
    const [from, to] = ['from', 'to'].map((name) => Number(searchParams.get(name)))
    return route.fulfill({ json: issued.consistency(from ?? 0, to ?? 0) })
  })
  return asked
}

/** What the site publishes for everybody, and answers for the one certificate that it has. */
export async function publish(
  page: Page,
  issued: IssuedCertificate,
  answer: object | number = issued.answer,
) {
  await page.route('**/.well-known/did.json', (route) => route.fulfill({ json: issued.did }))
  await page.route('**/log/keys', (route) => route.fulfill({ json: { keys: issued.keys } }))
  const { statusList, listed } = issued.answer
  await page.route('**/log/status', (route) => route.fulfill({ json: { statusList, listed } }))
  await answerProofs(page, issued)
  await answerWith(page, answer)
}

export const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: asFile(content),
})

export const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.getByLabel('Certificate file, and its receipt').setInputFiles(files)

/** Opens the page, and waits until it has the council's keys. */
export async function openWithKeys(page: Page) {
  const keys = page.waitForResponse('**/.well-known/did.json')
  await page.goto('/verification')
  await (await keys).finished()
}

/** Lets the page's own clock run, which stands still otherwise, until something is shown. */
export async function runClockUntil(page: Page, shown: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(shown).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [10] })
}

/** What one of the security features says: its first line is the outcome. */
export const feature = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Certificate Security Features' })
    .getByRole('listitem')
    .filter({ hasText: name })

export const features = {
  id: 'Unique ID verification',
  signature: 'Timestamped digital signature',
  log: 'Blockchain-backed authenticity',
}
