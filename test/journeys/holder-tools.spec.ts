import type { Locator, Page } from '@playwright/test'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { answerWith, expect, expectAccessible, id, test } from './certificate-page.ts'
import { holder, type IssuedCertificate, issueCertificate } from '../support/issue-certificate.ts'

async function open(page: Page, issued: IssuedCertificate) {
  await answerWith(page, issued.answer)
  await page.goto(`/verify/${id}`)
  await expect(page.getByText(holder)).toBeVisible()
}

async function readQr(image: Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await image.screenshot())
  return jsQR(new Uint8ClampedArray(data), width, height)?.data
}

test('it prints on one sheet, without header, footer and tools', async ({ page, issued, site }) => {
  await open(page, issued)
  for (const options of [{ preferCSSPageSize: true }, { format: 'A4' }, { format: 'Letter' }]) {
    const pdf = (await page.pdf(options)).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  }
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
  // A4, lying, in points.
  expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595])

  await page.setViewportSize({ width: 1047, height: 718 })
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Certificate Security Features' })).toBeHidden()
  expect(await readQr(page.getByRole('img', { name: 'QR code' }))).toBe(`${site.url}/verify/${id}`)
})

test('the longest names that may be, print on one sheet too', async ({ page, site }) => {
  const words = (most: number) => 'Wilhelmina Venkatanarasimha '.repeat(9).slice(0, most).trim()
  const issued = await issueCertificate(site.url, id, {
    holder: words(200),
    domain: words(100),
    duration: words(50),
  })
  await answerWith(page, issued.answer)
  await page.goto(`/verify/${id}`)
  const card = page.getByRole('article')
  await expect(card).toBeVisible()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
  // A4 lying, within its margins, in pixels of CSS.
  await page.setViewportSize({ width: 1047, height: 718 })
  await page.emulateMedia({ media: 'print' })
  expect((await card.boundingBox())?.height).toBeLessThanOrEqual(718)
})

test('the ID is never broken in two', async ({ page, issued }) => {
  await open(page, issued)
  await page.setViewportSize({ width: 320, height: 640 })
  const lines = () =>
    page
      .getByRole('article')
      .getByText(id)
      .evaluateAll((elements) =>
        elements.map((element) => {
          const range = document.createRange()
          const text = element.firstChild ?? element
          range.selectNodeContents(text)
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
        }),
      )
  expect((await lines()).slice(0, 1)).toEqual([1])
  await page.setViewportSize({ width: 1047, height: 718 })
  await page.emulateMedia({ media: 'print' })
  expect(await lines()).toEqual([1, 1])
})

test('the print button prints', async ({ page, issued }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await open(page, issued)
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('html[data-printed]')).toHaveCount(1)
})

test('PDF, badge, credential and receipt can be downloaded', async ({ page, issued }) => {
  await open(page, issued)
  for (const [name, file] of [
    ['Download PDF', `${id}.pdf`],
    ['Download badge picture', `${id}.badge.png`],
    ['Download credential', `${id}.json`],
    ['Download receipt', `${id}.tlog-proof`],
  ] as const) {
    const link = page.getByRole('link', { name })
    await expect(link).toHaveAttribute('href', `/credentials/${file}`)
    await expect(link).toHaveAttribute('download', file)
  }
})

test('with everything opened the page is accessible', async ({ page, issued }) => {
  await open(page, issued)
  const summaries = page.locator('summary')
  await expect(summaries).toHaveCount(4)
  for (const summary of await summaries.all()) await summary.click()
  await expect(page.locator('details[open]')).toHaveCount(4)
  await expectAccessible(page)
})

test('LinkedIn gets the values, which can be copied too', async ({
  page,
  context,
  issued,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(page, issued)
  const href = await page
    .getByRole('link', { name: /Add to LinkedIn profile/ })
    .getAttribute('href')
  const address = new URL(href ?? '')
  expect(address.origin + address.pathname).toBe('https://www.linkedin.com/profile/add')
  const values = {
    name: 'Web Development internship',
    organizationName: 'National Academic Internship Council',
    issueYear: '2025',
    issueMonth: '7',
    certUrl: `${site.url}/verify/${id}`,
    certId: id,
  }
  expect(Object.fromEntries(address.searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    ...values,
  })
  await page.getByText('Copy the values').click()
  const shown = page.getByRole('region', { name: 'Keep and share' }).getByRole('definition')
  for (const value of Object.values(values)) {
    await expect(
      shown
        .getByText(value, { exact: true })
        .or(shown.filter({ hasText: value }).first())
        .first(),
    ).toBeVisible()
  }
  await page.getByRole('button', { name: 'Copy Credential URL' }).click()
  await expect(page.getByText('Credential URL copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(values.certUrl)
})

test('where there is no clipboard, it says so and selects what was to be copied', async ({
  page,
  issued,
  site,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share')
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await open(page, issued)
  const failed = page.getByText('We could not copy it.')
  const selected = () => page.evaluate(() => getSelection()?.toString())
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(failed).toBeVisible()
  expect(await selected()).toBe(`${site.url}/verify/${id}`)
  await page.getByText('Copy the values').click()
  await page.getByRole('button', { name: 'Copy Credential ID' }).click()
  await expect(failed).toHaveCount(2)
  expect(await selected()).toBe(id)
  await expectAccessible(page)
})

test('the link is shared by the device, or copied where it cannot share', async ({
  page,
  context,
  issued,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  await open(page, issued)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/verify/${id}`)

  await page.addInitScript(() => {
    navigator.share = async (shared) => {
      document.documentElement.dataset['shared'] = shared?.url ?? ''
    }
  })
  await page.reload()
  await page.getByRole('button', { name: 'Share link' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-shared', `${site.url}/verify/${id}`)
  const link = page.getByRole('link', { name: 'WhatsApp (opens in a new tab)' })
  const message = new URL((await link.getAttribute('href')) ?? '').searchParams.get('text')
  expect(message).toMatch(new RegExp(` ${site.url}/verify/${id}$`))
  await expect(link).toHaveAttribute('rel', /\bnoopener\b/)
})
