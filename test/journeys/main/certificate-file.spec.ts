import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { holder } from '#support/issue-certificate.ts'
import {
  allPassed,
  choose,
  expectChecks,
  expectVerdict,
  file,
  id,
  publish,
  test,
  verdict,
} from '../certificate-page.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  openAlive,
  watchRequests,
} from '../site-test.ts'

/** A file that somebody was given, checked in the browser. Kinds of files: `read-certificate-file.test.ts`. */

const sample = 'NAIC25A7K2M'
const section = (page: Page) => page.getByRole('region', { name: 'Verify a file' })

/** Opens the page, and waits until it has the council's keys and its reader of PDFs. */
async function openWhole(page: Page) {
  const keys = page.waitForResponse('**/log/keys')
  const reader = page.waitForResponse('**/embedded-files*')
  await openAlive(page, '/verification')
  await page.getByLabel('Certificate PDF, picture or file').focus()
  await Promise.all([(await keys).finished(), (await reader).finished()])
}

test('a downloaded credential passes, and only its ID is sent', async ({ page, issued }) => {
  await publish(page, issued)
  await openWhole(page)
  const region = await verdict(page).elementHandle()
  const sent = watchRequests(page)
  await choose(
    page,
    file(`${id}.tlog-proof`, issued.receiptFile),
    file(`${id}.json`, issued.credential),
  )
  await expect(section(page)).toContainText(`${id}.tlog-proof, ${id}.json`)
  await expect(page.getByRole('article')).toContainText(holder)
  await expectChecks(page, allPassed)
  await expectVerdict(page, 'Verified')
  // The same element: screen readers announce only what comes into a region that they know.
  expect(await region?.textContent()).toContain('Verified')
  const regions = section(page).locator('[role=status]:not([aria-live=off]), [aria-live=polite]')
  await expect(regions).toHaveCount(1)
  expect(sent.toSorted()).toEqual([`GET /api/certificates/${id}`])
  await expect(section(page).getByRole('heading', { name: `Verified: ${holder}` })).toBeInViewport()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
  await choose(page)
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('a PDF from the page of its certificate passes under any name', async ({ page }) => {
  await page.goto(`/verify/${sample}`)
  const tools = page.getByRole('region', { name: 'Keep and share' })
  const downloading = page.waitForEvent('download')
  await tools.getByRole('link', { name: 'Download PDF' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`${sample}.pdf`)
  const pdf = await readFile(await download.path())
  await openWhole(page)
  const sent = watchRequests(page)
  await choose(page, file('renamed', pdf))
  await expect(page.getByRole('article')).toContainText('Asha Example')
  await expectChecks(page, allPassed)
  expect(sent).toEqual([`GET /api/certificates/${sample}`])
  await expect(page.getByText('compare the name and the internship on the PDF')).toBeVisible()
  await expectNoSidewaysScroll(page)
})

test('a forged file names nobody, and a wrong one says so', async ({ page, request, issued }) => {
  await publish(page, issued)
  await page.route('**/embedded-files*', (route) => route.abort())
  await page.goto('/verification')
  // By the council's own key, as a thief would make it: the live log has another one under its ID.
  const forged = await issued.forge({ holder: 'Mallory Forger' })
  await choose(
    page,
    file(`${id}.json`, forged.credential),
    file(`${id}.tlog-proof`, forged.receiptFile),
  )
  await expectVerdict(page, 'Not found')
  await expectChecks(page, ['Failed', 'Passed', 'Failed'])
  await expect(page.getByText(/Mallory|^Verified\.?$/)).toHaveCount(0)
  for (const [name, content, message] of [
    ['some.json', 'not JSON', 'This is not a certificate file.'],
    ['some.tlog-proof', issued.inclusion.receipt, 'We cannot check a list proof alone.'],
    ['one.pdf', await (await request.get(`/credentials/${sample}.pdf`)).body(), 'could not load'],
    ['photo.jpg', Buffer.from('ffd8ffe0', 'hex'), 'We found no code in this picture'],
  ] as const) {
    await choose(page, file(name, content))
    await expect(page.getByRole('alert')).toContainText(message)
  }
  await page.getByRole('link', { name: 'Type the ID' }).click()
  await expect(page.getByLabel('Certificate ID')).toBeFocused()
})
