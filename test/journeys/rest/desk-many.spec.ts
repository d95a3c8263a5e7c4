import type { Page } from '@playwright/test'
import type { RunningSite } from '#support/start-site.ts'
import { decideIn } from '#support/decide-in.ts'
import { applicationRow } from '#support/stored-applications.ts'
import { applyAs, dialog, goToDesk, insert, letterIn, test, wakeOutbox } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Selected' })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const counted = (page: Page) => bar(page).getByRole('status')
const row = (page: Page, name: string) =>
  page.getByRole('row', { name: new RegExp(`${name} Many`) })

/** Five of one college, the newest first in the list. @returns their ids, as they came in. */
async function fiveOf(site: RunningSite, college: string): Promise<string[]> {
  const ids: string[] = []
  for (const name of ['Asha', 'Kabir', 'Meera', 'Ravi', 'Zoya']) {
    ids.push(await applyAs(site, { name: `${name} Many`, college }))
  }
  return ids
}

const listOf = (college: string) => `/applications?college=${encodeURIComponent(college)}&sort=name`

test('many are selected by keys and shortlisted', desktopOnly, async ({ page, site, desk }) => {
  const college = 'Many Keys College'
  await fiveOf(site, college)
  await goToDesk(page, desk, listOf(college))
  await page.getByRole('link', { name: 'Asha Many' }).focus()
  await page.keyboard.press('x')
  await expect(counted(page)).toHaveText('1 selected')
  for (const key of ['Shift+ArrowDown', 'Shift+J', 'Shift+K']) await page.keyboard.press(key)
  await expect(counted(page)).toHaveText('2 selected')
  await expect(page.getByRole('link', { name: 'Kabir Many' })).toBeFocused()
  for (const key of ['ArrowDown', 'ArrowDown', 'x']) await page.keyboard.press(key)
  await expect(box(page, 'Ravi Many')).toBeChecked()

  await page.keyboard.press('s')
  await expect(dialog(page)).toContainText('3 of 3 would change.')
  await expect(dialog(page)).toContainText('Dear Asha Many,')
  await dialog(page).getByLabel('Your words in the letter').fill('See you on Monday.')
  await expect(letterIn(page)).toContainText('See you on Monday.')
  await dialog(page).getByRole('button', { name: 'The next letter' }).click()
  await expect(dialog(page)).toContainText('Dear Kabir Many,')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('3 of 3: shortlisted.')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
  await expect(row(page, 'Asha')).toContainText('shortlisted')
  await expect(row(page, 'Meera')).toContainText('received')
  await wakeOutbox(site)
  const told = async () =>
    (await site.letters()).filter((one) => one.includes('See you on Monday.')).length
  await expect.poll(told).toBe(3)
})

test('a range that a colleague changed says who', desktopOnly, async ({ page, site, desk }) => {
  const college = 'Many Mice College'
  const settings = { DATA_DIR: site.dataDir, SITE_URL: site.url }
  const ids = await fiveOf(site, college)
  await goToDesk(page, desk, listOf(college))
  await box(page, 'Kabir Many').click()
  await box(page, 'Zoya Many').click({ modifiers: ['Shift'] })
  await expect(counted(page)).toHaveText('4 selected')
  await row(page, 'Meera').click({ modifiers: ['ControlOrMeta'] })
  await expect(counted(page)).toHaveText('3 selected')
  await page.getByRole('checkbox', { name: 'Select all that are shown' }).check()
  await expect(counted(page)).toHaveText('5 selected')

  await decideIn(settings, { id: ids[1] ?? '', to: 'declined', withLetter: false })
  await expect(row(page, 'Kabir')).toContainText('declined')
  await expect(counted(page), 'the selection is still there').toHaveText('5 selected')
  await bar(page).getByRole('button', { name: 'Status' }).click()
  await dialog(page).getByText('waitlisted', { exact: true }).click()
  await expect(dialog(page)).toContainText('4 of 5 would change.')
  await expect(dialog(page).getByRole('row', { name: /Kabir Many/ })).toContainText(
    'meera: declined',
  )
  // One more goes between what is shown and what is done.
  await decideIn(settings, { id: ids[2] ?? '', to: 'accepted', withLetter: false })
  await dialog(page).getByRole('button', { name: 'Waitlist 4' }).click()
  const left = page.getByRole('alert')
  await expect(left).toContainText('Nothing was done of 2. They stay selected.')
  await expect(left.getByRole('row', { name: /Meera Many/ })).toContainText('meera: accepted')
  await page.keyboard.press('Enter')
  await expect(left).toHaveCount(0)
  await expect(row(page, 'Meera')).toContainText('accepted')
  await expect(row(page, 'Zoya')).toContainText('waitlisted')
  await expect(counted(page)).toHaveText('2 selected')
})

test('all get a tag, on other pages too', desktopOnly, async ({ page, site, desk }) => {
  const college = 'Many Tags College'
  await fiveOf(site, college)
  const received_at = '2021-01-04T06:00:00.000Z'
  for (let at = 0; at < 100; at += 1)
    insert(site, 'application', applicationRow({ college, received_at, name: `Zz ${at}` }))
  await goToDesk(page, desk, `${listOf(college)}&columns=tags`)
  await expect(row(page, 'Ravi')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(counted(page)).toHaveText('100 selected')
  await page.getByRole('button', { name: 'Select all 105' }).press('Enter')
  await expect(counted(page)).toHaveText('105 selected, 5 not shown')
  await page.keyboard.press('t')
  await expect(bar(page).getByRole('combobox', { name: 'Tag' })).toBeFocused()
  await page.keyboard.type('Topper')
  await page.keyboard.press('Enter')
  await expect(page.getByText('105 of 105: the tag "Topper" added.')).toBeVisible()
  await expect(row(page, 'Ravi')).toContainText('topper')
  await expect(counted(page)).toHaveText('105 selected, 5 not shown')
  await page.keyboard.press('o')
  await bar(page).getByLabel('Who has it').selectOption(desk.member.name)
  await bar(page).getByRole('button', { name: 'Keep for 105' }).click()
  await expect(page.getByText(`105 of 105: ${desk.member.name} has them.`)).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})
