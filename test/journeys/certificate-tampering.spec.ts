import type { Page } from '@playwright/test'
import { answerWith, expect, feature, features, id, test } from './certificate-page.ts'
import {
  holder,
  type IssuedCertificate,
  issueCertificate,
  spoil,
} from '../support/issue-certificate.ts'

type Checks = Record<keyof typeof features, 'Passed' | 'Failed' | 'Could not be checked'>

async function expectChecks(page: Page, checks: Checks) {
  for (const [key, name] of Object.entries(features)) {
    await expect(feature(page, name)).toContainText(checks[key as keyof Checks])
  }
}

/** Nothing of what came may be on the page, wherever it came from. */
async function expectNothingShown(page: Page) {
  await expect(page.getByRole('heading', { name: 'Certificate Security Features' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(holder)
  await expect(page.getByRole('main')).not.toContainText('Web Development')
  await expect(page.getByText('Passed')).toHaveCount(0)
  await expect(page).toHaveTitle(
    /^(Signature check failed|Could not be checked): certificate NAIC25/,
  )
}

const forged: Checks = {
  id: 'Could not be checked',
  signature: 'Failed',
  log: 'Could not be checked',
}

const changes: Record<string, (credential: IssuedCertificate['credential']) => object> = {
  holder: (credential) => rewritten(credential, holder, 'Asha Simple'),
  ID: (credential) => rewritten(credential, `"${id}"`, '"NAIC25TEST2"'),
  domain: (credential) => rewritten(credential, 'Web Development', 'Java Development'),
  duration: (credential) => rewritten(credential, '4 Weeks', '9 Weeks'),
  date: (credential) => rewritten(credential, '2025-07-02T00', '2024-07-02T00'),
  issuer: (credential) => ({ ...credential, issuer: { ...credential.issuer, name: 'Others' } }),
  'place in the status list': (credential) => rewritten(credential, '4711', '4712'),
  'time of signing': (credential) => rewritten(credential, '2025-07-02T09', '2024-07-02T09'),
  'added field': (credential) => ({ ...credential, grade: 'A' }),
}

for (const [what, change] of Object.entries(changes)) {
  test(`a credential with another ${what} fails its signature, and nothing of it is shown`, async ({
    page,
    issued,
  }) => {
    await answerWith(page, { ...issued.answer, credential: change(issued.credential) })
    await page.goto(`/verify/${id}`)
    await expect(page.getByRole('heading', { name: 'Signature check failed' })).toBeVisible()
    await expectChecks(page, forged)
    await expectNothingShown(page)
  })
}

test('a certificate of the register, changed on its way, does not keep its holder in the title', async ({
  page,
}) => {
  await page.route('**/api/certificates/*', async (route) => {
    const answer = await (await route.fetch()).text()
    await route.fulfill({ body: answer.replace('Asha Example', 'Asha Exemple') })
  })
  await page.goto('/verify/NAIC25A7K2M')
  await expect(page.getByRole('heading', { name: 'Signature check failed' })).toBeVisible()
  await expect(page).toHaveTitle(/^Signature check failed: certificate NAIC25A7K2M/)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveTitle(/^National Academic Internship Council/)
})

test('the credential of another certificate is not shown for this ID', async ({ page, issued }) => {
  await answerWith(page, issued.answer)
  await page.goto('/verify/NAIC25OTHER')
  await expectChecks(page, { id: 'Failed', signature: 'Passed', log: 'Passed' })
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(holder)
})

test('a receipt with another hash, or of another entry, fails in the log', async ({
  page,
  issued,
}) => {
  const { entry, receipt } = issued.inclusion
  for (const inclusion of [
    { entry, receipt: spoil(receipt, receipt.indexOf('\n', 30) + 5) },
    { entry, receipt: receipt.replace('index 3', 'index 2') },
    { entry: { ...entry, at: '2024-01-01T00:00:00Z' }, receipt },
    issued.revocation,
  ]) {
    await answerWith(page, { ...issued.answer, inclusion })
    await page.goto(`/verify/${id}`)
    // The status list is named by the log as it is under the right checkpoint, and under no other.
    const ofId = inclusion === issued.revocation ? 'Could not be checked' : 'Passed'
    await expectChecks(page, { id: ofId, signature: 'Passed', log: 'Failed' })
    await expect(page.getByRole('article')).toContainText('Not verified')
    await expect(page.getByRole('article').getByText('Verified', { exact: true })).toHaveCount(0)
    await page.unroute('**/api/certificates/*')
  }
})

test('a checkpoint that the log did not sign fails in the log', async ({ page, issued }) => {
  const { entry, receipt } = issued.inclusion
  const signature = receipt.lastIndexOf(' ') + 20
  for (const changed of [receipt.replace('\n5\n', '\n6\n'), spoil(receipt, signature)]) {
    await answerWith(page, { ...issued.answer, inclusion: { entry, receipt: changed } })
    await page.goto(`/verify/${id}`)
    await expectChecks(page, { id: 'Could not be checked', signature: 'Passed', log: 'Failed' })
    await feature(page, features.log).getByText('Details').click()
    await expect(
      feature(page, features.log).locator('dt:text-is("Checkpoint of the log") + dd'),
    ).toHaveText('Failed')
    await page.unroute('**/api/certificates/*')
  }
})

test('a status list that is changed, out of date or missing is never a green tick', async ({
  page,
  issued,
}) => {
  const list = await issued.statusList()
  for (const statusList of [
    { ...list, validUntil: '2999-02-02T00:00:00Z' },
    await issued.statusList({ validUntil: '2025-07-03T00:00:00Z' }),
    { ...list, id: 'https://example.org/list' },
    null,
  ]) {
    await answerWith(page, { ...issued.answer, statusList })
    await page.goto(`/verify/${id}`)
    await expectChecks(page, {
      id: 'Could not be checked',
      signature: 'Passed',
      log: 'Passed',
    })
    await expect(page.getByRole('article')).toContainText('Not fully checked')
    await expect(page.getByRole('article').getByText('Verified', { exact: true })).toHaveCount(0)
    // Not fully checked is not condemned.
    await expect(page.getByRole('img', { name: 'Seal, not confirmed' })).toBeVisible()
    await expect(page.locator('span:text("this device says")')).toContainText(/\d{4}, .* IST/)
    await page.unroute('**/api/certificates/*')
  }
})

test('a DID document with another key, or of another issuer, fails the signature', async ({
  page,
  issued,
  site,
}) => {
  const other = await issueCertificate(site.url, id)
  for (const did of [
    other.did,
    { ...issued.did, id: 'did:web:example.org' },
    { ...issued.did, assertionMethod: [] },
    {},
  ]) {
    await answerWith(page, { ...issued.answer, did })
    await page.goto(`/verify/${id}`)
    await expectChecks(page, forged)
    await expectNothingShown(page)
    await page.unroute('**/api/certificates/*')
  }
})

test('without a DID document nothing is known, and nothing is shown', async ({ page, issued }) => {
  await answerWith(page, { ...issued.answer, did: null })
  await page.goto(`/verify/${id}`)
  await expectChecks(page, { ...forged, signature: 'Could not be checked' })
  await expectNothingShown(page)
})

test('a browser without Ed25519 checks with a library, and says the same', async ({
  page,
  issued,
}) => {
  await page.addInitScript(() => {
    crypto.subtle.importKey = () =>
      Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'))
  })
  const library = page.waitForRequest(/cryptography-library/)
  await answerWith(page, issued.answer)
  await page.goto(`/verify/${id}`)
  await expectChecks(page, { id: 'Passed', signature: 'Passed', log: 'Passed' })
  await library
  await page.unroute('**/api/certificates/*')
  await answerWith(page, {
    ...issued.answer,
    credential: rewritten(issued.credential, holder, 'Asha Simple'),
  })
  await page.reload()
  await expectChecks(page, forged)
})

/** The credential with another word in the place of one that it has. */
function rewritten(credential: object, word: string, by: string): object {
  const text = JSON.stringify(credential)
  if (!text.includes(word)) throw new Error(`The credential has no ${word}.`)
  return JSON.parse(text.replace(word, by)) as object
}
