import type { Page } from '@playwright/test'
import Pdf from 'pdfkit'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { docx, wordPackage } from '#support/word-packages.ts'
import { council } from '../council-beside.ts'
import { applyAs, goToDesk, test, wakeOutbox } from '../desk-test.ts'
import { desktopOnly, expect, expectAccessible, expectNoSidewaysScroll } from '../site-test.ts'

async function pdfWith(words: string): Promise<File> {
  const document = new Pdf()
  document.text(words)
  return pdfOf(document)
}

async function pdfOf(document: PDFKit.PDFDocument): Promise<File> {
  document.end()
  const bytes = Uint8Array.from(await buffer(document))
  return new File([bytes], 'my cv.pdf', { type: 'application/pdf' })
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const dialog = (page: Page) => page.getByRole('dialog')
const found = (page: Page) => page.getByRole('region', { name: 'Found' })

test(
  'by keys alone: the next, its letter, sent, and on to the one after',
  desktopOnly,
  async ({ page, site, desk }) => {
    const college = `Keys College ${test.info().project.name}`
    const first = await applyAs(site, { name: 'Asha Keys', college }, await pdfWith('First resume'))
    const second = await applyAs(
      site,
      { name: 'Ravi Keys', college },
      await pdfWith('Second resume'),
    )
    await goToDesk(page, desk, `/applications?college=${encodeURIComponent(college)}`)
    await expect(page.getByRole('search').getByRole('status')).toHaveText('2 found')

    await page.keyboard.press('j')
    await expect(heading(page, 'Ravi Keys')).toBeVisible()
    await page.keyboard.press('j')
    await expect(heading(page, 'Asha Keys')).toBeVisible()
    await page.keyboard.press('k')
    await expect(heading(page, 'Ravi Keys')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(found(page).getByRole('columnheader', { name: 'College' })).toBeVisible()
    await expect(heading(page, 'Ravi Keys')).toHaveCount(0)
    await page.keyboard.press('j')
    await expect(heading(page, 'Ravi Keys')).toBeVisible()

    await page.keyboard.press('s')
    await expect(dialog(page)).toContainText('Dear Ravi Keys,')
    await expect(dialog(page)).toContainText('ravi.keys@example.com')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)

    // On a busy machine the page may hear a key only a moment after the dialog is gone.
    await expect(async () => {
      await page.keyboard.press('s')
      await expect(dialog(page)).toBeVisible({ timeout: 500 })
    }).toPass()
    await dialog(page).getByLabel('Your words in the letter').fill('Bring a notebook.')
    await expect(dialog(page).getByRole('region', { name: 'The letter' })).toContainText(
      'Bring a notebook.',
    )
    await dialog(page).getByLabel('Note for the staff alone').fill('Good projects.')
    await dialog(page).getByRole('button', { name: 'Send the letter and shortlist' }).press('Enter')
    await expect(page.getByText('Ravi Keys, NAIC-')).toContainText(
      'shortlisted; the letter goes out',
    )
    await expect(heading(page, 'Asha Keys')).toBeVisible()
    await expect(page.getByText('shortlisted 1')).toBeAttached()

    await page.keyboard.press('d')
    await expect(dialog(page).getByRole('button', { name: 'Send the letter' })).toBeEnabled()
    await dialog(page).getByLabel('Tell the applicant by a letter').uncheck()
    await expect(dialog(page)).toContainText('No letter goes out')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Asha Keys, NAIC-')).toContainText('declined.')

    const brought = async () =>
      (await site.letters()).filter((one) => one.includes('Bring a notebook.')).length
    await wakeOutbox(site)
    await expect.poll(brought).toBe(1)
    const history = page.getByRole('region', { name: 'History' })
    await page.goto(`${desk.url}/applications?open=${first}`)
    await expect(history).toContainText('declined, no letter')
    await page.goto(`${desk.url}/applications?open=${second}`)
    await expect(history).toContainText('Good projects.')
  },
)

test(
  'a PDF is drawn beside the answers, which are text and nothing else',
  desktopOnly,
  async ({ page, site, desk }) => {
    const message = '<img src=x onerror="document.title=1"> [[${7*7}]]'
    const answers = { name: 'Meera Drawn', message, college: '<b>Bold</b> College' }
    const id = await applyAs(site, answers, await pdfWith('I have built a loom.'))
    await goToDesk(page, desk, `/applications?open=${id}`)
    const application = page.getByRole('region', { name: 'Application' })
    await expect(application.getByText('<b>Bold</b> College')).toBeVisible()
    await expect(application.getByText('<img src=x')).toBeVisible()
    expect(await page.title()).toBe("Applications · The council's desk")
    const resume = page.getByRole('region', { name: 'Resume' })
    await expect(resume.getByText('I have built a loom.')).toBeAttached()
    const canvas = resume.getByRole('img', { name: 'Page 1' })
    await expect
      .poll(() =>
        canvas.evaluate((drawn: HTMLCanvasElement) => {
          const { data } =
            drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? {}
          return data?.some((value, at) => at % 4 < 3 && value < 100)
        }),
      )
      .toBe(true)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    const download = page.waitForEvent('download')
    await resume.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toMatch(/^NAIC-\w{4}-\w{4}\.pdf$/)
  },
)

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
    const response = await route.fetch()
    await route.fulfill({ response, body: removed + (await response.text()) })
  })
  await goToDesk(page, desk, `/applications?open=${id}`)
  const resume = page.getByRole('region', { name: 'Resume' })
  await expect(resume.getByText('I have built a loom.')).toBeAttached()
})

