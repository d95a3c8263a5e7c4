import { expect, type Page } from '@playwright/test'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { asFile, type IssuedCertificate, issueCertificate } from '#support/issue-certificate.ts'
import { failedLoads, test as base } from './site-test.ts'

export const id = 'NAIC25TEST1'

/**
 * Pages of certificates whose register is the test's: it gives answers that no honest register
 * would give. These journeys ignore what the real register says of the ID in the page's own HTML.
 */
export const test = base.extend<{ issued: IssuedCertificate }>({
  forgiven: failedLoads,
  issued: async ({ site }, use) => use(await issueCertificate(site.url, id)),
})

/** @param body of the register's answer; a number is the status of an answer without evidence. */
export async function answerWith(page: Page, body: object | number): Promise<void> {
  await page.unroute('**/api/certificates/*')
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

export async function visit(page: Page, answer: object | number): Promise<void> {
  await answerWith(page, answer)
  await page.goto(`/verify/${id}`)
}

/** Answers how the log grew. @returns what was asked, as it is asked. */
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

/** Publishes the test's keys and log as the site's own, and answers for its one certificate. */
export async function publish(page: Page, issued: IssuedCertificate) {
  await page.route('**/log/keys', (route) => route.fulfill({ json: { keys: issued.keys } }))
  const { statusList, listed } = issued.answer
  await page.route('**/log/status', (route) => route.fulfill({ json: { statusList, listed } }))
  await answerProofs(page, issued)
  await answerWith(page, issued.answer)
}

export const revokedAnswer = async (issued: IssuedCertificate) => ({
  ...issued.answer,
  statusList: await issued.statusList({ revoked: true }),
  revocation: issued.revocation,
})

export const file = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.isBuffer(content) ? content : asFile(content),
})

export const choose = (page: Page, ...files: ReturnType<typeof file>[]) =>
  page.getByLabel('Certificate PDF, picture or file').setInputFiles(files)

/** The verdict and whose certificate it is: the page's first heading. */
export const summary = (page: Page) => page.getByRole('heading', { level: 1 })

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

type Outcome = 'Passed' | 'Failed' | 'Could not be checked'

/** @param outcomes of ID, signature and log, in this order. */
export async function expectChecks(page: Page, outcomes: readonly [Outcome, Outcome, Outcome]) {
  for (const [at, name] of Object.values(features).entries()) {
    await expect(feature(page, name)).toContainText(outcomes[at] ?? '')
  }
}

export const allPassed = ['Passed', 'Passed', 'Passed'] as const

export const verdict = (page: Page) => page.getByTestId('verdict').first()
export const expectVerdict = (page: Page, title: string) =>
  expect(verdict(page)).toHaveText(`The result of the check: ${title}`)

/** @returns where the page's QR code leads, read off the screen as a phone reads it. */
export async function readCode(page: Page): Promise<string | undefined> {
  const picture = await page.getByRole('img', { name: 'QR code' }).screenshot()
  const { data, width, height } = PNG.sync.read(picture)
  return jsQR(new Uint8ClampedArray(data), width, height)?.data
}
