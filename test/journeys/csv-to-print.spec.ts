import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import type { Page } from '@playwright/test'
import type { RunningSite } from '../support/start-site.ts'
import { feature, features } from './certificate-page.ts'
import { desktopOnly, expect, test } from './site-test.ts'

/** Runs the council's command line beside the running server, on the same data. */
async function council(site: RunningSite, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('node', ['cli/council.ts', ...args], {
    env: { ...process.env, DATA_DIR: site.dataDir, SITE_URL: site.url },
  })
  return stdout
}

async function issue(site: RunningSite, reference: string, holder: string): Promise<string> {
  const file = path.join(site.dataDir, `${reference}.csv`)
  const results = path.join(site.dataDir, `${reference}-results.csv`)
  await writeFile(
    file,
    `reference,holder,domain,duration,verified_on\n${reference},${holder},Web Development,4 Weeks,2026-03-14\n`,
  )
  await council(site, 'certificates', 'issue', '--csv', file, '--results', results)
  return /NAIC\d\d[A-Z0-9]{5}/.exec(await readFile(results, 'utf8'))?.[0] ?? ''
}

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
  'a revoked certificate says so, with its date and reason, proven by the log',
  desktopOnly,
  async ({ page, site }) => {
    const id = await issue(site, 'journey-2', 'Kabir Example')
    await council(site, 'certificates', 'revoke', id, 'wrong details')
    await page.goto(`/verify/${id}`)
    await expect(page.getByText(/^Revoked on /)).toContainText('wrong details')
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
