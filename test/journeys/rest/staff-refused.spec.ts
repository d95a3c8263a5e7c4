import type { Page } from '@playwright/test'
import { inRows, test } from '../desk-test.ts'
import { expect, expectAccessible, expectNoSidewaysScroll } from '../site-test.ts'
import { authenticatorOf, make, rooms } from '../staff-test.ts'

const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in with my passkey' })

test('whoever cannot come in reads why', async ({ page, site, served, complaints }) => {
  const { cdp, id } = await authenticatorOf(page)
  const alert = page.getByRole('alert')
  const goAnew = async (address: string) => {
    await page.goto('about:blank')
    await page.goto(address)
  }
  await page.goto(served.url)
  await expect(page.getByRole('heading', { name: 'The council’s desk' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await expect(signIn(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(alert).toContainText('there is none of yours in this browser')

  const invitation = await served.invite('add', 'Lata Late', '--role', 'reader')
  await goAnew(invitation)
  await expectAccessible(page)
  await make(page).click()
  await rooms(page).waitFor()
  expect(page.url()).not.toContain('invitation')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(signIn(page)).toBeVisible()
  await goAnew(invitation)
  await make(page).click()
  await expect(alert).toContainText('This invitation has been used.')
  // What is left to do is offered in its place.
  await signIn(page).click()
  await rooms(page).waitFor()

  const expired = await served.invite('invite', 'Lata Late')
  const long = '2026-01-01T00:00:00.000Z'
  inRows(site, 'UPDATE staff_invitation SET made_at = ? WHERE used_at IS NULL', long)
  await goAnew(expired)
  await make(page).click()
  await expect(alert).toContainText('good for a day, which is over')

  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id })
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.context().clearCookies()
  await page.goto(`${served.url}/messages`)
  await expect(alert).toContainText('This browser has no passkeys.')
  // The browser complains of each answer that is a refusal.
  complaints.length = 0
})
