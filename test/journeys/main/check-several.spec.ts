import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import samples from '@naic/content/sample-certificates.json' with { type: 'json' }
import { issueCertificate } from '#support/issue-certificate.ts'
import { revokedAnswer, test } from '../certificate-page.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hold,
  watchRequests,
} from '../site-test.ts'

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

test('a list is checked one by one, each row says the result, leads to its page, and is there on the way back', async ({
  page,
  site,
}) => {
  const asked = watchRequests(page)
  await check(page, `Name,ID\nAsha,${first}\n${site.url}/verify/${second}, naic25-xxxxx\n${first}`)
  await expect(page.getByRole('heading', { name: 'Results' })).toBeFocused()
  await expect(told(page)).toHaveText('Done. Not found: 1, Verified: 2.')
  for (const fact of ['Verified', 'Asha Example', 'Machine Learning', '4 Weeks', 'July 2, 2025'])
    await expect(row(page, first)).toContainText(fact)
  await expect(row(page, 'NAIC25XXXXX')).toContainText('Not found')
  await expect(row(page, 'NAIC25XXXXX')).not.toContainText('2025')
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(
    page.getByText(`Repeated, checked once: ${first}.`).filter({ visible: true }),
  ).toHaveCount(1)
  // What is wrong is read first, and the form makes room.
  await expect(page.getByRole('row').nth(1)).toContainText('NAIC25XXXXX')
  await expect(page.getByRole('listitem').first()).toHaveText('Not found: 1')
  await expect(field(page)).toBeHidden()
  await page.getByText('3 entries were not IDs').filter({ visible: true }).click()
  await expect(page.getByText('Name, ID, Asha').filter({ visible: true })).toHaveCount(1)
  expect(asked.filter((path) => path.includes(' /api/'))).toEqual(
    [first, second, 'NAIC25XXXXX'].map((id) => `GET /api/certificates/${id}`),
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`Checked on ${new URL(site.url).host}, `)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Signed on' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(field(page)).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await row(page, first).getByRole('link', { name: first }).click()
  await expect(page).toHaveURL(`/verify/${first}`)
  await page.goBack()
  await expect(row(page, second)).toContainText('Verified')
})

test('a certificate that is not verified says why, and only one that could not be checked is tried again', async ({
  page,
  site,
}) => {
  const issued = await issueCertificate(site.url, first)
  const { answer: forged } = await issued.forge({ id: second, holder: 'Mallory' })
  const bent = { ...forged, credential: { ...forged.credential, name: 'Another name' } }
  const revoked = await revokedAnswer(issued)
  await page.route(api(first), (route) => route.fulfill({ json: revoked }))
  await page.route(api(second), (route) => route.fulfill({ json: bent }))
  await page.route(api(third), (route) => route.fulfill({ status: 410, json: { detail: '.' } }))
  const fourth = ids[3] ?? ''
  await page.route(api(fourth), (route) => route.fulfill({ status: 503, json: { detail: '.' } }))
  await check(page, `${first} ${second} ${third} ${fourth} NAIC25C8DIT`)
  await expect(told(page)).toContainText('Could not be checked: 1')
  for (const [id, words] of [
    [first, 'withdrew this certificate on 15 August 2025.'],
    [second, 'The council has signed no such certificate.'],
    [third, 'Erased'],
    [fourth, 'says nothing for or against the certificate.'],
    ['NAIC25C8DIT', `Did you mean ${third}?`],
  ] as const) {
    await expect(row(page, id).first()).toContainText(words)
  }
  await expect(page.getByText('Mallory')).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute(api(fourth))
  const asked = watchRequests(page)
  await page.getByRole('button', { name: 'Try again (1)' }).click()
  await expect(row(page, fourth)).toContainText('Verified')
  expect(asked).toEqual([`GET /api/certificates/${fourth}`])
})

