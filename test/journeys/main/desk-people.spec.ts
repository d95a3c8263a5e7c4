import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { RunningSite } from '#support/start-site.ts'
import { applyAs, dialog, goToDesk, sendAsRavi, test } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

/** Two applications and a message from one address. @returns the ids of the applications. */
async function sendAs(site: RunningSite, name: string, email: string): Promise<string[]> {
  const ids = [
    await applyAs(site, { name, email, phone: '+91 90000 12345' }),
    await applyAs(site, { name, email, domain: 'Web Development' }),
  ]
  await sendAsRavi(site, { name, email, subject: `What do you have about me, ${name}?` })
  return ids
}

const person = (page: Page) => page.getByRole('region', { name: 'Person', exact: true })
const typed = (page: Page) => dialog(page).getByLabel(/^Type the .* to agree/)

test(
  'a person is found by a name, read, saved as a file and erased, by keys',
  desktopOnly,
  async ({ page, site, desk }) => {
    const email = 'meera.wanted@example.com'
    const [id = ''] = await sendAs(site, 'Meera Wanted', email)
    await goToDesk(page, desk, '/people')
    await expect(page.getByText('write to the address that is stored')).toBeVisible()
    await page.getByRole('searchbox').fill('Nobody Whatsoever')
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.getByText('Nothing is held under this name.')).toBeVisible()
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
    const saved = await download
    expect(saved.suggestedFilename()).toMatch(/^your-data-NAIC-.*\.zip$/)
    const zip = await readFile(await saved.path())
    // How zip files begin; `keep-person.test.ts` looks into one.
    expect(zip.toString('latin1', 0, 4)).toBe('PK\x03\x04')
    await expect(page.getByText('The file is saved.')).toBeVisible()

    await page.keyboard.press('e')
    const goes = dialog(page).getByRole('region', { name: 'Goes, and nothing brings it back' })
    await expect(goes).toContainText('2 applications, with 2 resumes')
    await expect(dialog(page).getByRole('region', { name: 'Stays' })).toContainText('Backups')
    // Without typing whose it is, nothing is done.
    await page.keyboard.press('Control+Enter')
    await expect(goes).toBeVisible()
    expect(site.query('SELECT id FROM application WHERE id = ?', id)).toHaveLength(1)
    await typed(page).fill(email.toUpperCase())
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { name: 'Erased' })).toBeFocused()
    await expect(person(page)).toContainText('2 applications, 2 resumes, 1 message')
    await expect(person(page)).toContainText('tell them that, too')
    expect(site.query('SELECT id FROM application WHERE email = ?', email)).toEqual([])
  },
)

test(
  'one application is opened from its page, and erased alone; what came in meanwhile stops it',
  desktopOnly,
  async ({ page, site, desk }) => {
    const [name, email] = ['Kabir Twice', 'kabir.twice@example.com']
    const [first = '', second = ''] = await sendAs(site, name, email)
    await goToDesk(page, desk, `/applications?open=${first}`)
    await page.getByRole('link', { name: 'All that is held of them' }).click()
    await expect(person(page).getByRole('heading', { name: email })).toBeVisible()
    await page.keyboard.press('e')
    await dialog(page).getByRole('radio').nth(1).check()
    const reference = (await dialog(page).locator('#typed-hint').textContent()) ?? ''
    await typed(page).fill('something else')
    const agree = dialog(page).getByRole('button', { name: 'Erase it for ever' })
    await expect(agree).toHaveAttribute('aria-disabled', 'true')
    await typed(page).fill(reference)
    const third = await applyAs(site, { name, email, year: '4th Year' })
    await agree.click()
    await expect(dialog(page).getByRole('alert')).toContainText('Nothing was done.')
    await dialog(page).getByRole('button', { name: 'Look again' }).click()
    await expect(dialog(page).getByRole('region', { name: 'Stays' })).toContainText(
      'same e-mail address',
    )
    await agree.click()
    await expect(page.getByRole('heading', { name: 'Erased' })).toBeVisible()
    const left = site.query<{ id: string }>('SELECT id FROM application WHERE email = ?', email)
    const ids = left.map((row) => row.id)
    expect(ids).toHaveLength(2)
    expect(ids).toContain(third)
    expect(ids.includes(first)).not.toBe(ids.includes(second))
  },
)
