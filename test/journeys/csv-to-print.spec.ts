import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import type { Page } from '@playwright/test'
import { feature, features } from './certificate-page.ts'
import { council, issue } from './council-beside.ts'
import { desktopOnly, expect, test } from './site-test.ts'

async function expectAllPassed(page: Page) {
  for (const name of Object.values(features)) {
    await expect(feature(page, name)).toContainText('Passed')
  }
}

test(
  'from a line of CSV to a printed certificate whose code leads back',
  desktopOnly,
  async ({ page, site }) => {
    const id = await issue(site, 'journey-1', 'Meera Example')
    expect(id).not.toBe('')
    await page.goto(`/verify/${id}`)
    await expect(page.getByRole('article')).toContainText('Meera Example')
    await expect(page.getByText('Verified on March 14, 2026')).toBeVisible()
    await expectAllPassed(page)

    const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(1)
    await page.setViewportSize({ width: 1047, height: 718 })
    await page.emulateMedia({ media: 'print' })
    const picture = await page.getByRole('img', { name: 'QR code' }).screenshot()
    const { data, width, height } = PNG.sync.read(picture)
    expect(jsQR(new Uint8ClampedArray(data), width, height)?.data).toBe(`${site.url}/verify/${id}`)
  },
)

test(
  'a revoked certificate says so, with its date and not the reason, proven by the log',
  desktopOnly,
  async ({ page, site }) => {
    const id = await issue(site, 'journey-2', 'Kabir Example')
    await council(site, 'certificates', 'revoke', id, 'wrong details', '--yes')
    await page.goto(`/verify/${id}`)
    await expect(page.getByText(/^Withdrawn on /)).toBeVisible()
    await expect(page.getByText('wrong details')).toHaveCount(0)
    await expect(page.getByRole('article')).not.toContainText('Verified')
  },
)

test(
  'a downloaded credential passes, and changed by one letter fails',
  desktopOnly,
  async ({ page, site, request }) => {
    const id = await issue(site, 'journey-3', 'Zoya Example')
    const credential = await (await request.get(`/credentials/${id}.json`)).text()
    const receipt = await (await request.get(`/credentials/${id}.tlog-proof`)).text()
    const file = (name: string, text: string) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    })
    await page.goto('/verification')
    const chooser = page.getByLabel('Certificate file, and its receipt')
    await chooser.setInputFiles([file(`${id}.json`, credential), file(`${id}.tlog-proof`, receipt)])
    await expectAllPassed(page)

    await page.reload()
    await chooser.setInputFiles([
      file(`${id}.json`, credential.replace('Zoya', 'Zoyi')),
      file(`${id}.tlog-proof`, receipt),
    ])
    await expect(feature(page, features.signature)).toContainText('Failed')
    await expect(page.getByText('Zoyi')).toHaveCount(0)
  },
)
