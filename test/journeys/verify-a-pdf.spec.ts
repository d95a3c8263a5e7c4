import { readFile } from 'node:fs/promises'
import { inflateSync, deflateSync } from 'node:zlib'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, feature, features, test } from './certificate-page.ts'

const id = 'NAIC25A7K2M'
const other = 'NAIC25B3X9Q'

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

/** Changes the words of each deflated stream for which `change` gives others. */
function rewrite(pdf: Buffer, change: (text: string) => string): Buffer {
  const parts = pdf.toString('latin1').split(/(?<=\nstream\n)|(?=\nendstream)/)
  return Buffer.concat(
    parts.map((part) => {
      const bytes = Buffer.from(part, 'latin1')
      if (bytes[0] !== 0x78) return bytes
      const text = inflateSync(bytes).toString('latin1')
      const changed = change(text)
      if (changed === text) return bytes
      return deflateSync(Buffer.from(changed, 'latin1'))
    }),
  )
}

/** Its embedded files are found by the length that their objects say. */
const withLengths = (pdf: Buffer) =>
  Buffer.from(
    pdf
      .toString('latin1')
      .replaceAll(
        /\/Length \d+(\s+\/Filter \/FlateDecode\s*>>\nstream\n)([^]*?)(\nendstream)/g,
        (_, before: string, bytes: string, after: string) =>
          `/Length ${bytes.length}${before}${bytes}${after}`,
      ),
    'latin1',
  )

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

test('offline, of a PDF the signature is checked, and nothing else is green', async ({
  page,
  context,
  request,
}) => {
  const pdf = await fetchPdf(request)
  await page.goto('/verification', { waitUntil: 'networkidle' })
  await readerIsThere(page)
  await context.setOffline(true)
  await choose(page, { name: 'certificate.pdf', buffer: pdf })
  await expect(feature(page, features.signature)).toContainText('Passed')
  await expect(feature(page, features.log)).toContainText('Could not be checked')
  await expect(feature(page, features.id)).toContainText('Could not be checked')
  await expect(page.getByText('because this device is offline').first()).toBeVisible()
})

test('what a PDF paints is not looked at: it is shown as it was signed', async ({
  page,
  request,
}) => {
  const holder = await holderOf(request)
  const painted = rewrite(await fetchPdf(request), (text) =>
    text.replaceAll(/<([0-9a-f]{4})>\] TJ/g, '<0001>] TJ'),
  )
  expect(painted).not.toEqual(await fetchPdf(request))
  await page.goto('/verification')
  await choose(page, { name: 'certificate.pdf', buffer: withLengths(painted) })
  await expect(page.getByRole('article')).toContainText(holder)
  await expect(page.getByText('compare the name and the internship on the PDF')).toBeVisible()
})

