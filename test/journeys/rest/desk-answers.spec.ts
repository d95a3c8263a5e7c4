import type { Page } from '@playwright/test'
import { applyAs, dialog, goToDesk, statusesOf, test } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

const said = (page: Page) => dialog(page).getByRole('status')

test('an answer waits until its letter is here', desktopOnly, async ({ page, site, desk }) => {
  const id = await applyAs(site, { name: 'Tara Quick' })
  const letters = Promise.withResolvers<void>()
  await page.route('**/plan', async (route) => {
    await letters.promise
    await route.continue()
  })
  await goToDesk(page, desk, `/applications?open=${id}`)
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.keyboard.press('Control+Enter')
  await expect(said(page)).toHaveText('It is done as soon as the letter is here.')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Decline' }).click()
  const words = dialog(page).getByLabel('Your words in the letter')
  await words.fill('Try again in spring.')
  await words.press('Control+Enter')
  await expect(said(page)).toHaveText('It is done as soon as the letter is here.')
  await page.keyboard.type('jj')
  await expect(words).toHaveValue('Try again in spring.')
  letters.resolve()
  await expect(page.getByText('declined; the letter goes out')).toBeVisible()
  expect(statusesOf(site, id)).toEqual(['declined'])
  const [sent] = site.query<{ body: string }>(
    "SELECT body FROM letter WHERE id LIKE ? AND body LIKE '%spring.%'",
    `${id}%`,
  )
  expect(sent?.body).toContain('Try again in spring.\n')
})

test('Ctrl+Enter asks a desk again', desktopOnly, async ({ page, site, desk, complaints }) => {
  const id = await applyAs(site, { name: 'Veer Again' })
  await page.route('**/plan', (route) => route.abort())
  await goToDesk(page, desk, `/applications?open=${id}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The desk does not answer.')
  await page.unroute('**/plan')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('declined; the letter goes out')).toBeVisible()
  complaints.length = 0
})
