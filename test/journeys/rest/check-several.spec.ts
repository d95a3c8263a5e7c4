import type { Page } from '@playwright/test'
import samples from '@naic/content/sample-certificates.json' with { type: 'json' }
import { issueCertificate } from '#support/issue-certificate.ts'
import { revokedAnswer, test } from '../certificate-page.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, watchRequests } from '../site-test.ts'

const ids = samples.map(({ id }) => id)
const [first, second, third] = ids as [string, string, string]
const row = (page: Page, id: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: id, exact: true }) })
const told = (page: Page) => page.getByTestId('told')
const field = (page: Page) => page.getByLabel('Certificate IDs')
const api = (id: string) => `**/api/certificates/${id}`

async function check(page: Page, text: string) {
  await page.goto('/verification/several')
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeDisabled()
  await field(page).fill(text)
  await page.getByRole('button', { name: /^Check \d/ }).click()
}

test('a list is checked one by one, and stays', async ({ page, site }) => {
  const asked = watchRequests(page)
  await check(page, `Name,ID\nAsha,${first}\n${site.url}/verify/${second}, naic25-xxxxx\n${first}`)
  await expect(page.getByRole('heading', { name: 'Results' })).toBeFocused()
  await expect(told(page)).toHaveText('Done. Not found: 1, Verified: 2.')
  for (const fact of ['Verified', 'Asha Example', 'Machine Learning', '4 Weeks', 'July 2, 2025'])
    await expect(row(page, first)).toContainText(fact)
  await expect(page.getByRole('row')).toHaveCount(4)
  const repeated = page.getByText(`Repeated, checked once: ${first}.`)
  await expect(repeated).toHaveCount(1)
  // What is wrong is read first.
  await expect(page.getByRole('row').nth(1)).toContainText('NAIC25XXXXX')
  await expect(page.getByRole('listitem').first()).toHaveText('Not found: 1')
  await page.getByText('3 entries were not IDs').click()
  await expect(page.getByText('Name, ID, Asha')).toHaveCount(1)
  expect(asked.filter((path) => path.includes(' /api/'))).toEqual(
    [first, second, 'NAIC25XXXXX'].map((id) => `GET /api/certificates/${id}`),
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  // What is in the file, `tell-outcome.test.ts` holds.
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^certificates-\d{4}-\d\d-\d\d\.csv$/)

  const opened = page.waitForEvent('popup')
  await row(page, first).getByRole('link', { name: first }).click()
  await expect(await opened).toHaveURL(`/verify/${first}`)
  await expect(row(page, second)).toContainText('Verified')
  await page.reload()
  await expect(row(page, second)).toHaveCount(0)
})

test('what is not verified says why', async ({ page, site }) => {
  const issued = await issueCertificate(site.url, first)
  const { answer: forged } = await issued.forge({ id: second, holder: 'Mallory' })
  const bent = { ...forged, credential: { ...forged.credential, name: 'Another name' } }
  const revoked = await revokedAnswer(issued)
  await page.route(api(first), (route) => route.fulfill({ json: revoked }))
  await page.route(api(second), (route) => route.fulfill({ json: bent }))
  const fourth = ids[3] ?? ''
  await page.route(api(fourth), (route) => route.fulfill({ status: 503, json: { detail: '.' } }))
  await check(page, `${first} ${second} ${fourth}\nNA1C25C8D1T`)
  await expect(told(page)).toContainText('Could not be checked: 1')
  for (const [id, words] of [
    [first, 'withdrew this certificate on 15 August 2025.'],
    [second, 'The council has signed no such certificate.'],
    [fourth, 'says nothing for or against the certificate.'],
    ['NA1C25C8D1T', `Did you mean ${third}?`],
  ] as const) {
    await expect(row(page, id).first()).toContainText(words)
  }
  await expect(page.getByText('Mallory')).toHaveCount(0)
  await expectAccessible(page)
})

test('of a longer list 50 are checked, not faster than the site lets them', async ({ page }) => {
  const statuses = [429]
  await page.route('**/api/certificates/*', (route) => {
    const status = statuses.pop() ?? 404
    return route.fulfill({ status, headers: { 'Retry-After': '1' }, json: { detail: '.' } })
  })
  const many = Array.from({ length: 53 }, (_, at) => `NAIC25${String(at).padStart(5, 'X')}`)
  await check(page, many.join('\n'))
  await expect(told(page)).toContainText(/The site asks us to wait, and we go on at .* IST\./)
  await expect(told(page)).toHaveText('Done. Not found: 50.')
  await expect(field(page)).toHaveValue(many.slice(50).join('\n'))
  await expect(page.getByRole('button', { name: 'Check 3 certificates' })).toBeEnabled()
})
