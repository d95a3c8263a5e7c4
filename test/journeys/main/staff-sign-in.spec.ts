import type { Page } from '@playwright/test'
import { applyAs, dialog, inRows, letterIn, test } from '../desk-test.ts'
import { desktopOnly, expect, expectAccessible } from '../site-test.ts'
import { comeIn } from '../staff-test.ts'

const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in with my passkey' })

test('two of the staff work at once, by role', desktopOnly, async ({ browser, site, served }) => {
  const id = await applyAs(site, { name: 'Asha Between Two' })
  const [hers, his] = [await browser.newContext(), await browser.newContext()]
  const invite = (name: string, role: string) => served.invite('add', name, '--role', role)
  const nandini = await comeIn(hers, await invite('Nandini Rao', 'reviewer'))
  const kabir = await comeIn(his, await invite('Kabir Shah', 'issuer'))

  for (const page of [nandini, kabir])
    await page.goto(`${served.url}/applications?when=all&open=${id}`)
  await expect(kabir.getByRole('heading', { name: 'Asha Between Two' })).toBeVisible()
  await expect(kabir.getByRole('button', { name: /^Shortlist/ })).toHaveCount(0)
  await nandini.getByRole('button', { name: /^Shortlist/ }).click()
  await nandini.getByRole('button', { name: 'Send the letter and shortlist' }).click()
  await expect(dialog(nandini)).toHaveCount(0)
  await kabir.reload()
  await expect(kabir.getByRole('article')).toContainText('Nandini Rao')

  await served.council('staff', 'suspend', 'Kabir Shah', '--yes')
  await signIn(kabir).click()
  await expect(kabir.getByRole('alert')).toContainText('You cannot work at the desk at present')
  await nandini.getByRole('link', { name: 'Messages' }).click()
  await expect(nandini.getByRole('heading', { level: 1, name: 'Messages' })).toBeAttached()
  await hers.close()
  await his.close()
})

test('a session that ends loses no words', desktopOnly, async ({ browser, site, served }) => {
  const name = 'Meera Typing'
  const id = await applyAs(site, { name: 'Ravi Typed' })
  const context = await browser.newContext()
  const meera = await comeIn(context, await served.invite('add', name, '--role', 'reviewer'))
  await meera.goto(`${served.url}/applications?when=all&open=${id}`)
  await meera.getByRole('button', { name: /^Accept/ }).click()
  const note = meera.getByLabel('Note for the staff alone')
  const words = meera.getByLabel('Your words in the letter')
  await note.fill('Spoke to her on the telephone.')
  await words.fill('Welcome, Ravi.')
  await expect(letterIn(meera)).toContainText('Welcome, Ravi.')
  const own = 'staff_id = (SELECT id FROM staff WHERE name = ?)'
  inRows(site, `DELETE FROM staff_session WHERE ${own}`, name)
  await meera.getByRole('button', { name: 'Send the letter and accept' }).click()
  const again = meera.getByRole('dialog', { name: 'Please sign in again' })
  await expect(again).toContainText('Nothing that you have typed is lost.')
  await expectAccessible(meera)
  await meera.keyboard.press('Escape')
  await meera.keyboard.press('Escape')
  await expect(again).toBeVisible()
  await expect(words).toHaveValue('Welcome, Ravi.')
  await expect(note).toHaveValue('Spoke to her on the telephone.')
  await expect(signIn(meera)).toBeFocused()
  await meera.keyboard.press('Enter')
  // It goes on where it was: what was agreed to is done. Then it opens whoever comes next in the list.
  await expect(again).toHaveCount(0)
  await expect(meera.getByText(/^Ravi Typed, NAIC-.*: accepted/)).toBeVisible()
  await context.close()
})
