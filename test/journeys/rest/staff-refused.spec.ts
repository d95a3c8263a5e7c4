import type { Page } from '@playwright/test'
import {
  applyAs,
  authenticatorOf,
  comeIn,
  inRows,
  letterIn,
  make,
  rooms,
  test,
} from '../desk-test.ts'
import { desktopOnly, expect, expectAccessible, expectNoSidewaysScroll } from '../site-test.ts'

const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in with my passkey' })

test('whoever cannot come in reads why', async ({ page, site, desk, complaints }) => {
  const { cdp, id } = await authenticatorOf(page)
  const alert = page.getByRole('alert')
  const goAnew = async (address: string) => {
    await page.goto('about:blank')
    await page.goto(address)
  }
  await page.goto(desk.url)
  await expect(page.getByRole('heading', { name: 'The council’s desk' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expect(signIn(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(alert).toContainText('there is none of yours in this browser')

  const invitation = await desk.invite('add', 'Lata Late', '--role', 'reader')
  await goAnew(invitation)
  await expectAccessible(page)
  await page.route('**/api/invitation', (route) =>
    route.continue({ postData: route.request().postData()?.replace('"clientDataJSON":"', '$&x') }),
  )
  await make(page).click()
  await expect(alert).toContainText('The passkey was not accepted')
  await page.unroute('**/api/invitation')
  await cdp.send('WebAuthn.clearCredentials', { authenticatorId: id })
  await make(page).click()
  await rooms(page).waitFor()
  expect(page.url()).not.toContain('invitation')
  await page.getByRole('link', { name: 'Passkeys' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(alert).toContainText('There is a passkey of yours for the desk here already.')
  const signOut = page.getByRole('button', { name: 'Sign out', exact: true })
  await page.context().setOffline(true)
  await signOut.click()
  const line = page.getByRole('contentinfo').getByRole('status')
  await expect(line).toContainText('You are still signed in. The desk does not answer.')
  await page.context().setOffline(false)
  await signOut.click()
  await expect(signIn(page)).toBeVisible()
  await goAnew(invitation)
  await make(page).click()
  await expect(alert).toContainText('This invitation has been used.')
  // What is left to do is offered in its place.
  await signIn(page).click()
  await rooms(page).waitFor()

  // So it is where a passkey is already.
  await signOut.click()
  await goAnew(await desk.invite('invite', 'Lata Late'))
  await make(page).click()
  await expect(alert).toContainText('There is a passkey of yours for the desk here already.')
  await signIn(page).click()
  await rooms(page).waitFor()

  const expired = await desk.invite('invite', 'Lata Late')
  const long = '2026-01-01T00:00:00.000Z'
  inRows(site, 'UPDATE staff_invitation SET made_at = ? WHERE used_at IS NULL', long)
  await goAnew(expired)
  await make(page).click()
  await expect(alert).toContainText('good for a day, which is over')

  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id })
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.context().clearCookies()
  await page.goto(`${desk.url}/messages`)
  await expect(alert).toContainText('This browser has no passkeys.')
  // The browser complains of each answer that is a refusal.
  complaints.length = 0
})

test('a session that ends loses no words', desktopOnly, async ({ browser, site, desk }) => {
  const name = 'Meera Typing'
  const id = await applyAs(site, { name: 'Ravi Typed' })
  const context = await browser.newContext()
  const meera = await comeIn(context, await desk.invite('add', name, '--role', 'reviewer'))
  await meera.goto(`${desk.url}/applications?open=${id}`)
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