test('it can be stopped and continued, waits where the site asks for it, and keeps the focus', async ({
  page,
}) => {
  const release = await hold(page, api(second))
  let refused = 0
  await page.route(api(third), (route) => {
    if (refused > 0) return route.continue()
    refused += 1
    return route.fulfill({ status: 429, headers: { 'Retry-After': '2' }, json: { detail: '.' } })
  })
  await check(page, `${first} ${second} ${third}`)
  await expect(page.getByText('Checking: 1 of 3 done.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await expect(told(page)).toHaveText('Stopped. 1 of 3 are checked.')
  await expect(row(page, second)).toContainText('Not checked yet')
  const goOn = page.getByRole('button', { name: 'Go on' })
  await expect(goOn).toBeFocused()
  release()
  await goOn.press('Enter')
  await expect(told(page)).toContainText(/The site asks us to wait, and we go on at .* IST\./)
  await expect(told(page)).toHaveText('Done. Verified: 3.')
})

test('of more than 50 the first 50 are checked, and the others stay in the field', async ({
  page,
}) => {
  await page.route(api('*'), (route) => route.fulfill({ status: 404, json: { detail: '.' } }))
  const many = Array.from({ length: 53 }, (_, at) => `NAIC25${String(at).padStart(5, 'X')}`)
  await check(page, many.join('\n'))
  await expect(told(page)).toHaveText('Done. Not found: 50.')
  await expect(page.getByRole('row')).toHaveCount(51)
  await expect(field(page)).toHaveValue(many.slice(50).join('\n'))
  await page.getByText('Check the other 3').click()
  await expect(field(page)).toBeVisible()
})

test('a chosen or dropped file gives its IDs, one without IDs says so, and none is sent', async ({
  page,
}) => {
  await page.goto('/verification/several')
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeDisabled()
  const asked = watchRequests(page)
  const choose = (name: string, text: string) =>
    page
      .getByLabel('Or choose a .txt or .csv file')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await choose('book.xlsx', 'PK\u0003\u0004\0\0')
  await expect(page.getByRole('alert')).toContainText('We could not read book.xlsx.')
  await choose('names.txt', 'Asha, Ravi')
  await expect(page.getByRole('alert')).toContainText('There is no certificate ID in names.txt.')
  await field(page).fill(first)
  await choose('list.csv', `\uFEFFनाम;ID\r\nरवि;${second}\r\n`)
  await expect(page.getByText('Added from list.csv: 1.')).toBeVisible()
  await expect(field(page)).toHaveValue(`${first}\n${second}`)
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'ids.txt', { type: 'text/plain' }))
    return transfer
  }, third)
  await page.getByTestId('drop-zone').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(field(page)).toHaveValue(`${first}\n${second}\n${third}`)
  // What checks them has been fetched, and nothing of the list went out.
  expect(asked.filter((line) => !line.startsWith('GET /assets/'))).toEqual([])
})

test('the results can be kept as CSV, with the time and the address of each', async ({
  page,
  site,
}) => {
  const issued = await issueCertificate(site.url, first, { holder: '=HYPERLINK("x")' })
  await page.route(api(first), (route) => route.fulfill({ json: issued.answer }))
  await check(page, `${first} NAIC25XXXXX`)
  await expect(told(page)).toContainText('Done.')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^certificates-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(parse(text, { bom: true, columns: true })).toMatchObject([
    {
      ID: first,
      Result: 'Verified',
      Name: `'=HYPERLINK("x")`,
      Internship: 'Web Development',
      Duration: '4 Weeks',
      'Verified on': '2025-07-02',
      'Signed on': '2025-07-02',
      Reason: '',
      'Checked at': expect.stringMatching(/\d{4}, .* IST$/),
      Page: `${site.url}/verify/${first}`,
    },
    { ID: 'NAIC25XXXXX', Result: 'Not found', 'Verified on': '' },
  ])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says to check them one by one, with a form for that', async ({ page }) => {
    await page.goto('/verification/several')
    await expect(page.locator('#ids')).toBeHidden()
    await expect(page.locator('noscript h2')).toHaveText('Please check them one by one')
    await page.locator('noscript input[name=id]').fill('naic25-a7k2m')
    await page.locator('noscript button').click()
    await expect(page).toHaveURL('/verify/NAIC25A7K2M')
  })
})
