import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import type { RunningSite } from '#support/start-site.ts'
import { goToDesk, test } from '../desk-test.ts'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
} from '../site-test.ts'

const columns = 'reference,holder,domain,duration,verified_on'

test(
  'a table with mistakes names their lines; corrected, it becomes certificates once',
  desktopOnly,
  async ({ page, site, desk }) => {
    const file = path.join(site.dataDir, 'batch.csv')
    const asha = 'Asha Table,Web Development,4 Weeks,2026-03-14,asha.table@example.com'
    const write = (...rows: string[]) =>
      writeFile(file, [`${columns},email`, ...rows, ''].join('\n'))
    await write(`T-1,${asha}`, `T-2,Ravi,Web,x,y,`)
    await goToDesk(page, desk, '/certificates/issue')
    const choose = page.getByLabel('Choose a sheet')
    await choose.setInputFiles(file)
    await expect(page.getByRole('alert')).toContainText('so nothing can be issued')
    const mistakes = page.getByRole('region', { name: 'Mistakes' })
    await expect(mistakes.getByRole('row').filter({ hasText: 'line 3domain "Web"' })).toBeVisible()
    await expectAccessible(page)

    await write(`T-1,${asha}`, `T-2,${asha}`)
    await choose.setInputFiles(file)
    await expect(page.getByText('2 would be issued, 0 were issued before.')).toBeVisible()
    const signed = page.getByText('Signed too: a hash of the e-mail address')
    await expect(signed).toHaveCount(0)
    const withEmail = page.getByLabel('Sign a hash of each e-mail address too')
    await withEmail.check()
    await choose.setInputFiles(file)
    await expect(signed).toBeVisible()
    await withEmail.uncheck()
    await choose.setInputFiles(file)
    await expect(page.getByText('2 would be issued, 0 were issued before.')).toBeVisible()
    await expect(signed).toHaveCount(0)
    await expectAccessible(page)
    const issue = page.getByRole('button', { name: 'Issue 2 certificates' })
    await expect(issue).toBeDisabled()
    await page.getByLabel('These are meant: issue them once more.').check()
    await issue.click()
    await expect(page.getByText('2 issued, 0 issued before.')).toBeVisible()
    await page.getByRole('button', { name: 'Issue others' }).click()
    await choose.setInputFiles(file)
    await expect(page.getByText('0 would be issued, 2 were issued before.')).toBeVisible()
    await page.goto(`${site.url}/verify/${idOf(site, 'T-1')}`)
    await expect(page.getByText('Asha Table').first()).toBeVisible()
  },
)

test(
  'if the connection breaks while certificates are issued, nobody reads that none was',
  desktopOnly,
  async ({ page, site, desk, complaints }) => {
    const file = path.join(site.dataDir, 'lost.csv')
    await writeFile(file, `${columns}\nL-1,Meera Lost,Web Development,4 Weeks,2026-03-14\n`)
    await goToDesk(page, desk, '/certificates/issue')
    await page.getByLabel('Choose a sheet').setInputFiles(file)
    await page.route('**/api/certificates/issue?*', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: 'Issue 1 certificate' }).click()
    await expect(page.getByRole('alert')).toContainText('They may have been issued all the same')
    await page.getByRole('button', { name: 'Look again' }).click()
    await expect(page.getByText('0 would be issued, 1 was issued before.')).toBeVisible()
    complaints.length = 0
  },
)

/** @returns the ID of the newest certificate under a reference. */
function idOf(site: RunningSite, reference: string): string {
  const [row] = site.query<{ id: string }>(
    'SELECT id FROM certificate WHERE external_reference = ? ORDER BY log_index DESC',
    reference,
  )
  return row?.id ?? ''
}

/** Issues certificates at the desk from rows of a table. */
async function issueRows(page: Page, site: RunningSite, rows: readonly string[]): Promise<void> {
  const file = path.join(site.dataDir, 'issued.csv')
  await writeFile(file, [`${columns},email,college`, ...rows, ''].join('\n'))
  await page.getByLabel('Choose a sheet').setInputFiles(file)
  await page.getByRole('button', { name: /^Issue \d+ certificates?$/ }).click()
  await expect(page.getByText(`${rows.length} issued, 0 issued before.`)).toBeVisible()
}

const ofWeb = 'Web Development,4 Weeks,2026-03-14'

test(
  'a batch is looked through as a table, and those to look at alone, by the page',
  desktopOnly,
  async ({ page, site, desk }) => {
    const rows = Array.from({ length: 120 }, (_, at) => `B-${at},Person Number ${at},${ofWeb}`)
    rows[7] = `B-7,person number small,${ofWeb}`
    rows[9] = 'B-9,Person Twice,Data Science,6 Weeks,2026-03-14'
    rows[10] = 'B-10,Person Twice,Data Science,6 Weeks,2026-03-14'
    const file = path.join(site.dataDir, 'many.csv')
    await writeFile(file, [columns, ...rows, ''].join('\n'))
    await goToDesk(page, desk, '/certificates')
    await page.getByRole('link', { name: 'Issue' }).click()
    await page.getByLabel('Choose a sheet').setInputFiles(file)
    await expect(page.getByText('120 would be issued, 0 were issued before.')).toBeVisible()
    const counts = page.getByRole('list', { name: 'How many of each' })
    await expect(counts).toContainText('Web Development, 4 Weeks: 118')
    await expect(counts).toContainText('Data Science, 6 Weeks: 2')
    const table = page.getByRole('region', { name: 'Certificates to be issued' })
    await expect(table.getByRole('row')).toHaveCount(101)
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await page.getByRole('button', { name: 'Those after' }).click()
    await expect(table.getByRole('row')).toHaveCount(21)
    await page.locator('label', { hasText: 'to look at' }).click()
    await expect(table.getByRole('row')).toHaveCount(4)
    const small = table.getByRole('row').filter({ hasText: 'B-7' })
    await expect(small).toContainText('a name all in small letters or capitals')
    await page.locator('label', { hasText: 'repeats' }).click()
    await expect(table.getByRole('row').filter({ hasText: 'B-10' })).toContainText(
      'reference B-9 (Person Twice) of the same file says the same',
    )
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await expect(page.getByRole('button', { name: 'Issue 120 certificates' })).toBeDisabled()
  },
)

