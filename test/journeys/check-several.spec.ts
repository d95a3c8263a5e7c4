import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import samples from '@naic/content/sample-certificates.json' with { type: 'json' }
import { issueCertificate } from '../support/issue-certificate.ts'
import { RunningSite } from '../support/start-site.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './certificate-page.ts'
import { desktopOnly } from './site-test.ts'

const [first, second, third] = samples.map(({ id }) => id) as [string, string, string]
const ids = samples.map(({ id }) => id)
const row = (page: Page, id: string) => page.getByRole('row').filter({ hasText: id })
const told = (page: Page) => page.getByTestId('told')
const api = (id: string) => `**/api/certificates/${id}`

async function check(page: Page, text: string) {
  await page.getByLabel('Certificate IDs').fill(text)
  await page.getByRole('button', { name: /^Check \d/ }).click()
}

async function open(page: Page) {
  await page.goto('/verification/several')
  await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeDisabled()
}

test('a list is checked one by one, and each row says what came of it', async ({ page, site }) => {
  await page.goto('/verification')
  await page.getByRole('link', { name: 'Check several at once' }).click()
  await expect(page).toHaveURL('/verification/several')
  await expectAccessible(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let [under, most] = [0, 0]
  await page.route(api('*'), async (route) => {
    most = Math.max(most, (under += 1))
    const response = await route.fetch()
    under -= 1
    await route.fulfill({ response })
  })
  await check(page, `Name,ID\nAsha,${first}\n${site.url}/verify/${second}, naic25-xxxxx\n${first}`)
  await expect(told(page)).toHaveText('Done. Verified: 2, Not found: 1.')
  await expect(row(page, first)).toContainText('Verified')
  for (const fact of ['Asha Example', 'Machine Learning', '4 Weeks', 'July 2, 2025']) {
    await expect(row(page, first)).toContainText(fact)
  }
  await expect(row(page, 'NAIC25XXXXX')).toContainText('Not found')
  await expect(row(page, 'NAIC25XXXXX')).not.toContainText('2025')
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(page.getByText(`There more than once, and checked once: ${first}.`)).toBeVisible()
  await page.getByText('Left out, because they are not IDs: 3').click()
  await expect(page.getByText('Name, ID, Asha')).toBeVisible()
  expect(most).toBe(1)
  expect(asked.filter((path) => !path.startsWith('/assets/'))).toEqual(
    [first, second, 'NAIC25XXXXX'].map((id) => `/api/certificates/${id}`),
  )
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('each row leads to its page, and whoever comes back finds the results', async ({ page }) => {
  await open(page)
  await check(page, `${first} ${second}`)
  await expect(told(page)).toContainText('Verified: 2')
  await row(page, first).getByRole('link', { name: first }).click()
  await expect(page).toHaveURL(`/verify/${first}`)
  await expect(page.getByRole('article')).toContainText('Asha Example')
  await page.goBack()
  await expect(row(page, second)).toContainText('Verified')
})

test('what is not verified says why, and names only what may be shown', async ({ page, site }) => {
  const issued = await issueCertificate(site.url, first)
  const statusList = await issued.statusList({ revoked: true })
  const { answer: forged } = await issued.forge({ id: second, holder: 'Mallory' })
  const bent = { ...forged.credential, name: 'Another name' }
  await page.route(api(first), (route) =>
    route.fulfill({ json: { ...issued.answer, statusList, revocation: issued.revocation } }),
  )
  await page.route(api(second), (route) => route.fulfill({ json: { ...forged, credential: bent } }))
  await page.route(api(third), (route) => route.fulfill({ status: 410, json: { detail: '.' } }))
  await open(page)
  await check(page, `${first} ${second} ${third}`)
  await expect(told(page)).toContainText('Done.')
  await expect(row(page, first)).toContainText('Withdrawn')
  await expect(row(page, first)).toContainText('withdrew this certificate on August 15, 2025.')
  await expect(row(page, first)).not.toContainText('July 2, 2025 July')
  await expect(row(page, second)).toContainText('Signature check failed')
  await expect(page.getByText('Mallory')).toHaveCount(0)
  await expect(row(page, third)).toContainText('Record erased')
  await expect(page.getByRole('button', { name: /Try again/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('what could not be checked is tried again, and nothing else is', async ({ page }) => {
  await page.route(api(second), (route) => route.fulfill({ status: 503, json: { detail: '.' } }))
  await open(page)
  await check(page, `${first} ${second} NAIC25XXXXX`)
  await expect(told(page)).toContainText('Could not be checked: 1')
  await expect(row(page, second)).toContainText('says nothing for or against the certificate.')
  await page.unroute(api(second))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.getByRole('button', { name: 'Try again (1)' }).click()
  await expect(row(page, second)).toContainText('Verified')
  expect(asked).toEqual([`/api/certificates/${second}`])
})

test('it can be stopped and gone on with, and the focus stays where it can be used', async ({
  page,
}) => {
  const answer = Promise.withResolvers<void>()
  await page.route(api(second), async (route) => {
    await answer.promise
    await route.continue().catch(() => undefined)
  })
  await open(page)
  await check(page, `${first} ${second} ${third}`)
  await expect(page.getByRole('heading', { name: 'Results' })).toBeFocused()
  await expect(row(page, first)).toContainText('Verified')
  await expect(page.getByText('Checking: 1 of 3 done.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).press('Enter')
  await expect(told(page)).toHaveText('Stopped. 1 of 3 are checked.')
  await expect(row(page, second)).toContainText('Not checked yet')
  const goOn = page.getByRole('button', { name: 'Go on' })
  await expect(goOn).toBeFocused()
  answer.resolve()
  await goOn.press('Enter')
  await expect(told(page)).toHaveText('Done. Verified: 3.')
})

test('a site that asks to wait is waited for, and the page says so', async ({ page }) => {
  let refused = 0
  await page.route(api(second), (route) => {
    if (refused > 0) return route.continue()
    refused += 1
    return route.fulfill({ status: 429, headers: { 'Retry-After': '2' }, json: { detail: '.' } })
  })
  await open(page)
  await check(page, `${first} ${second}`)
  await expect(told(page)).toContainText(/The site asks us to wait, and we go on at .* IST\./)
  await expectAccessible(page)
  await expect(told(page)).toHaveText('Done. Verified: 2.')
})

test('a list of certificates that are there never has to wait, however few misses a network has', async ({
  page,
}) => {
  const site = await RunningSite.start({ LOOKUPS_PER_MINUTE: '2' })
  await page.goto(`${site.url}/verification/several`)
  await check(page, `${ids.join(' ')} NAIC25C8DIT`)
  await expect(told(page)).toHaveText(`Done. Verified: ${ids.length}, Not found: 1.`)
  await expect(row(page, 'NAIC25C8DIT')).toContainText(`Did you mean ${third}?`)
  await site.stop()
})

test('of more than 50 the first 50 are checked, and the others stay in the field', async ({
  page,
}) => {
  await page.route(api('*'), (route) => route.fulfill({ status: 404, json: { detail: '.' } }))
  const many = Array.from({ length: 53 }, (_, at) => `NAIC25${String(at).padStart(5, 'X')}`)
  await open(page)
  await page.getByLabel('Certificate IDs').fill(many.join('\n'))
  await expect(page.getByText('You have 53 IDs. The first 50 are checked now.')).toBeVisible()
  await page.getByRole('button', { name: 'Check 50 certificates' }).click()
  await expect(told(page)).toHaveText('Done. Not found: 50.')
  await expect(page.getByRole('row')).toHaveCount(51)
  await expect(page.getByLabel('Certificate IDs')).toHaveValue(many.slice(50).join('\n'))
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page)
})

test('a file gives its IDs, and one that is none says so', async ({ page }) => {
  const asked: string[] = []
  await open(page)
  page.on('request', (request) => asked.push(request.url()))
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Or choose a .txt or .csv file').setInputFiles({
      name,
      mimeType: 'text/plain',
      buffer,
    })
  await choose('book.xlsx', Buffer.from('PK\u0003\u0004\0\0'))
  await expect(page.getByRole('alert')).toContainText('We could not read book.xlsx.')
  await choose('names.txt', Buffer.from('Asha, Ravi'))
  await expect(page.getByRole('alert')).toContainText('There is no certificate ID in names.txt.')
  await page.getByLabel('Certificate IDs').fill(first)
  await choose('list.csv', Buffer.from(`\uFEFFनाम;ID\r\nरवि;${second}\r\n`))
  await expect(page.getByText('Added from list.csv: 1.')).toBeVisible()
  await expect(page.getByLabel('Certificate IDs')).toHaveValue(`${first}\n${second}`)
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Check 2 certificates' }).click()
  await expect(told(page)).toHaveText('Done. Verified: 2.')
})

test(
  'a dropped file is taken, and one beside its place opens nothing',
  desktopOnly,
  async ({ page }) => {
    await open(page)
    const list = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'ids.txt', { type: 'text/plain' }))
      return transfer
    }, ids.slice(0, 3).join(' '))
    await page.getByTestId('drop-zone').dispatchEvent('drop', { dataTransfer: list })
    await expect(page.getByLabel('Certificate IDs')).toHaveValue(ids.slice(0, 3).join('\n'))
    const isTaken = await page.evaluate((dataTransfer) => {
      const event = new DragEvent('drop', { dataTransfer, cancelable: true, bubbles: true })
      document.querySelector('h1')?.dispatchEvent(event)
      return event.defaultPrevented
    }, list)
    expect(isTaken).toBe(true)
  },
)

test('the results can be kept as CSV, with the time and the address of each', async ({
  page,
  site,
}) => {
  const issued = await issueCertificate(site.url, first, { holder: '=HYPERLINK("x")' })
  await page.route(api(first), (route) => route.fulfill({ json: issued.answer }))
  await open(page)
  await check(page, `${first} NAIC25XXXXX`)
  await expect(told(page)).toContainText('Done.')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^certificates-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\uFEFFID,Result,Name,')).toBe(true)
  const lines = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  expect(lines).toMatchObject([
    {
      ID: first,
      Result: 'Verified',
      Name: `'=HYPERLINK("x")`,
      Internship: 'Web Development',
      Duration: '4 Weeks',
      'Verified on': '2025-07-02',
      'Signed on': '2025-07-02',
      Reason: '',
      'Checked at': expect.stringMatching(/\d{4}, .* IST$/) as unknown as string,
      Page: `${site.url}/verify/${first}`,
    },
    { ID: 'NAIC25XXXXX', Result: 'Not found', 'Verified on': '' },
  ])
})

test('on paper there are the results, when and where they were checked, and no form', async ({
  page,
  site,
}) => {
  await open(page)
  await check(page, ids.join(' '))
  await expect(told(page)).toContainText('Verified: 14')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`Checked on ${new URL(site.url).host}, `)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Signed on' })).toBeVisible()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByLabel('Certificate IDs')).toBeHidden()
})

test('the code of the list is fetched by nobody who does not want it', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const path of ['/verification', `/verify/${first}`]) {
    await page.goto(path, { waitUntil: 'networkidle' })
  }
  expect(asked.filter((url) => url.includes('several-page'))).toEqual([])
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
    await expectNoSidewaysScroll(page)
  })
})
