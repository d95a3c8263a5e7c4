import type { Page } from '@playwright/test'
import { applyAs, dialog, goToDesk, sendAsRavi, test } from '../desk-test.ts'
import { desktopOnly, expect } from '../site-test.ts'

const kept = (page: Page) => page.getByRole('region', { name: 'Kept by the office' })
const history = (page: Page) => page.getByRole('region', { name: 'History' })

test(
  'by keys alone: who has it, a score, a tag, tasks and fee, a note; all of it in the history',
  desktopOnly,
  async ({ page, site, desk }) => {
    const id = await applyAs(site, { name: 'Asha Kept' })
    await goToDesk(page, desk, `/applications?open=${id}`)
    const lookAt = async (words: string) => expect(history(page)).toContainText(words)
    await page.keyboard.press('i')
    await lookAt('Who has it: ')
    await expect(kept(page).getByRole('button', { name: 'I have it' })).toHaveCount(0)
    await page.keyboard.press('4')
    const four = kept(page).getByRole('button', { name: '4' })
    await expect(four).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('t')
    await page.keyboard.type('Call back')
    await page.keyboard.press('Enter')
    await expect(kept(page).getByRole('listitem')).toHaveText(['call back'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('h')
    await page.keyboard.press('Enter')
    await lookAt('Tasks received: ')
    await page.keyboard.press('f')
    await page.keyboard.type('UTR 4711')
    await page.keyboard.press('Enter')
    await expect(kept(page)).toContainText('UTR 4711 by ')
    await page.keyboard.press('n')
    await page.keyboard.type('Called on Monday.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await lookAt('Called on Monday.')
    await page.keyboard.press('0')
    await lookAt('Score: taken away (before: 4)')
    await kept(page).getByRole('button', { name: 'Take away the tag call back' }).click()
    await expect(kept(page).getByRole('listitem')).toHaveCount(0)
    await kept(page).getByRole('button', { name: 'Take away: Fee received' }).click()
    await lookAt('Fee received: taken away (before: ')
  },
)

test(
  'a corrected name is in the next letter; what was sent stays beside it, and both are found',
  desktopOnly,
  async ({ page, site, desk }) => {
    const id = await applyAs(site, { name: 'Zoya Mistipt' })
    await goToDesk(page, desk, `/applications?open=${id}`)
    await page.keyboard.press('e')
    await page.getByLabel('The name for letters and certificates').fill('Zoya Mistyped')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Zoya Mistyped' })).toBeVisible()
    await expect(page.getByText('sent as Zoya Mistipt')).toBeVisible()
    await page.keyboard.press('w')
    await expect(dialog(page)).toContainText('Dear Zoya Mistyped,')
    for (const text of ['mistipt', 'mistyped']) {
      await page.goto(`${desk.url}/applications?text=${text}`)
      await expect(page.getByRole('region', { name: 'Found' })).toContainText('Zoya Mistyped')
    }
  },
)

test('what else the same person sent leads there', desktopOnly, async ({ page, site, desk }) => {
  const first = await applyAs(site, { name: 'Tara Twice', phone: '+91 90000 54321' })
  await applyAs(site, { name: 'Brother Twice', phone: '090000-54321' })
  await sendAsRavi(site, { subject: 'Where is mine?', email: 'TARA.twice@example.com' })
  await goToDesk(page, desk, `/applications?open=${first}`)
  const same = page.getByRole('region', { name: 'From the same person' })
  await expect(same).toContainText('same telephone')
  await expect(same.getByRole('link', { name: 'Message: Where is mine?' })).toBeVisible()
  await same.getByRole('link', { name: 'Brother Twice' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Brother Twice' })).toBeVisible()
})
