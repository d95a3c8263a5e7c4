import { readFile } from 'node:fs/promises'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { applyAs, chooseSheet, goToDesk, test } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

test('a provider’s sheet is looked through', desktopOnly, async ({ page, site, desk }) => {
  const today = todayInIndia()
  const asha = await applyAs(site, { name: 'Asha Paid' })
  const ravi = await applyAs(site, { name: 'Ravi Paid' })
  const rows = [
    'Payment ID,Email,Reference No.,Amount,Status,Paid on',
    `pay_1,asha.paid@example.com,,105,captured,${today}`,
    `pay_2,parent@example.com,${referenceOf(ravi)},105,captured,${today}`,
    `pay_3,nobody.paid@example.com,,105,captured,${today}`,
    'pay_5,asha.paid@example.com,,105,captured,11/14/2026',
  ]
  await goToDesk(page, desk, '/applications')
  await page.getByRole('link', { name: 'Tasks and fees from a sheet' }).click()
  await chooseSheet(page, ...rows)
  await expect(page.getByText('2 would be recorded, 0 were recorded before.')).toBeVisible()
  const table = page.getByRole('region', { name: 'Rows of the sheet' })
  const row = (text: string) => table.getByRole('row').filter({ hasText: text })
  await expect(row('pay_2')).toContainText(`Ravi Paid, ${referenceOf(ravi)}`)
  await expect(row('pay_3')).toContainText('Correct the reference, the address or the day.')
  const mistakes = page.getByRole('region', { name: /^Mistakes/ })
  await expect(mistakes).toContainText('on "11/14/2026" is no day, which looks like 31-03-2026')

  // A colleague records one of them meanwhile: nothing goes unseen.
  const wanted = { fact: 'fee', to: { on: today } }
  const asked = { of: [{ id: asha }], wanted }
  const { body } = await desk.member.post('/api/applications/kept', asked)
  expect(body).toMatchObject({ rows: [{ state: 'kept' }] })
  await page.getByRole('button', { name: 'Record 2 rows' }).click()
  await expect(page.getByRole('alert')).toContainText('Something has changed since you looked.')
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(page.getByText('1 would be recorded, 1 was recorded before.')).toBeVisible()
  await page.getByRole('button', { name: 'Record 1 row' }).click()
  await expect(page.getByText('1 row recorded.')).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save the 2 rows left over (CSV)' }).click()
  const left = await readFile(await (await saved).path(), 'utf8')
  expect(left).toContain('nobody.paid@example.com')
  expect(left).toContain('11/14/2026')
  await chooseSheet(page, ...rows)
  await expect(page.getByText('0 would be recorded, 2 were recorded before.')).toBeVisible()
})

const ofWeb = 'Web Development,4 Weeks,2026-03-14'

test('a batch is looked through by the page', desktopOnly, async ({ page, desk }) => {
  const rows = Array.from({ length: 120 }, (_, at) => `B-${at},Person Number ${at},${ofWeb}`)
  rows[7] = `B-7,person number small,${ofWeb}`
  rows[9] = 'B-9,Person Twice,Data Science,6 Weeks,2026-03-14'
  rows[10] = 'B-10,Person Twice,Data Science,6 Weeks,2026-03-14'
  await goToDesk(page, desk, '/certificates/issue')
  await chooseSheet(page, 'reference,holder,domain,duration,verified_on', ...rows)
  await expect(
    page.getByText('120 would be issued, 0 with a letter; 0 were issued before.'),
  ).toBeVisible()
  const counts = page.getByRole('list', { name: 'How many of each' })
  await expect(counts).toContainText('Data Science, 6 Weeks: 2')
  const table = page.getByRole('region', { name: 'Certificates to be issued' })
  await expect(table.getByRole('row')).toHaveCount(101)
  await page.getByRole('button', { name: 'Show 20 more of 120' }).click()
  await expect(table.getByRole('row')).toHaveCount(121)
  await page.locator('label', { hasText: 'to look at' }).click()
  await expect(table.getByRole('row')).toHaveCount(4)
  await expect(table).toContainText('a name all in small letters or capitals')
  await page.locator('label', { hasText: 'repeats' }).click()
  await expect(table).toContainText('reference B-9 (Person Twice) of the same file says the same')
  await page.getByRole('checkbox', { name: 'Issue B-10, Person Twice' }).uncheck()
  await expect(page.getByText(/^119 would be issued.+You leave out 1[.]$/)).toBeVisible()
  await page.getByRole('button', { name: 'Issue 119 certificates' }).click()
  await expect(page.getByText('119 issued, 0 issued before.')).toBeVisible()
})
