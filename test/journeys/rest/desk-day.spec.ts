import type { Page } from '@playwright/test'
import { applyAs, goToDesk, sendAsRavi, test } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

const list = (page: Page) => page.getByRole('table', { name: 'Applications' })
const room = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name })

test('the desk leads through the day', desktopOnly, async ({ page, site, desk, complaints }) => {
  await applyAs(site, { name: 'Asha Waits' })
  await sendAsRavi(site, { subject: 'Waits too', message: 'For an answer.' })
  await goToDesk(page, desk, '/')
  await expect(page).toHaveTitle("To do · The council's desk")
  const part = (name: string) => page.getByRole('region', { name })
  const toDecide = part('Applications to decide')
  await expect(toDecide.getByRole('listitem').first()).toBeVisible()
  const times = await toDecide
    .getByRole('time')
    .evaluateAll((all) => all.map((one) => one.getAttribute('datetime')))
  expect(times).toEqual(times.toSorted())
  await expect(part('Messages to answer').getByRole('listitem').first()).toBeVisible()
  await expect(part('Letters that did not go out')).toBeAttached()
  const oldest = toDecide.getByRole('listitem').first()
  const name = (await oldest.locator('span').first().textContent()) ?? ''
  await oldest.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expect(page).toHaveURL(/status=received&sort=received/)

  // A room that cannot be read says so, and comes by itself when the desk is back.
  await page.route('**/api/**', (route) => route.abort())
  await room(page, 'Messages').click()
  await expect(page.getByRole('alert')).toContainText('The desk does not answer')
  await page.unroute('**/api/**')
  await expect(page.getByRole('link', { name: 'Waits too' })).toBeVisible()
  complaints.length = 0
})

test('a key is heard as soon as the desk is seen', desktopOnly, async ({ page, site, desk }) => {
  await applyAs(site, { name: 'Asha At Once' })
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('table a')) return
      watch.disconnect()
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true }))
    })
    watch.observe(document, { subtree: true, childList: true })
  })
  await goToDesk(page, desk, '/applications?text=asha+at+once')
  await expect(page.getByRole('heading', { level: 2, name: 'Asha At Once' })).toBeVisible()
})

test('a room opens as it was left, by its address', desktopOnly, async ({ page, site, desk }) => {
  const college = 'View College'
  for (const name of ['Zoya View', 'Asha View', 'Meera View']) {
    await applyAs(site, { name, college, domain: 'Cloud Computing' })
  }
  await goToDesk(page, desk, `/applications?college=${encodeURIComponent(college)}`)
  await page.getByRole('combobox', { name: 'Domain' }).selectOption('Cloud Computing')
  const names = () => list(page).getByRole('rowheader').allTextContents()
  await expect.poll(names).toEqual(['Meera View', 'Asha View', 'Zoya View'])
  const byName = list(page).getByRole('button', { name: 'Name' })
  await byName.click()
  await expect.poll(names).toEqual(['Asha View', 'Meera View', 'Zoya View'])
  const column = list(page).getByRole('columnheader', { name: 'Name' })
  await expect(column).toHaveAttribute('aria-sort', 'ascending')
  await byName.click()
  await expect.poll(names).toEqual(['Zoya View', 'Meera View', 'Asha View'])

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Email' }).check()
  await expect(list(page)).toContainText('asha.view@example.com')
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox').fill('Meera')
  await expect.poll(names).toEqual(['Meera View'])
  const address = page.url()

  await room(page, 'Messages').click()
  await expect(page).toHaveTitle(/Messages/)
  await room(page, 'Applications').click()
  await expect(page).toHaveURL(address)
  await expect.poll(names).toEqual(['Meera View'])
  await page.getByRole('searchbox').fill('')
  await expect.poll(names).toEqual(['Zoya View', 'Meera View', 'Asha View'])
  await page.reload()
  await expect.poll(names).toEqual(['Zoya View', 'Meera View', 'Asha View'])
  await expect(list(page)).toContainText('asha.view@example.com')
})
