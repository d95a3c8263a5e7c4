import { readFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { asha } from '#support/ashas-form.ts'
import { printedTexts } from '#support/printed-sheets.ts'
import type { RunningSite } from '#support/start-site.ts'
import { goToDesk, test } from '../desk-test.ts'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  setLetterSize,
} from '../site-test.ts'

/** Days on which no other journey has applications. */
const days = 'since=2021-03-01&until=2021-03-31'

const colleges = [
  ...Array.from({ length: 24 }, (_, at) => `Government College of Engineering, Town ${at + 10}`),
  'A college whose name is as long as names of colleges are, of Arts, Science and Commerce for Women',
]

/** Stores applications of that month, once on a site that journeys share; of each ten, five got further. */
function storeMonth(site: RunningSite): void {
  const [{ stored } = { stored: 0 }] = site.query<{ stored: number }>(
    "SELECT count(*) AS stored FROM application WHERE college = 'Lone College'",
  )
  if (stored > 0) return
  const database = new DatabaseSync(path.join(site.dataDir, 'naic.sqlite'), { timeout: 30_000 })
  database.exec('BEGIN IMMEDIATE')
  const insert = (table: string, row: Record<string, string | number | null>) =>
    database
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join()})`,
      )
      .run(...Object.values(row))
  for (let at = 0; at < 250; at += 1) {
    const id = randomUUID()
    insert('application', {
      ...asha,
      id,
      received_at: new Date(Date.UTC(2021, 2, 1, 6) + at * 10_000_000).toISOString(),
      college: at === 0 ? 'Lone College' : (colleges[at % colleges.length] ?? ''),
      domain: ['Data Science', 'Web Development', 'Cyber Security'][at % 3] ?? '',
      year: ['1st Year', '3rd Year', 'Graduated'][at % 3] ?? '',
      resume_key: randomUUID(),
      resume_name: 'cv.pdf',
      resume_type: 'application/pdf',
      resume_bytes: 1,
      resume_sha256: '0',
      searched: '',
    })
    const became = ['shortlisted', 'waitlisted', 'accepted', 'completed', 'declined'][at % 10]
    if (!became) continue
    const changed_at = '2021-03-31T06:00:00.000Z'
    insert('application_status', { application_id: id, status: became, changed_at, changes: 1 })
  }
  database.exec('COMMIT')
  database.close()
}

test.beforeAll(({ site }) => storeMonth(site))

test(
  'the report has figures, charts and their tables, fits the window in large letters, and is accessible',
  bothScreens,
  async ({ page, desk }) => {
    await goToDesk(page, desk, `/report?${days}`)
    await expect(page).toHaveTitle("Report · The council's desk")
    const figures = page.getByRole('region', { name: 'Key figures' })
    await expect(figures).toContainText(/Received250/)
    await expect(figures).toContainText(/Shortlisted or waitlisted10040% of received/)
    await expect(figures).toContainText(/Accepted5020% of received/)
    await expect(figures).toContainText('250 more than before')
    await expect(
      page.getByRole('img', { name: /^From received to certified: Received 250/ }),
    ).toBeVisible()
    await expect(page.getByRole('img', { name: /^Received by week, 5 weeks/ })).toBeVisible()
    await expect(page.getByText('6 other colleges').first()).toBeVisible()
    await expect(page.getByText('Lone College')).toHaveCount(0)
    for (const folded of await page.locator('main summary').all()) await folded.press('Enter')
    await expect(
      page
        .getByRole('region', { name: 'Domains as a table' })
        .getByRole('row', { name: /^Data Science 84 / }),
    ).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    await expectNoSidewaysScroll(page)
    await setLetterSize(page, 32)
    await expectNoSidewaysScroll(page)
  },
)

test(
  'it is printed on two sheets of A4 at most, with the council, the days and when it was made',
  desktopOnly,
  async ({ page, desk }) => {
    await goToDesk(page, desk, `/report?${days}`)
    await expect(page.getByRole('region', { name: 'Key figures' })).toBeVisible()
    const sheets = await printedTexts(await page.pdf({ preferCSSPageSize: true }))
    expect(sheets.length).toBeLessThanOrEqual(2)
    const words = sheets.join(' ').replaceAll(/\s+/g, ' ')
    expect(words).toMatch(/^ ?National Academic Internship Council/)
    expect(words).toContain('from 1 Mar 2021 to 31 Mar 2021, as they stood on')
    for (const part of ['Key figures', 'Cyber Security', 'Graduated', '6 other colleges']) {
      expect(words).toContain(part)
    }
    for (const control of ['Applications Messages', 'as a table', 'Print']) {
      expect(words).not.toContain(control)
    }
  },
)

test(
  'a period is chosen by its name or by days, stays in the address, and is saved as CSV',
  desktopOnly,
  async ({ page, desk }) => {
    await goToDesk(page, desk, '/report')
    const received = page.getByLabel('Received', { exact: true })
    await expect(received).toHaveValue('weeks')
    await received.selectOption('Since the beginning')
    await expect(page).toHaveURL(/when=all/)
    await expect(page.getByText(/more than before|fewer than before/)).toHaveCount(0)
    await page.getByLabel('From', { exact: true }).fill('2021-03-10')
    await expect(page).toHaveURL(/since=2021-03-10/)
    await page.getByLabel('To', { exact: true }).fill('2021-03-10')
    await expect(page.getByText('from 10 Mar 2021 to 10 Mar 2021')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).press('Enter')
    const file = await download
    expect(file.suggestedFilename()).toBe('report-2021-03-10-2021-03-10.csv')
    const csv = await readFile(await file.path(), 'utf8')
    expect(csv).toMatch(
      /^\uFEFFby,value,received,shortlisted,accepted,completed,certified\r\n"period","2021-03-10 to 2021-03-10","9",/,
    )
    const workbook = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Excel' }).press('Enter')
    expect((await workbook).suggestedFilename()).toBe('report-2021-03-10-2021-03-10.xlsx')
    expect((await readFile(await (await workbook).path())).toString('latin1', 0, 2)).toBe('PK')
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await expect(page.getByText('from 1 Jan 2020 to 1 Jan 2020')).toBeVisible()
    await expect(page.getByText('No application came in on these days.')).toBeVisible()
  },
)
