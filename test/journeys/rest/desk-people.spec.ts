import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pdf } from '#support/resumes.ts'
import type { RunningSite } from '#support/start-site.ts'
import { applyAs, goToDesk, sendAsRavi, test } from '../desk-test.ts'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  setLetterSize,
} from '../site-test.ts'

const resume = () => new File([Uint8Array.from(pdf(900))], 'cv.pdf')

/** Two applications and a message from one address. @returns the ids of the applications. */
async function sendAs(site: RunningSite, name: string): Promise<string[]> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const ids = [
    await applyAs(site, { name, email, phone: '+91 90000 12345' }, resume()),
    await applyAs(site, { name, email, domain: 'Web Development' }, resume()),
  ]
  await sendAsRavi(site, { name, email, subject: `What do you have about me, ${name}?` })
  return ids
}

const find = async (page: Page, typed: string): Promise<void> => {
  await page.keyboard.press('/')
  await page.getByRole('searchbox').fill(typed)
  await page.keyboard.press('Enter')
}
const person = (page: Page) => page.getByRole('region', { name: 'Person', exact: true })

test(
  'a person is found by a name, read, saved as a file and erased, by keys',
  bothScreens,
  async ({ page, site, desk }, { project }) => {
    const name = `Meera Wanted ${project.name}`
    const address = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
    const [id = ''] = await sendAs(site, name)
    await goToDesk(page, desk, '/people')
    await expect(page.getByText('write to the address that is stored')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('searchbox').fill('Nobody Whatsoever')
    await page.getByRole('button', { name: 'Find' }).click()
    await expect(page.getByText('Nothing is held under this name.')).toBeVisible()
    await find(page, `${project.name} meera wanted`)
    await expect(page.getByText('3 found')).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('j')
    await expect(person(page).getByRole('heading', { name: address })).toBeVisible()
    // What was looked for is in no address.
    expect(page.url()).toBe(`${desk.url}/people`)
    await expect(person(page)).toContainText('What do you have about me')
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as a file' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^your-data-NAIC-.*\.zip$/)
    const zip = await readFile(await download.path())
    // How zip files begin; `keep-person.test.ts` looks into one.
    expect(zip.toString('latin1', 0, 4)).toBe('PK\x03\x04')
    await expect(page.getByText('The file is saved.')).toBeVisible()

    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog')
    const goes = dialog.getByRole('region', { name: 'Goes, and nothing brings it back' })
    await expect(goes).toContainText('2 applications, with 2 resumes')
    await expect(dialog.getByRole('region', { name: 'Stays' })).toContainText('Backups')
    await expectAccessible(page)
    // Without typing whose it is, nothing is done.
    await page.keyboard.press('Control+Enter')
    await expect(goes).toBeVisible()
    expect(site.query('SELECT id FROM application WHERE id = ?', id)).toHaveLength(1)
    await dialog.getByLabel(/^Type the .* to agree/).fill(address.toUpperCase())
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { name: 'Erased' })).toBeFocused()
    await expect(person(page)).toContainText('2 applications, 2 resumes, 1 message')
    await expect(person(page)).toContainText('tell them that, too')
    await expectAccessible(page)
    expect(site.query('SELECT id FROM application WHERE email = ?', address)).toEqual([])
    const deeds = site.query<{ who: string }>("SELECT who FROM journal WHERE did = 'erase'")
    expect(deeds.length).toBeGreaterThanOrEqual(3)
  },
)

test(
  'one application is opened from its page, and erased alone; what came in meanwhile stops it',
  desktopOnly,
  async ({ page, site, desk }) => {
    const name = 'Kabir Twice'
    const [first = '', second = ''] = await sendAs(site, name)
    await goToDesk(page, desk, `/applications?open=${first}`)
    await page.getByRole('link', { name: 'All that is held of them' }).click()
    await expect(
      person(page).getByRole('heading', { name: 'kabir.twice@example.com' }),
    ).toBeVisible()
    await page.keyboard.press('e')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio').nth(1).check()
    const word = dialog.getByLabel(/^Type the .* to agree/)
    const reference = (await dialog.locator('#typed-hint').textContent()) ?? ''
    await word.fill('something else')
    const agree = dialog.getByRole('button', { name: 'Erase it for ever' })
    await expect(agree).toHaveAttribute('aria-disabled', 'true')
    await word.fill(reference)
    await applyAs(site, { name, email: 'kabir.twice@example.com', year: '4th Year' }, resume())
    await agree.click()
    await expect(dialog.getByRole('alert')).toContainText('Nothing was done.')
    await dialog.getByRole('button', { name: 'Look again' }).click()
    await expect(dialog.getByRole('region', { name: 'Stays' })).toContainText('same e-mail address')
    await agree.click()
    await expect(page.getByRole('heading', { name: 'Erased' })).toBeVisible()
    const left = site.query<{ id: string }>("SELECT id FROM application WHERE name = 'Kabir Twice'")
    expect(left).toHaveLength(2)
    const erased = [first, second].filter((id) => !left.some((row) => row.id === id))
    expect(erased).toHaveLength(1)
  },
)

test(
  'in letters twice as large, nothing of a person is cut off',
  desktopOnly,
  async ({ page, site, desk }) => {
    await sendAs(site, 'Lata Large')
    await goToDesk(page, desk, '/people')
    await find(page, 'lata.large@example.com')
    await expect(person(page).getByRole('heading', { level: 2 })).toBeVisible()
    await setLetterSize(page, 32)
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('e')
    await expect(page.getByLabel(/^Type the .* to agree/)).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  },
)
