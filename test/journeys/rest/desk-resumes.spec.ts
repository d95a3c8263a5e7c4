import type { Page } from '@playwright/test'
import Pdf from 'pdfkit'
import { wordPackage } from '#support/word-packages.ts'
import { applyAs, goToDesk, passOn, pdfOf, pdfWith, test } from '../desk-test.ts'
import { desktopOnly, expect, expectAccessible } from '../site-test.ts'

/** Resumes that a browser has trouble with. */

const resumeOn = (page: Page) => page.getByRole('region', { name: 'Resume' })

/** What browsers have got since the summer of 2024; an office's may be older. */
const lately = [
  'Map.prototype.getOrInsertComputed',
  'WeakMap.prototype.getOrInsertComputed',
  'Math.sumPrecise',
  'Promise.try',
  'Uint8Array.fromBase64',
  'Uint8Array.prototype.toHex',
]

test('a PDF is drawn in an older browser too', desktopOnly, async ({ page, site, desk }) => {
  const id = await applyAs(site, { name: 'Meera Older' }, await pdfWith('I have built a loom.'))
  const removed = lately.map((one) => `delete ${one};`).join('')
  await page.addInitScript(removed)
  await page.route('**/pdf.worker*', async (route) => {
    const { text } = await passOn(desk, route.request())
    await route.fulfill({ contentType: 'text/javascript', body: removed + text })
  })
  await goToDesk(page, desk, `/applications?open=${id}`)
  await expect(resumeOn(page).getByText('I have built a loom.')).toBeAttached()
})

test('a page of a PDF without a sane size says so', desktopOnly, async ({ page, site, desk }) => {
  const document = new Pdf({ size: [1, 14_400], margin: 0 })
  document.addPage({ size: 'A4' }).text('I have built a loom.')
  document.addPage({ size: [14_400, 1], margin: 0 })
  const id = await applyAs(site, { name: 'Meera Narrow' }, await pdfOf(document))
  await goToDesk(page, desk, `/applications?open=${id}`)
  await expect(resumeOn(page).getByRole('alert')).toHaveText([
    /^Page 1 cannot be shown here/,
    /^Page 3 cannot be shown here/,
  ])
  await expect(resumeOn(page).getByText('I have built a loom.')).toBeAttached()
  await expect(resumeOn(page).getByRole('img')).toHaveCount(1)
})

test('a Word file that takes too long is stopped', desktopOnly, async ({ page, site, desk }) => {
  const document = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${'<w:p/>'.repeat(2_000_000)}</w:body></w:document>`
  const endless = wordPackage({ parts: { 'word/document.xml': document } })
  expect(endless.length).toBeLessThan(100_000)
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const resume = new File([Uint8Array.from(endless)], 'cv.docx', { type })
  const id = await applyAs(site, { name: 'Zoya Endless' }, resume)
  await page.clock.install()
  await goToDesk(page, desk, `/applications?open=${id}`)
  await expect(resumeOn(page)).toContainText('Opening the resume…')
  await expect.poll(() => page.workers().length).toBe(1)
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(resumeOn(page).getByRole('alert')).toContainText('stopped after five seconds', {
      timeout: 500,
    })
  }).toPass()
  await expect.poll(() => page.workers().length).toBe(0)
  await expect(resumeOn(page).getByRole('link', { name: 'Download' })).toBeVisible()
  await expectAccessible(page)
})
