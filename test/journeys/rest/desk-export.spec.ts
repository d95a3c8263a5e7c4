import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { fromBufferPromise } from 'yauzl'
import { readTable } from '@naic/store/sheets/read-table.ts'
import { applyAs, dialog, goToDesk, test } from '../desk-test.ts'
import { expect, expectNoSidewaysScroll } from '../site-test.ts'

const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save the file' }).click()

test('all or the selected are exported', async ({ page, site, desk, complaints }) => {
  const college = 'Export College'
  for (const name of ['Asha Export', 'Ravi Export']) await applyAs(site, { name, college })
  await goToDesk(page, desk, `/applications?college=${encodeURIComponent(college)}`)
  await page.getByRole('button', { name: 'Export these 2' }).click()
  await expect(dialog(page)).toContainText('Export 2 applications')
  await expectNoSidewaysScroll(page)
  await dialog(page).getByLabel('With their resumes').check()
  const zip = page.waitForEvent('download')
  await save(page)
  await expect(dialog(page).getByText('Your browser has applications.zip.')).toBeVisible()
  const opened = await fromBufferPromise(await readFile(await (await zip).path()))
  expect(opened.entryCount).toBe(3)
  const { pathname } = new URL((await zip).url())
  expect((await desk.member.ask('GET', pathname)).body.detail).toBe(
    'It was taken. Please begin again.',
  )
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Export these 2' })).toBeFocused()

  await page.getByRole('checkbox', { name: 'Select Ravi Export' }).check()
  const bar = page.getByRole('region', { name: 'Selected' })
  await bar.getByRole('button', { name: 'Export' }).click()
  await dialog(page).getByText('CSV').click()
  const sheet = page.waitForEvent('download')
  await save(page)
  const table = await readTable(await readFile(await (await sheet).path()))
  if ('mistake' in table) throw new Error(table.mistake.reason)
  expect(table.records.map(({ record }) => record[0])).toEqual(['Name', 'Ravi Export'])
  await dialog(page).getByRole('button', { name: 'Close' }).click()

  await page.route('**/api/exports/applications', (route) => route.abort())
  await bar.getByRole('button', { name: 'Export' }).click()
  await save(page)
  await expect(dialog(page).getByRole('alert')).toContainText('The desk does not answer.')
  complaints.length = 0
})
