import jsQR from 'jsqr'
import { PNG } from 'pngjs'
import { answerWith, expect, expectNoSidewaysScroll, id, test } from './certificate-page.ts'
import { holder } from '../support/issue-certificate.ts'

test('whoever has never seen the site finds a sample, and how to check their own', async ({
  page,
}) => {
  for (const start of ['/', '/verification']) {
    await page.goto(start)
    await page.getByRole('link', { name: 'See a sample certificate' }).click()
    await expect(page).toHaveURL('/verify/NAIC25A7K2M')
    await expect(page.getByRole('article')).toContainText('Asha Example')
  }
  for (const [start, link] of [
    ['/about', 'Verify a certificate'],
    ['/internships/1', 'See how'],
    ['/contact', 'Verify it here'],
  ] as const) {
    await page.goto(start)
    await page.getByRole('main').getByRole('link', { name: link }).click()
    await expect(page).toHaveURL('/verification')
  }
})

test('the code of a certificate can be scanned off the screen, and says where it leads', async ({
  page,
  site,
  issued,
}) => {
  await answerWith(page, issued.answer)
  await page.goto(`/verify/${id}`)
  await expect(page.getByText(holder)).toBeVisible()
  const code = page.getByRole('img', { name: 'QR code' })
  const picture = PNG.sync.read(await code.screenshot())
  const read = jsQR(new Uint8ClampedArray(picture.data), picture.width, picture.height)
  expect(read?.data).toBe(`${site.url}/verify/${id}`)
  await expect(page.getByText("Scan to open this certificate's page:")).toBeVisible()
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test('the record’s day and the day of the signature are told apart', async ({ page, site }) => {
  await page.goto('/verify/NAIC25A7K2M')
  const dates = page.getByLabel('Dates of this certificate')
  await expect(dates.locator('dt:text-is("Verified on") + dd')).toContainText('July 2, 2025')
  const response = await page.request.get(`${site.url}/credentials/NAIC25A7K2M.json`)
  const { proof } = (await response.json()) as { proof: { created: string }[] }
  const signed = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
  await expect(dates.locator('dt:text-is("Signed on") + dd')).toContainText(
    signed.format(new Date(proof[0]?.created ?? '')),
  )
})

test('what is not verified is not said to be verified on any day', async ({ page, issued }) => {
  const statusList = await issued.statusList({ revoked: true })
  await answerWith(page, { ...issued.answer, statusList, revocation: issued.revocation })
  await page.goto(`/verify/${id}`)
  const dates = page.getByLabel('Dates of this certificate')
  await expect(dates.locator('dt').first()).toHaveText('Issued on')
  await expect(page.getByText(/^Verified on/)).toHaveCount(0)
})
