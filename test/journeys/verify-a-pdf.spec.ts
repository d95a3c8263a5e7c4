import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, feature, features, test } from './certificate-page.ts'

const id = 'NAIC25A7K2M'

const choose = (page: Page, ...files: { name: string; buffer: Buffer }[]) =>
  page
    .getByLabel('Certificate file, and its receipt')
    .setInputFiles(
      files.map(({ name, buffer }) => ({ name, buffer, mimeType: 'application/octet-stream' })),
    )

/** What reads PDFs comes by itself: nobody has reached for the box. */
const readerIsThere = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('embedded-files')),
  )

async function fetchPdf(request: APIRequestContext, of = id): Promise<Buffer> {
  const answer = await request.get(`/credentials/${of}.pdf`)
  expect(answer.status()).toBe(200)
  return answer.body()
}

async function holderOf(request: APIRequestContext): Promise<string> {
  const { credentialSubject } = await (await request.get(`/credentials/${id}.json`)).json()
  return credentialSubject.identifier[0].identityHash
}

test('on a phone, a PDF is downloaded first of all, and passes as it is', async ({
  page,
  request,
}) => {
  const holder = await holderOf(request)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/verify/${id}`)
  const tools = page.getByRole('region', { name: 'Keep and share' })
  const link = tools.getByRole('link', { name: 'Download PDF' })
  await expect(link).toBeVisible()
  expect(await tools.locator('a, button').first().textContent()).toContain('Download PDF')
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${id}.pdf`)
  const pdf = await readFile(await download.path())

  await page.goto('/verification', { waitUntil: 'networkidle' })
  await readerIsThere(page)
  const sent: string[] = []
  page.on('request', (asked) => sent.push(`${asked.method()} ${new URL(asked.url()).pathname}`))
  await choose(page, { name: 'renamed', buffer: pdf })
  await expect(page.getByRole('article')).toContainText(holder)
  for (const name of Object.values(features)) {
    await expect(feature(page, name)).toContainText('Passed')
  }
  expect(sent.filter((asked) => !asked.endsWith('/icon.svg')).toSorted()).toEqual([
    `GET /api/certificates/${id}`,
  ])
  await expect(page.getByText('compare the name and the internship on the PDF')).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('without JavaScript the PDF is a link too', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto(`/verify/${id}`)
  await expect(page.getByRole('link', { name: 'Download PDF' })).toHaveAttribute(
    'href',
    `/credentials/${id}.pdf`,
  )
  await context.close()
})

test('where what reads PDFs cannot be loaded, it says so', async ({ page, request }) => {
  const pdf = await fetchPdf(request)
  await page.route('**/embedded-files*', (route) => route.abort())
  await page.goto('/verification')
  await choose(page, { name: 'certificate.pdf', buffer: pdf })
  await expect(page.getByRole('alert')).toContainText('could not load')
})

test('where data is saved, what reads PDFs waits for whoever reaches for the box', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.clock.install()
  await page.goto('/verification', { waitUntil: 'networkidle' })
  await page.clock.runFor(60_000)
  expect(asked.filter((url) => url.includes('embedded-files'))).toEqual([])
  const reader = page.waitForResponse('**/embedded-files*')
  await page.getByLabel('Certificate file, and its receipt').focus()
  await reader
})

test('the picture of the programme is there, whatever the programme', async ({ request }) => {
  for (const name of ['web-development', 'data-science', 'internship', 'of-long-ago']) {
    const answer = await request.get(`/badges/${name}.png`)
    expect(answer.status(), name).toBe(200)
    expect(answer.headers()['content-type']).toBe('image/png')
  }
})