test(
  'a certificate is found, and beside what the registry has stands what the public sees of it',
  bothScreens,
  async ({ page, site, desk }, { project }) => {
    const reference = `S-${project.name}`
    await goToDesk(page, desk, '/certificates/issue')
    const college = `Search Polytechnic ${project.name}`
    await issueRows(page, site, [`${reference},Meera Sought,${ofWeb},,${college}`])
    const id = idOf(site, reference)
    await page.getByRole('link', { name: 'See them' }).click()
    const search = page.getByRole('searchbox')
    for (const typed of [college, reference, id.toLowerCase(), `meera ${project.name} sought`]) {
      await search.fill(typed)
      await expect(page.getByRole('status').filter({ hasText: '1 found' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Meera Sought' })).toBeVisible()
    }
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Meera Sought' }).click()
    const seen = page.getByRole('region', { name: 'What the public sees' })
    await expect(seen).toContainText('Verified')
    await expect(seen).toContainText('Meera Sought')
    await expect(seen.getByRole('link', { name: id })).toHaveAttribute(
      'href',
      `${site.url}/verify/${id}`,
    )
    await expect(page.getByRole('region', { name: 'In the registry' })).toContainText(college)
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
)

test(
  'a certificate is revoked by keys: its letter is read first, and “your certificate” does not leave',
  desktopOnly,
  async ({ page, site, desk }) => {
    await goToDesk(page, desk, '/certificates/issue')
    await issueRows(page, site, [`K-1,Kabir Back,${ofWeb},kabir.back@example.com,`])
    const id = idOf(site, 'K-1')
    await goToDesk(page, desk, `/certificates?text=K-1&open=${id}`)
    await expect(page.getByRole('heading', { level: 2, name: 'Kabir Back' })).toBeVisible()
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading')).toContainText('Revoke the certificate of Kabir Back')
    // Nothing is done before somebody says why.
    await page.keyboard.press('Control+Enter')
    await dialog.getByLabel('It was issued in error').check()
    const letter = dialog.getByRole('region', { name: 'The letter' })
    await expect(letter).toContainText('Your certificate was withdrawn: Web Development')
    await expect(letter).toContainText('kabir.back@example.com')
    await expectAccessible(page)
    await dialog.getByLabel('Tell the holder by a letter').uncheck()
    await expect(dialog.getByText('The holder is not told.')).toBeVisible()
    await dialog.getByLabel('Tell the holder by a letter').check()
    await expect(letter).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(`${id} of Kabir Back is revoked.`)).toBeVisible()
    const seen = page.getByRole('region', { name: 'What the public sees' })
    await expect(seen.getByText('Withdrawn', { exact: true }).first()).toBeVisible()
    const registry = page.getByRole('region', { name: 'In the registry' })
    await expect(registry).toContainText('issued in error')
    const told = site.query('SELECT id FROM letter WHERE id = ?', `certificate-${id}-withdrawn`)
    expect(told).toHaveLength(1)
    await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0)
  },
)

test(
  'a misspelt name is put right in one step, and both public pages lead to each other',
  desktopOnly,
  async ({ page, site, desk }) => {
    await goToDesk(page, desk, '/certificates/issue')
    await issueRows(page, site, [`N-1,Nandini Roa,${ofWeb},nandini.roa@example.com,`])
    const old = idOf(site, 'N-1')
    await goToDesk(page, desk, `/certificates?text=N-1&open=${old}`)
    await expect(page.getByRole('heading', { level: 2, name: 'Nandini Roa' })).toBeVisible()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog')
    const name = dialog.getByLabel('The right name')
    await name.fill('<b>')
    await expect(dialog.getByText('The name has "<", which is markup')).toBeVisible()
    await name.fill('Nandini Rao')
    const letter = dialog.getByRole('region', { name: 'The letter' })
    await expect(letter).toContainText('Your corrected certificate: Web Development')
    await expect(letter).toContainText('Dear Nandini Rao')
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Nandini Rao' })).toBeVisible()
    const corrected = idOf(site, 'N-1')
    expect(corrected).not.toBe(old)
    await expect(page.getByText(`${old} is withdrawn, and ${corrected} is issued`)).toBeVisible()
    const registry = page.getByRole('region', { name: 'In the registry' })
    await registry.getByRole('link', { name: old }).click()
    await expect(registry.getByRole('link', { name: corrected })).toBeVisible()

    await page.goto(`${site.url}/verify/${old}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Withdrawn')
    await page.getByRole('link', { name: corrected }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Verified: Nandini Rao')
    await expect(page.getByRole('link', { name: old })).toBeVisible()
    await expectAccessible(page)
  },
)

test(
  'in letters twice as large, nothing of the certificates is cut off',
  desktopOnly,
  async ({ page, desk }) => {
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%'
      })
    })
    await goToDesk(page, desk, '/certificates?state=stands')
    await expectNoSidewaysScroll(page)
    await page.getByRole('row').nth(1).getByRole('link').click()
    await expect(page.getByRole('region', { name: 'What the public sees' })).toContainText('Name')
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('e')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.goto(`${desk.url}/certificates/issue`)
    await expect(page.getByLabel('Choose a sheet')).toBeAttached()
    await expectNoSidewaysScroll(page)
  },
)
