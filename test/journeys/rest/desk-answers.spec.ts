import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { todayInIndia } from '@naic/store/sheets/indian-day.ts'
import { applyAs, dialog, goToDesk, inRows, letterIn, statusesOf, test } from '../desk-test.ts'
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

test('single keys send nothing by chance', desktopOnly, async ({ page, site, desk }) => {
  const id = await applyAs(site, { name: 'Gita Chance' })
  await goToDesk(page, desk, '/applications?text=Gita')
  await page.getByRole('link', { name: 'Gita Chance' }).click()
  await expect(page.getByRole('heading', { name: 'Gita Chance' })).toBeFocused()
  await page.keyboard.type('asha')
  await expect(dialog(page)).toContainText('Dear Gita Chance,')
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()

  const note = dialog(page).getByLabel('Note for the staff alone')
  await note.fill('Two pages of it.')
  await page.keyboard.press('Escape')
  await expect(note).toHaveValue('Two pages of it.')
  await expect(dialog(page).getByRole('status')).toContainText('Once more leaves')
  await note.fill('Three pages of it.')
  await page.goBack()
  await expect(note).toHaveValue('Three pages of it.')
  await expect(dialog(page).getByRole('status')).toContainText('Once more leaves')
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)
  expect(page.url()).toMatch(/text=Gita$/)
  await page.goForward()
  expect(statusesOf(site, id)).toEqual([])

  await page.getByRole('button', { name: 'Keys' }).click()
  await page.getByLabel('Use letter keys as shortcuts').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('s')
  await page.getByRole('button', { name: 'Shortlist' }).click()
  await expect(dialog(page)).toHaveCount(1)
})

test('completing without tasks or fee is agreed to', desktopOnly, async ({ page, site, desk }) => {
  const id = await applyAs(site, { name: 'Farhan Owes', domain: 'Web Development' })
  await goToDesk(page, desk, `/applications?open=${id}`)
  await page.getByRole('button', { name: 'Mark as completed' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The internship')
  await dialog(page).getByLabel('Internship').selectOption('Full Stack Web Development')
  await dialog(page).getByLabel('Completed on').fill('2019-01-01')
  await expect(dialog(page).getByRole('alert')).toContainText('The day is before')
  await dialog(page).getByLabel('Completed on').fill(todayInIndia())
  await expect(dialog(page)).toContainText('Not received: tasks and fee.')
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
  const go = dialog(page).getByRole('button', { name: 'Mark as completed' })
  await expect(go).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByLabel('Complete it without').check()
  await go.click()
  await expect(page.getByText('Farhan Owes, NAIC-')).toContainText('completed.')
  await page.goto(`${desk.url}/applications?missing=certificate&open=${id}`)
  await expect(page.getByRole('region', { name: 'Found' })).toContainText('Farhan Owes')

  // Without its internship there is no certificate: that is said again, with no command.
  inRows(site, 'UPDATE application_status SET internship = NULL WHERE application_id = ?', id)
  await page.goto(`${desk.url}/certificates/issue`)
  await page.getByRole('button', { name: 'Look at them' }).click()
  const leftOut = page.getByRole('row').filter({ hasText: referenceOf(id) })
  await expect(leftOut).toContainText('mark it as completed again, and choose the internship')
  await leftOut.getByRole('link').click()
  await page.getByRole('link', { name: 'Farhan Owes' }).click()
  await page.getByRole('button', { name: 'Mark as completed' }).click()
  await dialog(page).getByLabel('Internship').selectOption('Full Stack Web Development')
  await expect(dialog(page)).toContainText('No letter goes out.')
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
  expect(statusesOf(site, id)).toEqual(['completed', 'completed'])
})
