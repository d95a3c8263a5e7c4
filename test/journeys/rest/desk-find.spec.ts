import type { Page } from '@playwright/test'
import { applyAs, dialog, goToDesk, inRows, sendAsRavi, test } from '../desk-test.ts'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
} from '../site-test.ts'

const field = (page: Page) => dialog(page).getByRole('textbox')
const first = (page: Page) => dialog(page).getByRole('link').first()
const opened = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })

test('anything is found from any room by keys alone', desktopOnly, async ({ page, site, desk }) => {
  await applyAs(site, { name: 'Zubin Anywhere', phone: '+91 92800 54309' })
  await sendAsRavi(site, { name: 'Zubin Anywhere', subject: 'A certificate from anywhere' })
  await goToDesk(page, desk, '/report')
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('anywhere zubin')
  await expect(dialog(page).getByRole('region', { name: 'Messages' })).toContainText(
    'from anywhere',
  )
  await expect(first(page)).toContainText('Zubin Anywhere')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await expect(first(page)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(opened(page, 'A certificate from anywhere')).toBeFocused()
  // What is looked for is in no address.
  expect(page.url()).not.toContain('zubin')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('092800 54309')
  await expect(first(page)).toContainText('Zubin Anywhere')
  await page.keyboard.press('Enter')
  await expect(opened(page, 'Zubin Anywhere')).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzzzz')
  await expect(dialog(page).getByRole('status')).toHaveText('Nothing fits.')
  await page.keyboard.press('Escape')
  await expect(opened(page, 'Zubin Anywhere')).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('health')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/Health/)
})

test('whoever comes back goes on where they were', bothScreens, async ({ page, site, desk }) => {
  const college = 'Way Back College'
  for (const name of ['Asha Back', 'Ravi Back']) await applyAs(site, { name, college })
  await goToDesk(page, desk, `/applications?college=${encodeURIComponent(college)}`)
  const row = page.getByRole('link', { name: 'Asha Back' })
  await row.press('Enter')
  await expect(opened(page, 'Asha Back')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
})

test('a page that a list no longer has is its last', desktopOnly, async ({ page, site, desk }) => {
  await applyAs(site, { name: 'Ela Lastpage' })
  await goToDesk(page, desk, '/applications?page=2&text=Lastpage')
  await expect(page.getByRole('link', { name: 'Ela Lastpage' })).toBeVisible()
  await expect(page.getByRole('search')).toContainText('1 found')
})

test('a refused letter shows in the list', desktopOnly, async ({ page, site, desk }) => {
  const college = 'Fate College'
  const id = await applyAs(site, { name: 'Asha Fate', college })
  await applyAs(site, { name: 'Ravi Fate', college })
  const now = new Date().toISOString()
  inRows(
    site,
    'UPDATE letter SET sent_at = NULL, last_failure = ?, refused_at = ? WHERE about_id = ?',
    'no such user',
    now,
    id,
  )
  await goToDesk(page, desk, `/applications?college=${encodeURIComponent(college)}`)
  await expect(page.getByRole('row', { name: /Asha Fate.*A letter was refused/ })).toBeVisible()
  await page.getByLabel('Letter', { exact: true }).selectOption('refused')
  await expect(page.getByText('1 found')).toBeVisible()
  await expect(page.getByRole('rowheader')).toHaveText(['Asha Fate'])
})

test('a filter chosen while somebody types stays', desktopOnly, async ({ page, site, desk }) => {
  await applyAs(site, { name: 'Asha Quick', college: 'Quick College' })
  await goToDesk(page, desk)
  await page.getByRole('searchbox', { name: /Name/ }).fill('quick')
  await page.getByRole('combobox', { name: 'Internship' }).selectOption('none')
  await expect(page).toHaveURL(/(?=.*internship=none)(?=.*text=quick)/)
})

test('Enter goes on to the first that is found', desktopOnly, async ({ page, site, desk }) => {
  for (const name of ['Asha Early', 'Ravi Late']) {
    await applyAs(site, { name, college: 'Enter College' })
  }
  await goToDesk(page, desk, '/applications?college=enter')
  const find = page.getByRole('searchbox', { name: /Name/ })
  for (const name of ['Ravi Late', 'Asha Early']) {
    await find.fill(name)
    await find.press('Enter')
    await expect(page.getByRole('link', { name })).toBeFocused()
    await expect(page.getByText('1 found')).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Asha Early' })).toBeFocused()
})

test('filters fold, and columns are scrolled to', async ({ page, site, desk }) => {
  await applyAs(site, { name: 'Asha Narrow', college: 'Narrow College' })
  await goToDesk(page, desk, '/applications?college=narrow&status=received')
  const filter = (name: string) => page.getByRole('combobox', { name, exact: true })
  for (const width of [360, 820]) {
    await page.setViewportSize({ width, height: 1100 })
    await expect(page.getByRole('textbox', { name: 'College' })).toHaveValue('narrow')
    await expect(filter('Domain')).toBeHidden()
    await page.getByRole('columnheader', { name: 'Received' }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('link', { name: 'Asha Narrow' })).toBeInViewport()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(filter('Domain')).toBeVisible()
  await expectAccessible(page)
  await filter('Status').selectOption('')
  await expect(page).not.toHaveURL(/status/)
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(filter('Year of study')).toBeHidden()
})
