import { applyAs, dialog, goToDesk, letterIn, statusesOf, test } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

test('only a read letter goes out', desktopOnly, async ({ page, site, desk, complaints }) => {
  const id = await applyAs(site, { name: 'Tara Quick' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/status')) sent.push(request.url())
  })
  await page.route('**/plan', (route) => route.abort())
  await goToDesk(page, desk, `/applications?open=${id}`)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The desk does not answer.')
  let letter = Promise.withResolvers<void>()
  await page.route('**/plan', async (route) => {
    await letter.promise
    await route.continue()
  })
  for (const _ of ['looks again', 'does nothing']) {
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page).getByRole('status')).toContainText('Wait until you can read')
  }
  letter.resolve()
  await expect(letterIn(page)).toContainText('Dear Tara Quick,')

  letter = Promise.withResolvers()
  const words = dialog(page).getByLabel('Your words in the letter')
  await words.fill('Try again in spring.')
  await words.press('Control+Enter')
  letter.resolve()
  await expect(letterIn(page)).toContainText('Try again in spring.')
  expect(sent).toEqual([])
  await words.press('Control+Enter')
  await expect(page.getByText('declined; the letter goes out')).toBeVisible()
  expect(statusesOf(site, id)).toEqual(['declined'])
  complaints.length = 0
})
