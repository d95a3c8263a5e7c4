import { randomUUID } from 'node:crypto'
import { printedTexts } from '#support/printed-sheets.ts'
import { applicationRow } from '#support/stored-applications.ts'
import { goToDesk, insert, test } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

/** Days on which no other journey has applications. */
const days = 'when=days&since=2021-03-01&until=2021-03-31'

const colleges = [
  ...Array.from({ length: 24 }, (_, at) => `Government College of Engineering, Town ${at + 10}`),
  'A college whose name is as long as names of colleges are, of Arts, Science and Commerce for Women',
]

// In one browser, one after the other: else each of them would store them.
test.describe.configure({ mode: 'default' })

/** Stores applications of that month; of each ten, five got further. */
test.beforeAll(({ site }) => {
  for (let at = 0; at < 250; at += 1) {
    const id = randomUUID()
    const received_at = new Date(Date.UTC(2021, 2, 1, 6) + at * 10_000_000).toISOString()
    const answers = {
      college: at === 0 ? 'Lone College' : (colleges[at % colleges.length] ?? ''),
      domain: ['Data Science', 'Web Development', 'Cyber Security'][at % 3] ?? '',
      year: ['1st Year', '3rd Year', 'Graduated'][at % 3] ?? '',
      internship: at % 2 ? String((at >> 1) % 25) : null,
    }
    insert(site, 'application', applicationRow({ id, received_at, ...answers }))
    const became = ['shortlisted', 'waitlisted', 'accepted', 'completed', 'declined'][at % 10]
    if (!became) continue
    const changed_at = '2021-03-31T06:00:00.000Z'
    const status = { application_id: id, status: became, changed_at, changes: 1 }
    insert(site, 'application_status', status)
  }
})

test('the report has figures and bars', desktopOnly, async ({ page, desk }) => {
  await goToDesk(page, desk, `/report?${days}`)
  const figures = page.getByRole('region', { name: 'Key figures' })
  await expect(figures).toContainText(/Received250/)
  await expect(figures).toContainText(/Shortlisted or waitlisted10040% of received/)
  await expect(page.getByText('Lone College')).toHaveCount(0)
  const bars = (of: string) => page.getByRole('region', { name: of }).getByRole('listitem')
  await expect(bars('Received by week')).toHaveCount(5)
  await expect(bars('Received by week').first()).toContainText('From 1 Mar 2021')
  await expect(bars('Domains').first()).toHaveText('Data Science84, certified 0')
  await expect(bars('Internships').first()).toHaveText('No internship named125, certified 0')
})

test('it is printed on two sheets of A4 at most', desktopOnly, async ({ page, desk }) => {
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
  for (const control of ['Applications Messages', 'Print']) {
    expect(words).not.toContain(control)
  }
})

test('a period is chosen', desktopOnly, async ({ page, desk }) => {
  await goToDesk(page, desk, '/report')
  const received = page.getByLabel('Received', { exact: true })
  await expect(received).toHaveValue('')
  await received.selectOption('Since the beginning')
  await expect(page).toHaveURL(/when=all/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByLabel('From', { exact: true }).pressSequentially('03032021')
  await expect(page.getByText('from 3 Mar 2021')).toBeVisible()
  expect(asked.filter((url) => url.includes('/api/report?'))).toHaveLength(1)
  await page.getByLabel('From', { exact: true }).fill('2021-03-10')
  await expect(page).toHaveURL(/since=2021-03-10/)
  await expect(page.getByText('from 10 Mar 2021')).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('2021-03-10')
  await expect(page.getByText('from 10 Mar 2021 to 10 Mar 2021')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Key figures' })).toContainText('Received9')
})
