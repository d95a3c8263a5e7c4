import type { Page } from '@playwright/test'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  applyAs,
  dialog,
  goToDesk,
  letterIn,
  pdfWith,
  statusesOf,
  test,
  wakeOutbox,
} from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const resumeOn = (page: Page) => page.getByRole('region', { name: 'Resume' })

test('applications are found and answered by keys', desktopOnly, async ({ page, site, desk }) => {
  const college = 'Keys College'
  const first = await applyAs(site, { name: 'Asha Keys', college })
  const second = await applyAs(site, { name: 'Ravi Keys', college })
  await goToDesk(page, desk)
  await page.keyboard.press('/')
  await page.keyboard.type('keys coll')
  await expect(page).toHaveURL(/text=keys\+coll/)
  await expect(page.getByRole('search').getByRole('status')).toHaveText('2 found')
  await page.getByRole('searchbox').blur()
  for (const [key, name] of [
    ['j', 'Ravi Keys'],
    ['j', 'Asha Keys'],
    ['k', 'Ravi Keys'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(heading(page, name)).toBeVisible()
  }

  await page.keyboard.press('s')
  await expect(dialog(page)).toContainText('Dear Ravi Keys,')
  await expect(dialog(page)).toContainText('ravi.keys@example.com')
  await dialog(page).getByLabel('Your words in the letter').fill('Bring a notebook.')
  await expect(letterIn(page)).toContainText('Bring a notebook.')
  await dialog(page).getByLabel('Note for the staff alone').fill('Good projects.')
  await dialog(page).getByRole('button', { name: 'Send the letter and shortlist' }).press('Enter')
  await expect(page.getByText('Ravi Keys, NAIC-')).toContainText('shortlisted; the letter goes out')
  await expect(heading(page, 'Asha Keys')).toBeVisible()
  await expect(page.getByText('shortlisted 1')).toBeAttached()

  await page.keyboard.press('d')
  await expect(letterIn(page)).toBeVisible()
  await dialog(page).getByLabel('Tell the applicant by a letter').uncheck()
  await expect(dialog(page)).toContainText('No letter goes out')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Asha Keys, NAIC-')).toContainText('declined.')

  const brought = async () =>
    (await site.letters()).filter((one) => one.includes('Bring a notebook.')).length
  await wakeOutbox(site)
  await expect.poll(brought).toBe(1)
  expect(statusesOf(site, first)).toEqual(['declined'])
  await page.goto(`${desk.url}/applications?open=${second}`)
  await expect(page.getByRole('region', { name: 'History' })).toContainText('Good projects.')
})

test('a PDF is drawn beside the answers as text', desktopOnly, async ({ page, site, desk }) => {
  const message = '<img src=x onerror="document.title=1"> [[${7*7}]]'
  const answers = { name: 'Meera Drawn', message, college: '<b>Bold</b> College' }
  const id = await applyAs(site, answers, await pdfWith('I have built a loom.'))
  await goToDesk(page, desk, `/applications?open=${id}`)
  const application = page.getByRole('region', { name: 'Application' })
  await expect(application.getByText('<b>Bold</b> College')).toBeVisible()
  await expect(application.getByText('<img src=x')).toBeVisible()
  await expect(resumeOn(page).getByText('I have built a loom.')).toBeAttached()
  const canvas = resumeOn(page).getByRole('img', { name: 'Page 1' })
  await expect
    .poll(() =>
      canvas.evaluate((drawn: HTMLCanvasElement) => {
        const { data } = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? {}
        return data?.some((value, at) => at % 4 < 3 && value < 100)
      }),
    )
    .toBe(true)
  const download = page.waitForEvent('download')
  await resumeOn(page).getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/^NAIC-\w{4}-\w{4}\.pdf$/)
})

test('a damaged resume is not shown', desktopOnly, async ({ page, site, desk, complaints }) => {
  const id = await applyAs(site, { name: 'Nila Damaged' })
  const sql = 'SELECT resume_key FROM application WHERE id = ?'
  const [row] = site.query<{ resume_key: string }>(sql, id)
  const file = path.join(site.dataDir, 'resumes', row?.resume_key ?? '')
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, 300))
  await goToDesk(page, desk, `/applications?open=${id}`)
  await expect(resumeOn(page).getByRole('alert')).toContainText('has changed since it was sent')
  await rm(file)
  await page.reload()
  await expect(resumeOn(page).getByRole('alert')).toContainText('It is gone.')
  expect(complaints.every((complaint) => /40[49]/.test(complaint))).toBe(true)
  complaints.length = 0
})