test('a PDF whose embedded name is another fails, and nothing of it is shown', async ({
  page,
  request,
}) => {
  const holder = await holderOf(request)
  const forged = rewrite(await fetchPdf(request), (text) =>
    text.replace(`"${holder}"`, '"Usha Forger"'),
  )
  await page.goto('/verification')
  await choose(page, { name: 'certificate.pdf', buffer: withLengths(forged) })
  await expect(page.getByText('Signature check failed.', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByText('Forger')).toHaveCount(0)
})

test('a PDF with a second certificate behind the first is not checked', async ({
  page,
  request,
}) => {
  const both = Buffer.concat([await fetchPdf(request), await fetchPdf(request, other)])
  await page.goto('/verification')
  await choose(page, { name: 'certificate.pdf', buffer: both })
  await expect(page.getByRole('alert')).toContainText('There is more than one certificate here.')
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('a PDF or a picture with nothing inside says so, and so does a broken one', async ({
  page,
  request,
}) => {
  const pdf = await fetchPdf(request)
  const picture = await (await request.get(`/credentials/${id}.png`)).body()
  await page.goto('/verification')
  for (const buffer of [
    picture,
    Buffer.from('%PDF-1.7'),
    pdf.subarray(0, 9_000),
    await page.pdf(),
  ]) {
    await choose(page, { name: 'some', buffer })
    await expect(page.getByRole('alert')).toContainText('There is no certificate inside this file.')
    await choose(page, { name: 'other.json', buffer: Buffer.from('{}') })
    await expect(page.getByText('This is not a certificate file.')).toBeVisible()
  }
})

test('of a PDF full of bombs little is inflated, and it ends in a sentence', async ({ page }) => {
  const deflated = deflateSync(Buffer.alloc(200_000_000))
  const bomb = Buffer.concat([
    Buffer.from(
      `\n1 0 obj\n<< /Type /EmbeddedFile /Length ${deflated.length} /Filter /FlateDecode >>\nstream\n`,
    ),
    deflated,
    Buffer.from('\nendstream\nendobj\n'),
  ])
  await page.addInitScript(() => {
    const handed: number[] = []
    const Real = DecompressionStream
    Object.assign(window, {
      handed,
      DecompressionStream: class {
        readable
        writable
        constructor(format: CompressionFormat) {
          const { readable, writable } = new Real(format)
          const counting = new TransformStream({
            transform(piece: Uint8Array, controller) {
              handed.push(piece.length)
              controller.enqueue(piece)
            },
          })
          this.readable = readable
          this.writable = counting.writable
          void counting.readable.pipeTo(writable as never).catch(() => undefined)
        }
      },
    })
  })
  await page.goto('/verification')
  const buffer = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...Array.from({ length: 8 }, () => bomb),
  ])
  await choose(page, { name: 'bomb.pdf', buffer })
  await expect(page.getByRole('alert')).toContainText('There is no certificate inside this file.')
  const handed = await page.evaluate(() => (window as never as { handed: number[] }).handed)
  expect(handed.length).toBeGreaterThanOrEqual(8)
  // A piece becomes at most a thousand times as large; all of it would be 1.6 GB.
  expect(Math.max(...handed)).toBeLessThanOrEqual(4_096)
  expect(handed.length).toBeLessThanOrEqual(8 * 8)
})

test('a PDF that everybody may open is looked into, and one with a password says so', async ({
  page,
}) => {
  await page.goto('/verification')
  for (const [name, sentence] of [
    // Inside them are a receipt, and JSON that nobody signed.
    ['aes-256', 'We cannot check a receipt alone.'],
    ['rc4-128', 'We cannot check a receipt alone.'],
    ['password-aes-256', 'This PDF is encrypted'],
  ] as const) {
    const buffer = await readFile(`test/support/encrypted-pdfs/${name}.pdf`)
    await choose(page)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await choose(page, { name: 'some.pdf', buffer })
    await expect(page.getByRole('alert')).toContainText(sentence)
  }
})

test('one larger than any certificate says that it was not looked through', async ({ page }) => {
  await page.goto('/verification')
  await choose(page, {
    name: 'large.pdf',
    buffer: Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(6e6)]),
  })
  await expect(page.getByRole('alert')).toContainText('so this page did not look through it')
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

test('a badge picture passes in all; one of before, without its receipt and with it', async ({
  page,
  request,
}) => {
  const badge = await (await request.get(`/credentials/${id}.badge.png`)).body()
  const receipt = await (await request.get(`/credentials/${id}.tlog-proof`)).body()
  const holder = await holderOf(request)
  const file = { name: 'badge.png', buffer: badge }
  await page.goto('/verification')
  await choose(page, file)
  await expect(page.getByRole('article')).toContainText(holder)
  for (const name of Object.values(features)) {
    await expect(feature(page, name)).toContainText('Passed')
  }
  // As badges were: without their receipt.
  const receiptAt = badge.indexOf('iTXttlog-proof') - 4
  const after = receiptAt + 12 + badge.readUInt32BE(receiptAt)
  const older = Buffer.concat([badge.subarray(0, receiptAt), badge.subarray(after)])
  await choose(page, { name: 'badge.png', buffer: older })
  await expect(feature(page, features.log)).toContainText('Passed')
  await choose(
    page,
    { name: 'badge.png', buffer: older },
    { name: `${id}.tlog-proof`, buffer: receipt },
  )
  await expect(feature(page, features.log)).toContainText('Passed')

  const at = badge.indexOf(holder)
  const forged = Buffer.concat([badge.subarray(0, at), Buffer.from('U'), badge.subarray(at + 1)])
  await choose(page, { name: 'badge.png', buffer: forged })
  await expect(page.getByText('Signature check failed.', { exact: true })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('the picture of the programme is there, whatever the programme', async ({ request }) => {
  for (const name of ['web-development', 'data-science', 'internship', 'of-long-ago']) {
    const answer = await request.get(`/badges/${name}.png`)
    expect(answer.status(), name).toBe(200)
    expect(answer.headers()['content-type']).toBe('image/png')
  }
})
