import type { Page } from '@playwright/test'
import { applyAs, comeIn, dialog, test } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in with my passkey' })

test('two of the staff work at once, by role', desktopOnly, async ({ browser, site, desk }) => {
  const id = await applyAs(site, { name: 'Asha Between Two' })
  const [hers, his] = [await browser.newContext(), await browser.newContext()]
  const invite = (name: string, role: string) => desk.invite('add', name, '--role', role)
  const nandini = await comeIn(hers, await invite('Nandini Rao', 'reviewer'))
  const kabir = await comeIn(his, await invite('Kabir Shah', 'issuer'))

  for (const page of [nandini, kabir]) await page.goto(`${desk.url}/applications?open=${id}`)
  await expect(kabir.getByRole('heading', { name: 'Asha Between Two' })).toBeVisible()
  await expect(kabir.getByRole('button', { name: /^Shortlist/ })).toHaveCount(0)
  await nandini.getByRole('button', { name: /^Shortlist/ }).click()
  await nandini.getByRole('button', { name: 'Send the letter and shortlist' }).click()
  await expect(dialog(nandini)).toHaveCount(0)
  await kabir.reload()
  await expect(kabir.getByRole('article')).toContainText('Nandini Rao')

  await desk.council('staff', 'end', 'Kabir Shah', '--yes')
  await signIn(kabir).click()
  await expect(kabir.getByRole('alert')).toContainText('The desk does not know this passkey')
  await nandini.getByRole('link', { name: 'Messages' }).click()
  await expect(nandini.getByRole('heading', { level: 1, name: 'Messages' })).toBeAttached()
  await hers.close()
  await his.close()
})
