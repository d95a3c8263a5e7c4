import type { Page } from '@playwright/test'
import { applyAs, dialog, goToDesk, sendAsRavi, test } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

const person = (page: Page) => page.getByRole('region', { name: 'Person', exact: true })

test('a person is found, saved and erased by keys', desktopOnly, async ({ page, site, desk }) => {
  const [name, email] = ['Meera Wanted', 'meera.wanted@example.com']
  for (const domain of ['Data Science', 'Web Development'])
    await applyAs(site, { name, email, domain })
  await sendAsRavi(site, { name, email, subject: 'What do you have about me?' })
  await goToDesk(page, desk, '/people')
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill('wanted meera')
  await page.keyboard.press('Enter')
  await expect(page.getByText('3 found')).toBeVisible()
  await page.keyboard.press('j')
  await expect(person(page).getByRole('heading', { name: email })).toBeVisible()
  // What was looked for is in no address.
  expect(page.url()).toBe(`${desk.url}/people`)
  await expect(person(page)).toContainText('What do you have about me')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as a file' }).click()
  // `person.test.ts` looks into one.
  expect((await download).suggestedFilename()).toMatch(/^your-data-NAIC-.*\.zip$/)

  await page.keyboard.press('e')
  const goes = dialog(page).getByRole('region', { name: 'Goes, and nothing brings it back' })
  await expect(goes).toContainText('2 applications, with 2 resumes')
  await expect(dialog(page).getByRole('region', { name: 'Stays' })).toContainText('Backups')
  // Without typing whose it is, nothing is done.
  await page.keyboard.press('Control+Enter')
  await expect(goes).toBeVisible()
  const stored = () => site.query('SELECT id FROM application WHERE email = ?', email)
  await dialog(page)
    .getByLabel(/^Type the .* to agree/)
    .fill(email.toUpperCase())
  // Nor if something has come in meanwhile.
  await applyAs(site, { name, email, year: '4th Year' })
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('Nothing was done.')
  expect(stored()).toHaveLength(3)
  await dialog(page).getByRole('button', { name: 'Look again' }).click()
  await expect(goes).toContainText('3 applications, with 3 resumes')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'Erased' })).toBeFocused()
  await expect(person(page)).toContainText('Removed: 3 applications, with 3 resumes: NAIC-')
  await expect(page.getByRole('main')).not.toContainText(name)
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect(person(page)).toContainText('tell them that, too')
  expect(stored()).toEqual([])
})
