import { PNG } from 'pngjs'
import type { Page } from '@playwright/test'
import {
  answerWith,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  feature,
  features,
  id,
  runClockUntil,
  test,
} from './certificate-page.ts'
import { holder } from '../support/issue-certificate.ts'
import { phoneOnly } from './site-test.ts'

async function expectFailureView(page: Page, shownId: string) {
  await expect(page.getByRole('heading', { level: 1, name: 'Verification Failed' })).toBeVisible()
  await expect(
    page.getByText(`No certificate found with ID: ${shownId}`, { exact: true }),
  ).toBeVisible()
  await expect(page).toHaveTitle(/^Verification Failed/)
  await expect(page.getByText('Please check the verification code and try again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Having trouble?' })).toBeVisible()
  await expect(
    page.getByText(
      'If you believe this is an error, please contact our verification team with your certificate details.',
    ),
  ).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: 'Contact Support' }),
  ).toHaveAttribute('href', '/contact')
}

test('a certificate shows its facts, after 0.8 s of verifying', async ({ page, issued }) => {
  await answerWith(page, issued.answer)
  await page.clock.install()
  await page.goto(`/verify/${id}`)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Verifying certificate...' })).toBeVisible()
  await runClockUntil(page, page.getByText(holder))
  const card = page.getByRole('article')
  await expect(card.getByRole('heading', { level: 1 })).toHaveText('Certificate of Completion')
  for (const [name, value] of [
    ['Certificate ID', id],
    ['Internship Domain', 'Web Development'],
    ['Duration', '4 Weeks'],
    ['Status', 'Verified'],
  ] as const) {
    await expect(
      card.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`)),
    ).toHaveText(value)
  }
  await expect(card.getByText('Verified', { exact: true })).toHaveCount(2)
  await expect(card.getByText('Verified on July 2, 2025')).toBeVisible()
  await expect(card.getByText('Program Director')).toBeVisible()
  await expect(card.getByRole('img', { name: 'Seal of the council' })).toBeVisible()
})

test('verifying is never shorter than 0.8 s, however fast the register answers', async ({
  page,
  issued,
}) => {
  await answerWith(page, issued.answer)
  await page.clock.install()
  await page.goto('/verification')
  await page.getByRole('textbox').fill(id)
  await page.clock.pauseAt(Date.now() + 60_000)
  const answered = page.waitForResponse('**/api/certificates/*')
  await page.getByRole('button', { name: 'Verify Certificate' }).click()
  await expect(page.locator('main form button')).toHaveText('Verifying...')
  await page.clock.runFor(500)
  const verifying = page.getByRole('heading', { name: 'Verifying certificate...' })
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(verifying).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [10] })
  await answered
  await page.clock.runFor(700)
  await expect(verifying).toBeVisible()
  await page.clock.runFor(150)
  await expect(page.getByText(holder)).toBeVisible()
})

test('the security features say what was checked, with the details one click away', async ({
  page,
  issued,
}) => {
  await answerWith(page, issued.answer)
  await page.goto(`/verify/${id}`)
  for (const name of Object.values(features)) {
    await expect(feature(page, name)).toContainText('Passed')
  }
  await expect(feature(page, features.signature)).toContainText('dated July 2, 2025')
  await expect(feature(page, features.log)).toContainText(
    "entry 4 of 5 in the council's public log. The log's signed checkpoint",
  )
  for (const name of Object.values(features)) {
    await feature(page, name).getByText('Details').click()
  }
  await expect(feature(page, features.signature)).toContainText('#key-2025')
  await expect(feature(page, features.signature)).toContainText('3:00:00 pm IST')
  await expect(feature(page, features.log).locator('dt:text-is("Tree size") + dd')).toHaveText('5')
  for (const name of ['Leaf', 'Root']) {
    await expect(feature(page, features.log).locator(`dt:text-is("${name}") + dd`)).toHaveText(
      /^[0-9a-f]{64}$/,
    )
  }
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('one status tells what is going on and what came of it, and nothing is announced twice', async ({
  page,
  issued,
}) => {
  const regions = page
    .locator('main')
    .locator('[role=status]:not([aria-live=off]), [aria-live=polite]')
  await answerWith(page, issued.answer)
  await page.clock.install()
  await page.goto(`/verify/${id}`)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.reload()
  const status = page.getByTestId('verdict')
  await expect(status).toHaveText('Please wait while we check the certificate.')
  const region = await status.elementHandle()
  await runClockUntil(page, page.getByText(holder))
  // The same element: screen readers announce only what comes into a region that they know.
  expect(await region?.textContent()).toBe('The result of the check: Verified')
  await expect(regions.filter({ hasText: /\S/ })).toHaveCount(1)
})

test('what turns stands still for whoever wants less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.route('**/api/certificates/*', () => {})
  await page.goto(`/verify/${id}`)
  await expect(page.getByRole('heading', { name: 'Verifying certificate...' })).toBeVisible()
  const endless = await page.evaluate(() =>
    document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Infinity),
  )
  expect(endless).toHaveLength(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test(
  'with letters of double size nothing lies beside the page',
  phoneOnly,
  async ({ page, context, issued }) => {
    const browser = await context.newCDPSession(page)
    await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } })
    await answerWith(page, issued.answer)
    for (const path of ['/verification', `/verify/${id}`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: 'Certificate' })).toBeVisible()
      await expectNoSidewaysScroll(page)
    }
    await page.unroute('**/api/certificates/*')
    await answerWith(page, 404)
    await page.reload()
    await expectFailureView(page, id)
    await expectNoSidewaysScroll(page)
  },
)

test('a revoked certificate says when, and is not verified', async ({ page, issued }) => {
  const statusList = await issued.statusList({ revoked: true })
  await answerWith(page, { ...issued.answer, statusList, revocation: issued.revocation })
  await page.goto(`/verify/${id}`)
  await expect(page.getByText('Withdrawn.', { exact: true })).toBeVisible()
  await expect(page.getByText('Withdrawn on August 15, 2025')).toBeVisible()
  await expect(page.getByRole('article')).not.toContainText('Verified')
  await expect(page.getByRole('img', { name: 'Seal of the council' })).toHaveCount(0)
  await expect(feature(page, features.id)).toContainText('Failed')
  await expect(page.getByRole('link', { name: /LinkedIn profile/ })).toHaveCount(0)
  await expectAccessible(page)
})

test('an ID that is not in the register fails as the specification says', async ({ page }) => {
  await answerWith(page, 404)
  await page.goto('/verify/naic25-nosuch')
  await expectFailureView(page, 'naic25-nosuch')
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('an ID that is typed and not in the register fails in the title too', async ({ page }) => {
  await answerWith(page, 404)
  await page.goto('/verification')
  await page.getByRole('textbox', { name: 'Certificate ID' }).fill('NAIC25XXXXX')
  await page.getByRole('button', { name: 'Verify Certificate' }).click()
  await expectFailureView(page, 'NAIC25XXXXX')
})

for (const [path, shown] of [
  ['/verify', ''],
  ['/verify/', ''],
  ['/verify/%3F%3F', '??'],
] as const) {
  test(`${path} has no ID, and asks nobody for one`, async ({ page }) => {
    let asked = false
    page.on('request', (request) => (asked ||= request.url().includes('/api/')))
    await page.clock.install()
    await page.goto(path)
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Verifying certificate...' })).toBeVisible()
    await runClockUntil(page, page.getByText('No certificate found'))
    await expectFailureView(page, shown)
    expect(asked).toBe(false)
  })
}

test('the ID in the address is cleaned as in the form', async ({ page, issued }) => {
  const request = page.waitForRequest(`**/api/certificates/${id}`)
  await answerWith(page, issued.answer)
  await page.goto('/verify/%20naic25-test1')
  await request
  await expect(page.getByText(holder)).toBeVisible()
})

for (const status of [429, 503, 500]) {
  test(`a register that answers ${status} is not a missing certificate`, async ({
    page,
    issued,
  }) => {
    await answerWith(page, status)
    await page.goto(`/verify/${id}`)
    await expect(
      page.getByRole('heading', { name: 'We could not check it just now' }),
    ).toBeVisible()
    await expect(page.getByText('No certificate found')).toHaveCount(0)
    // What is our fault has a name by which the staff find it.
    const reference = page.getByText('Reference: 7K3F9QXM2P')
    await expect(reference).toHaveCount(status >= 500 ? 1 : 0)
    await expectAccessible(page)

    await page.unroute('**/api/certificates/*')
    await answerWith(page, issued.answer)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText(holder)).toBeVisible()
  })
}

test('the page leads home, and its header is hidden', async ({ page, issued }) => {
  await answerWith(page, issued.answer)
  await page.goto(`/verify/${id}`)
  await expect(page.getByText(holder)).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})

test('search engines leave the page out, and previews never say that it holds', async ({
  request,
  site,
}) => {
  const html = await (await request.get(`/verify/${id}`)).text()
  expect(html).toContain('name="robots" content="noindex"')
  expect(html).toContain(`property="og:url" content="${site.url}/verify/${id}"`)
  expect(html).toContain(`property="og:image" content="${site.url}/share/verification.png"`)
  for (const name of ['og:title', 'og:description']) {
    const [, content = ''] = new RegExp(`property="${name}" content="([^"]*)"`).exec(html) ?? []
    expect(content).not.toBe('')
    expect(content).not.toMatch(/valid|verified/i)
  }
})

test('a shared certificate shows a picture of its own', async ({ request, site }) => {
  const html = await (await request.get('/verify/NAIC25A7K2M')).text()
  const image = /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
  expect(image).toBe(`${site.url}/credentials/NAIC25A7K2M.png`)
  expect(html).toContain('property="og:image:alt" content="Certificate of Asha Example:')
  const response = await request.get(image)
  expect(response.headers()['content-type']).toBe('image/png')
  expect(PNG.sync.read(await response.body())).toMatchObject({ width: 1200, height: 630 })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an ID that is missing fails alike, and nothing waits', async ({ page }) => {
    await page.goto('/verify')
    await expect(page.getByText('Verifying certificate...')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification Failed')
    // Playwright looks for no text in a noscript element.
    await expect(page.locator('noscript section')).toContainText('No certificate found with ID: ')
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Contact Support' }),
    ).toHaveAttribute('href', '/contact')
  })
})
