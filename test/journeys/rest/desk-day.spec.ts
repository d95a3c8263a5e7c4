import type { Page } from '@playwright/test'
import { file } from '#support/ashas-form.ts'
import { pdf } from '#support/resumes.ts'
import { applyAs, goToDesk, sendAsRavi, test } from '../desk-test.ts'
import { bothScreens, desktopOnly, expect, expectAccessible } from '../site-test.ts'

const cv = () => file(Uint8Array.from(pdf(2_000)))
const list = (page: Page) => page.getByRole('table', { name: 'Applications' })
const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })
const room = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name })

test(
  'the desk opens on what waits, the longest waiting first, and leads on from one to the next',
  bothScreens,
  async ({ page, site, desk }) => {
    const screen = test.info().project.name
    await applyAs(site, { name: `Asha Waits ${screen}` }, cv())
    await sendAsRavi(site, { subject: `Waits ${screen}`, message: 'For an answer.' })
    await goToDesk(page, desk, '/')
    await expect(page).toHaveTitle("To do · The council's desk")
    const toDecide = page.getByRole('region', { name: 'Applications to decide' })
    const times = await toDecide
      .getByRole('time')
      .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
    expect(times).toEqual(times.toSorted())
    await expect(page.getByRole('region', { name: 'Messages to answer' })).toContainText(
      `Waits ${screen}`,
    )
    await expect(page.getByRole('region', { name: 'Letters that did not go out' })).toBeAttached()
    await expectAccessible(page)
    const first = toDecide.getByRole('listitem').first()
    const name = (await first.locator('span').first().textContent()) ?? ''
    await first.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
    await expect(page).toHaveURL(/status=received&sort=received/)
  },
)

test(
  'a view is saved with filters, order and columns, without the words searched for',
  desktopOnly,
  async ({ page, site, desk }) => {
    const college = 'View College'
    for (const name of ['Zoya View', 'Asha View', 'Meera View']) {
      await applyAs(site, { name, college, domain: 'Cloud Computing' }, cv())
    }
    await goToDesk(page, desk, `/applications?college=${encodeURIComponent(college)}`)
    await page.getByLabel('Domain').selectOption('Cloud Computing')
    const names = () => list(page).getByRole('rowheader').allTextContents()
    await expect.poll(names).toEqual(['Meera View', 'Asha View', 'Zoya View'])
    await list(page).getByRole('button', { name: 'Name' }).click()
    await expect.poll(names).toEqual(['Asha View', 'Meera View', 'Zoya View'])
    await expect(list(page).getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await list(page).getByRole('button', { name: 'Name' }).click()
    await expect.poll(names).toEqual(['Zoya View', 'Meera View', 'Asha View'])

    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'E-mail' }).check()
    await expect(list(page)).toContainText('asha.view@example.com')
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByRole('searchbox').fill('Meera')
    await expect.poll(names).toEqual(['Meera View'])
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.getByLabel('Name of the view').fill('Clouds')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page.getByText('The view "Clouds" is saved')).toBeVisible()

    await room(page, 'Messages').click()
    await expect(page).toHaveTitle(/Messages/)
    await room(page, 'Applications').click()
    await expect.poll(names, 'a room opens as it was left').toEqual(['Meera View'])
    await views(page).getByRole('link', { name: 'All' }).click()
    await expect(page).toHaveURL(/applications$/)
    await views(page).getByRole('link', { name: 'Clouds' }).click()
    await expect.poll(names).toEqual(['Zoya View', 'Meera View', 'Asha View'])
    await expect(list(page)).toContainText('asha.view@example.com')
    const saved = site.query<{ search: string }>('SELECT search FROM saved_view')
    expect(saved).toHaveLength(1)
    expect(saved[0]?.search).not.toContain('Meera')

    await page.getByRole('button', { name: 'Remove the view "Clouds"' }).click()
    await expect(page.getByText('The view "Clouds" is removed')).toBeVisible()
    expect(site.query('SELECT * FROM saved_view')).toEqual([])
  },
)
