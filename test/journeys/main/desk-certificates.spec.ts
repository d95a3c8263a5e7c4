import type { Page } from '@playwright/test'
import type { RunningSite } from '#support/start-site.ts'
import {
  certificateOf,
  chooseSheet,
  type Desk,
  dialog,
  goToDesk,
  passOn,
  letterIn,
  test,
} from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

const columns = 'reference,holder,domain,duration,verified_on,email,college'
const ofWeb = 'Web Development,4 Weeks,2026-03-14'

const chooseRows = (page: Page, ...rows: string[]) => chooseSheet(page, columns, ...rows)

/** Issues one from a row of a table. @returns its ID. */
async function issueRow(page: Page, site: RunningSite, desk: Desk, row: string): Promise<string> {
  await goToDesk(page, desk, '/certificates/issue')
  await chooseRows(page, row)
  await page.getByRole('button', { name: 'Issue 1 certificate' }).click()
  await expect(page.getByText('1 issued, 0 issued before.')).toBeVisible()
  return certificateOf(site, row.split(',')[0] ?? '')
}

test('a table with mistakes is corrected and issued', desktopOnly, async ({ page, desk }) => {
  const asha = `Asha Table,${ofWeb},asha.table@example.com,`
  await goToDesk(page, desk, '/certificates')
  await page.keyboard.press('i')
  await chooseRows(page, `T-1,${asha}`, `T-2,Ravi,Web,x,y,,`)
  await expect(page.getByRole('alert')).toContainText('so nothing can be issued')
  const mistakes = page.getByRole('region', { name: 'Mistakes' })
  await expect(mistakes.getByRole('row').filter({ hasText: 'line 3domain "Web"' })).toBeVisible()

  const corrected = () => chooseRows(page, `T-1,${asha}`, `T-2,${asha}`)
  await corrected()
  await expect(
    page.getByText('2 would be issued, 2 with a letter; 0 were issued before.'),
  ).toBeVisible()
  const issue = page.getByRole('button', { name: 'Issue 2 certificates' })
  await expect(issue).toBeDisabled()
  await page.getByLabel('These are meant: issue them once more.').check()
  await issue.click()
  await expect(page.getByText('2 issued, 0 issued before.')).toBeVisible()
  await page.getByRole('button', { name: 'Issue others' }).click()
  await corrected()
  await expect(
    page.getByText('0 would be issued, 0 with a letter; 2 were issued before.'),
  ).toBeVisible()
})

test('a lost answer may have issued all', desktopOnly, async ({ page, desk, complaints }) => {
  await goToDesk(page, desk, '/certificates/issue')
  await chooseRows(page, `L-1,Meera Lost,${ofWeb},,`)
  await page.route('**/api/certificates/issue', async (route) => {
    await passOn(desk, route.request())
    await route.abort()
  })
  await page.getByRole('button', { name: 'Issue 1 certificate' }).click()
  await expect(page.getByRole('alert')).toContainText('They may have been issued all the same')
  await page.getByRole('button', { name: 'Look again' }).click()
  await expect(
    page.getByText('0 would be issued, 0 with a letter; 1 was issued before.'),
  ).toBeVisible()
  complaints.length = 0
})

test('a certificate is found and revoked by keys', desktopOnly, async ({ page, site, desk }) => {
  const college = 'Search Polytechnic'
  const row = `K-1,Kabir Sought Back,${ofWeb},kabir.back@example.com,${college}`
  const id = await issueRow(page, site, desk, row)
  await page.getByRole('link', { name: 'See them' }).click()
  await page.getByRole('searchbox').fill('kabir back')
  await expect(page).toHaveURL(/text=kabir\+back/)
  await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeVisible()
  await page.getByRole('link', { name: 'Kabir Sought Back' }).click()
  const seen = page.getByRole('region', { name: 'What the public sees' })
  await expect(seen).toContainText('Verified')
  const picture = seen.getByRole('img', { name: 'The certificate, as it is shared' })
  await expect(picture).toHaveJSProperty('naturalWidth', 1200)
  const publicPage = `${site.url}/verify/${id}`
  await expect(seen.getByRole('link', { name: id })).toHaveAttribute('href', publicPage)
  const registry = page.getByRole('region', { name: 'In the registry' })
  await expect(registry).toContainText(college)

  await page.keyboard.press('r')
  // Nothing is done before somebody says why.
  await page.keyboard.press('Control+Enter')
  await dialog(page).getByLabel('It was issued in error').check()
  await expect(letterIn(page)).toContainText('Your certificate was withdrawn: Web Development')
  await expect(letterIn(page)).toContainText('kabir.back@example.com')
  await dialog(page).getByLabel('Tell the holder by a letter').uncheck()
  await expect(dialog(page).getByText('The holder is not told.')).toBeVisible()
  await dialog(page).getByLabel('Tell the holder by a letter').check()
  await expect(letterIn(page)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(`${id} of Kabir Sought Back is revoked.`)).toBeVisible()
  await expect(seen.getByText('Withdrawn', { exact: true }).first()).toBeVisible()
  await expect(picture).toHaveCount(0)
  await expect(registry).toContainText('issued in error')
  const told = site.query('SELECT id FROM letter WHERE id = ?', `certificate-${id}-withdrawn`)
  expect(told).toHaveLength(1)
  await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0)
})

test('a misspelt name is put right in one step', desktopOnly, async ({ page, site, desk }) => {
  const row = `N-1,Nandini Roa,${ofWeb},nandini.roa@example.com,`
  const old = await issueRow(page, site, desk, row)
  await page.goto(`${desk.url}/certificates?text=N-1&open=${old}`)
  await expect(page.getByRole('heading', { level: 2, name: 'Nandini Roa' })).toBeVisible()
  await page.keyboard.press('e')
  const name = dialog(page).getByLabel('The right name')
  await name.fill('<b>')
  await expect(dialog(page).getByText('The name has "<", which is markup')).toBeVisible()
  await name.fill('Nandini Rao')
  await expect(letterIn(page)).toContainText('Your corrected certificate: Web Development')
  await expect(letterIn(page)).toContainText('Dear Nandini Rao')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Nandini Rao' })).toBeVisible()
  const corrected = certificateOf(site, 'N-1')
  expect(corrected).not.toBe(old)
  await expect(page.getByText(`${old} is withdrawn, and ${corrected} is issued`)).toBeVisible()
  const registry = page.getByRole('region', { name: 'In the registry' })
  await registry.getByRole('link', { name: old }).click()
  await expect(registry.getByRole('link', { name: corrected })).toBeVisible()

  await page.goto(`${site.url}/verify/${old}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Withdrawn')
  await page.getByRole('link', { name: corrected }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Verified: Nandini Rao')
  await expect(page.getByText(old)).toHaveCount(0)
})