test(
  'a page of a PDF that has no sane size says so, and the next is drawn',
  desktopOnly,
  async ({ page, site, desk }) => {
    const document = new Pdf({ size: [1, 14_400], margin: 0 })
    document.addPage({ size: 'A4' }).text('I have built a loom.')
    document.addPage({ size: [14_400, 1], margin: 0 })
    const id = await applyAs(site, { name: 'Meera Narrow' }, await pdfOf(document))
    await goToDesk(page, desk, `/applications?open=${id}`)
    const resume = page.getByRole('region', { name: 'Resume' })
    await expect(resume.getByRole('alert')).toHaveText([
      /^Page 1 cannot be shown here/,
      /^Page 3 cannot be shown here/,
    ])
    await expect(resume.getByText('I have built a loom.')).toBeAttached()
    await expect(resume.getByRole('img')).toHaveCount(1)
    await expectAccessible(page)
  },
)

function wordFile(bytes: Buffer): File {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  return new File([Uint8Array.from(bytes)], 'cv.docx', { type })
}

test('of a Word file its words are shown', desktopOnly, async ({ page, site, desk }) => {
  const id = await applyAs(site, { name: 'Zoya Word' }, wordFile(docx))
  await goToDesk(page, desk, `/applications?open=${id}`)
  const resume = page.getByRole('region', { name: 'Resume' })
  await expect(resume).toContainText('My resume. Skills: macros, VBA.')
})

