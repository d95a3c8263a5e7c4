import type { Page } from '@playwright/test'
import { file } from '#support/ashas-form.ts'
import { pdf } from '#support/resumes.ts'
import { applyAs, goToDesk, sendAsRavi, test, wakeOutbox } from '../desk-test.ts'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  setLetterSize,
} from '../site-test.ts'

const cv = () => file(Uint8Array.from(pdf(2_000)))
const dialog = (page: Page) => page.getByRole('dialog')
const kept = (page: Page) => page.getByRole('region', { name: 'Kept by the office' })
const history = (page: Page) => page.getByRole('region', { name: 'History' })

test(
  'by keys alone: who has it, a score, a tag, tasks and fee, a note; all of it in the history',
  desktopOnly,
  async ({ page, site, desk }) => {
    const id = await applyAs(site, { name: 'Asha Kept' }, cv())
    await goToDesk(page, desk, `/applications?open=${id}`)
    await expect(kept(page)).toBeVisible()
    const lookAt = async (words: string) => expect(history(page)).toContainText(words)

    await page.keyboard.press('i')
    await lookAt('Who has it: ')
    await expect(kept(page).getByRole('button', { name: 'I have it' })).toHaveCount(0)
    await page.keyboard.press('4')
    await expect(kept(page).getByRole('button', { name: '4' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
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
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Keys' }).click()
    await expect(page.locator('#keys')).toContainText('fee received')
  },
)

test(
  'what a colleague has kept meanwhile is told, and not undone',
  desktopOnly,
  async ({ page, site, desk, complaints }) => {
    const id = await applyAs(site, { name: 'Ravi Kept' }, cv())
    // News that comes late: the desk would show the colleague's score within two seconds.
    await page.route(/\/api\/live/, () => {})
    await goToDesk(page, desk, `/applications?open=${id}`)
    await expect(kept(page)).toBeVisible()
    const answer = await fetch(`${desk.url}/api/applications/${id}/kept`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Desk-Session': desk.session },
      body: JSON.stringify({ wanted: { fact: 'score', to: '2' } }),
    })
    expect(answer.status).toBe(200)
    await kept(page).getByRole('button', { name: '5' }).click()
    await expect(kept(page).getByRole('alert')).toContainText('a colleague has changed it')
    const two = kept(page).getByRole('button', { name: '2' })
    await expect(two).toHaveAttribute('aria-pressed', 'true')
    expect(complaints.every((complaint) => complaint.includes('409'))).toBe(true)
    complaints.length = 0
  },
)

test(
  'a corrected name is in the next letter; what was sent stays beside it, and both are found',
  desktopOnly,
  async ({ page, site, desk }) => {
    const id = await applyAs(site, { name: 'Zoya Mistipt' }, cv())
    await goToDesk(page, desk, `/applications?open=${id}`)
    await expect(kept(page)).toBeVisible()
    await page.keyboard.press('e')
    await page.getByLabel('The name for letters and certificates').fill('Zoya Mistyped')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2, name: 'Zoya Mistyped' })).toBeVisible()
    await expect(page.getByText('sent as Zoya Mistipt')).toBeVisible()
    await page.keyboard.press('w')
    await expect(dialog(page)).toContainText('Dear Zoya Mistyped,')
    await expect(dialog(page)).toContainText('It is on our waiting list')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Zoya Mistyped, NAIC-')).toContainText('waitlisted')
    await wakeOutbox(site)
    const letters = async () =>
      (await site.letters()).filter((one) => one.includes('Dear Zoya Mistyped')).length
    await expect.poll(letters).toBe(1)
    for (const text of ['mistipt', 'mistyped']) {
      await page.goto(`${desk.url}/applications?text=${text}`)
      await expect(page.getByRole('region', { name: 'Found' })).toContainText('Zoya Mistyped')
    }
  },
)

test(
  'completed without tasks or fee only for who agrees to it',
  desktopOnly,
  async ({ page, site, desk }) => {
    const id = await applyAs(site, { name: 'Farhan Owes', internship: '4' }, cv())
    await goToDesk(page, desk, `/applications?open=${id}`)
    await page.getByRole('button', { name: 'Mark as completed' }).click()
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
    await dialog(page).getByLabel('Completed on').fill(today)
    await expect(dialog(page)).toContainText('Not received: tasks and fee.')
    await expectAccessible(page)
    const go = dialog(page).getByRole('button', { name: 'Mark as completed' })
    await expect(go).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Control+Enter')
    await expect(dialog(page)).toBeVisible()
    await dialog(page).getByLabel('Complete it without').check()
    await go.click()
    await expect(page.getByText('Farhan Owes, NAIC-')).toContainText('completed.')
    await page.goto(`${desk.url}/applications?missing=certificate&open=${id}`)
    await expect(page.getByRole('region', { name: 'Found' })).toContainText('Farhan Owes')
  },
)

test('what else the same person sent leads there', desktopOnly, async ({ page, site, desk }) => {
  const number = '+91 90000 12345'
  const first = await applyAs(site, { name: 'Tara Twice', phone: number }, cv())
  await applyAs(site, { name: 'Brother Twice', phone: '090000-12345' }, cv())
  await sendAsRavi(site, { subject: 'Where is mine?', email: 'TARA.twice@example.com' })
  await goToDesk(page, desk, `/applications?open=${first}`)
  const same = page.getByRole('region', { name: 'From the same person' })
  await expect(same).toContainText('same telephone')
  await expect(same.getByRole('link', { name: 'Message: Where is mine?' })).toBeVisible()
  await same.getByRole('link', { name: 'Brother Twice' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Brother Twice' })).toBeVisible()
})

test('fits a phone, and text twice as large', bothScreens, async ({ page, site, desk }) => {
  const college = 'College of Engineering and a very long Name, Thiruvananthapuram'
  const email = 'a.very.long.name.of.somebody.who.applies@students.example.ac.in'
  const id = await applyAs(site, { name: 'Meera Vaidyanathan-Subramanian', college, email }, cv())
  await goToDesk(page, desk, `/applications?open=${id}`)
  await expect(kept(page)).toBeVisible()
  await kept(page).getByRole('button', { name: 'Fee received: record it' }).click()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await setLetterSize(page, 32)
  await expectNoSidewaysScroll(page)
})
