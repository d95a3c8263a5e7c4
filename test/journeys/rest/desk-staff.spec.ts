import type { Page } from '@playwright/test'
import { comeIn, dialog, rooms, test } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in with my passkey' })

async function choose(page: Page, name: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `Change ${name}` }).press('Enter')
  await dialog(page).getByRole('combobox').selectOption({ label: what })
}

const agree = (page: Page, action: string) =>
  dialog(page).getByRole('button', { name: action }).click()

test(
  'a manager sees to who works at the desk',
  desktopOnly,
  async ({ browser, desk, complaints }) => {
    const [hers, his] = [await browser.newContext(), await browser.newContext()]
    const asha = await comeIn(hers, await desk.invite('add', 'Asha Manages', '--role', 'manager'))
    await rooms(asha).getByRole('link', { name: 'Staff' }).click()
    await expect(rowOf(asha, 'Asha Manages')).toContainText('This is you.')
    await expect(asha.getByRole('button', { name: 'Change Asha Manages' })).toHaveCount(0)

    const invite = asha.getByRole('button', { name: 'Invite a colleague' })
    await invite.press('Enter')
    await dialog(asha).getByLabel('Name').fill('Kabir Newcomer')
    await dialog(asha).getByRole('checkbox', { name: 'reviewer' }).check()
    await agree(asha, 'Make the link')
    await expect(dialog(asha)).toContainText('It is shown only now.')
    const link = await dialog(asha).getByLabel('Link').inputValue()
    await dialog(asha).getByRole('button', { name: 'Close' }).click()
    await expect(invite).toBeFocused()
    await expect(rowOf(asha, 'Kabir Newcomer')).toContainText('invited')

    const kabir = await comeIn(his, link)
    await expect(rooms(kabir).getByRole('link', { name: 'Staff' })).toHaveCount(0)
    await kabir.goto(`${desk.url}/staff`)
    await expect(kabir.getByRole('alert')).toContainText('This needs the role manager.')

    await choose(asha, 'Kabir Newcomer', 'Another role')
    await dialog(asha).getByRole('checkbox', { name: 'issuer' }).check()
    await agree(asha, 'Change the role')
    await expect(rowOf(asha, 'Kabir Newcomer')).toContainText('reviewer, issuer')
    await expect(asha.getByRole('button', { name: 'Change Kabir Newcomer' })).toBeFocused()

    await choose(asha, 'Kabir Newcomer', 'Suspend')
    await agree(asha, 'Suspend')
    await expect(rowOf(asha, 'Kabir Newcomer')).toContainText('suspended')
    await kabir.goto(desk.url)
    await signIn(kabir).click()
    await expect(kabir.getByRole('alert')).toContainText('You cannot work at the desk at present')
    await choose(asha, 'Kabir Newcomer', 'Let them in again')
    await agree(asha, 'Let them in again')
    await expect(rowOf(asha, 'Kabir Newcomer')).toContainText('works')
    await signIn(kabir).click()
    await rooms(kabir).waitFor()

    await choose(asha, 'Kabir Newcomer', 'A lost passkey or computer')
    await agree(asha, 'Stop the passkeys and make a link')
    const another = await dialog(asha).getByLabel('Link').inputValue()
    await asha.keyboard.press('Escape')
    await kabir.goto('about:blank')
    await kabir.goto(desk.url)
    await signIn(kabir).click()
    await expect(kabir.getByRole('alert')).toContainText('The desk does not know this passkey')
    const onNew = await comeIn(his, another)

    await choose(asha, 'Kabir Newcomer', 'They leave')
    await expect(dialog(asha).getByRole('button', { name: 'End their work' })).toBeDisabled()
    await dialog(asha).getByLabel('Type their name').fill('kabir newcomer')
    await agree(asha, 'End their work at the desk')
    await expect(rowOf(asha, 'Kabir Newcomer')).toContainText('ended')
    await onNew.reload()
    await expect(signIn(onNew)).toBeVisible()

    expect(await desk.council('journal', '--newest', '20')).toContain('staff end')
    // The browser complains of each answer that is a refusal.
    complaints.length = 0
    await hers.close()
    await his.close()
  },
)