const paragraphs = (text: string) =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${text}</w:body></w:document>`

test(
  'a Word file that takes too long to read is stopped, and the desk goes on',
  desktopOnly,
  async ({ page, site, desk }) => {
    const endless = wordPackage({
      parts: { 'word/document.xml': paragraphs('<w:p/>'.repeat(2_000_000)) },
    })
    expect(endless.length).toBeLessThan(100_000)
    const id = await applyAs(site, { name: 'Zoya Endless' }, wordFile(endless))
    await page.clock.install()
    await goToDesk(page, desk, `/applications?open=${id}`)
    const resume = page.getByRole('region', { name: 'Resume' })
    await expect(resume).toContainText('Opening the resume…')
    await expect.poll(() => page.workers().length).toBe(1)
    await expect(async () => {
      await page.clock.fastForward(5_000)
      await expect(resume.getByRole('alert')).toContainText('stopped after five seconds', {
        timeout: 500,
      })
    }).toPass()
    await expect.poll(() => page.workers().length).toBe(0)
    await expect(resume.getByRole('link', { name: 'Download' })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'a note is added without a change of status',
  desktopOnly,
  async ({ page, site, desk, complaints }) => {
    const id = await applyAs(site, { name: 'Sana Noted' }, await pdfWith('x'))
    await goToDesk(page, desk, `/applications?open=${id}`)
    const history = page.getByRole('region', { name: 'History' })
    const note = history.getByLabel('Add a note for the staff')
    await note.fill('x'.repeat(2_001))
    await history.getByRole('button', { name: 'Keep the note' }).click()
    await expect(history.getByRole('alert')).toContainText('longer than 2000')
    expect(complaints.every((complaint) => complaint.includes('400'))).toBe(true)
    complaints.length = 0
    await note.fill('Sends her marks on Monday.')
    await history.getByRole('button', { name: 'Keep the note' }).press('Enter')
    await expect(page.getByText('The note on Sana Noted is kept.')).toBeVisible()
    await expect(history.getByRole('listitem').first()).toContainText(/^note.*Sends her marks/)
    await expect(note).toHaveValue('')
    await expectAccessible(page)
    const output = await council(site, 'applications', 'show', id)
    expect(output).toMatch(/^Status: +received since/m)
    expect(output).toMatch(/^Note: +Sends her marks on Monday[.]$/m)
  },
)

test(
  'what is searched for and chosen is in the address, and none found says what to do',
  desktopOnly,
  async ({ page, site, desk }) => {
    await applyAs(site, { name: 'Nandini Searched', domain: 'Cyber Security' }, await pdfWith('x'))
    await goToDesk(page, desk)
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('nandini sear')
    await expect(page).toHaveURL(/text=nandini\+sear/)
    await expect(page.getByRole('search').getByRole('status')).toHaveText('1 found')
    await page.getByLabel('Domain').selectOption('Graphic Design')
    await expect(found(page)).toContainText('No application fits.')
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Show all applications' }).click()
    await expect(found(page).getByRole('link', { name: /Nandini Searched/ })).toBeVisible()
  },
)

test(
  'completed is for a day and an internship, and says what is wrong with them',
  desktopOnly,
  async ({ page, site, desk }) => {
    const id = await applyAs(
      site,
      { name: 'Farhan Done', domain: 'Web Development' },
      await pdfWith('x'),
    )
    await goToDesk(page, desk, `/applications?open=${id}`)
    await page.getByRole('button', { name: 'Mark as completed' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('The internship')
    await dialog(page).getByLabel('Internship').selectOption('Full Stack Web Development')
    await dialog(page).getByLabel('Completed on').fill('2019-01-01')
    await expect(dialog(page).getByRole('alert')).toContainText('The day is before')
    await dialog(page)
      .getByLabel('Completed on')
      .fill(new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date()))
    await expect(dialog(page).getByRole('alert')).toHaveCount(0)
    await dialog(page).getByLabel('Complete it without').check()
    await dialog(page).getByRole('button', { name: 'Mark as completed' }).click()
    await expect(page.getByText('Farhan Done, NAIC-')).toContainText('completed.')
  },
)

test(
  'single keys send nothing by chance, can be switched off, and Escape keeps what was typed',
  desktopOnly,
  async ({ page, site, desk }) => {
    const id = await applyAs(site, { name: 'Gita Chance' }, await pdfWith('x'))
    await goToDesk(page, desk, `/applications?open=${id}`)
    await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
    await expect(async () => {
      await page.keyboard.press('a')
      await expect(dialog(page)).toBeVisible({ timeout: 500 })
    }).toPass()
    await page.keyboard.type('sha')
    await expect(dialog(page)).toContainText('Dear Gita Chance,')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()

    const note = dialog(page).getByLabel('Note for the staff alone')
    await note.fill('Two pages of it.')
    await page.keyboard.press('Escape')
    await expect(note).toHaveValue('Two pages of it.')
    await expect(dialog(page).getByRole('status')).toContainText('Escape again')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('region', { name: 'History' })).not.toContainText('accepted')

    await page.getByRole('button', { name: 'Keys' }).click()
    await page.getByLabel('Use letter keys as shortcuts').uncheck()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await page.getByRole('button', { name: 'Shortlist' }).click()
    await expect(dialog(page)).toHaveCount(1)
  },
)

test(
  'a resume that is not as it was sent is not shown as the applicant’s',
  desktopOnly,
  async ({ page, site, desk, complaints }) => {
    const id = await applyAs(site, { name: 'Nila Damaged' }, await pdfWith('x'))
    const [row] = site.query<{ resume_key: string }>(
      'SELECT resume_key FROM application WHERE id = ?',
      id,
    )
    const file = path.join(site.dataDir, 'resumes', row?.resume_key ?? '')
    const bytes = await readFile(file)
    await writeFile(file, bytes.subarray(0, 300))
    await goToDesk(page, desk, `/applications?open=${id}`)
    const resume = page.getByRole('region', { name: 'Resume' })
    await expect(resume.getByRole('alert')).toContainText('has changed since it was sent')
    await rm(file)
    await page.reload()
    await expect(resume.getByRole('alert')).toContainText('It is gone.')
    expect(complaints.every((complaint) => /40[49]/.test(complaint))).toBe(true)
    complaints.length = 0
  },
)
