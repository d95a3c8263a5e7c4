import type { Page } from '@playwright/test'
import { OpenDesk } from '#support/open-desk.ts'
import type { RunningSite } from '#support/start-site.ts'
import { file } from '#support/ashas-form.ts'
import { pdf } from '#support/resumes.ts'
import { applyAs, goToDesk, sessionOf, test } from '../desk-test.ts'
import { desktopOnly, expect, expectAccessible } from '../site-test.ts'

const cv = () => file(Uint8Array.from(pdf(2_000)))
const dialog = (page: Page) => page.getByRole('dialog')
const said = (page: Page) => dialog(page).getByRole('status')
const letter = (page: Page) => dialog(page).getByRole('region', { name: 'The letter' })

type Desk = Parameters<typeof goToDesk>[1]

async function begin(page: Page, desk: Desk, id: string, answer: string): Promise<void> {
  await goToDesk(page, desk, `/applications?open=${id}`)
  await page.getByRole('button', { name: answer }).click()
}

/** Holds back the letters that are asked for from now on, until they are let go. */
async function holdLetters(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/plan', async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test(
  'two who answer at once: the second reads what the first did, and is asked again',
  desktopOnly,
  async ({ page, site, browser }) => {
    const deskOf = (who: string) =>
      OpenDesk.open({ DATA_DIR: site.dataDir, SITE_URL: site.url, SUDO_USER: who })
    const [hers, his] = [await deskOf('nandini'), await deskOf('kabir')]
    const other = await (await browser.newContext()).newPage()
    const id = await applyAs(site, { name: 'Omar Between' }, cv())
    await begin(page, await sessionOf(hers), id, 'Accept')
    await begin(other, await sessionOf(his), id, 'Decline')
    await dialog(other).getByLabel('Your words in the letter').fill('Not this time.')
    for (const one of [page, other]) await expect(letter(one)).toContainText('Dear Omar Between')
    await expect(letter(other)).toContainText('Not this time.')

    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('accepted; the letter goes out')).toBeVisible()
    await other.keyboard.press('Control+Enter')
    const notice = dialog(other).getByRole('alert')
    await expect(notice).toContainText('A colleague has answered this application')
    await expect(dialog(other)).toContainText('accepted by nandini')
    await expectAccessible(other)

    await other.keyboard.press('Control+Enter')
    await dialog(other).getByLabel('Your words in the letter').fill('Not this time, sorry.')
    await other.keyboard.press('Control+Enter')
    await dialog(other).getByRole('button', { name: 'Decline' }).press('Enter')
    await expect(notice).toBeVisible()
    await expect(letter(other)).toHaveCount(0)
    expect(statusesOf(site, id)).toEqual(['accepted'])

    await dialog(other).getByRole('button', { name: 'Show me my answer' }).click()
    await expect(dialog(other)).toContainText('now accepted, then declined')
    await expect(letter(other)).toContainText('Not this time, sorry.')
    expect(statusesOf(site, id)).toEqual(['accepted'])
    await other.keyboard.press('Control+Enter')
    await expect(other.getByText('declined; the letter goes out')).toBeVisible()
    expect(statusesOf(site, id)).toEqual(['accepted', 'declined'])
    for (const one of [page, other]) await one.goto('about:blank')
    await other.context().close()
    await hers.close()
    await his.close()
  },
)

test(
  'an answer that is agreed to before its letter came goes out when it is there, unless it is left',
  desktopOnly,
  async ({ page, site, desk }) => {
    const id = await applyAs(site, { name: 'Tara Quick' }, cv())
    const letGo = await holdLetters(page)
    await begin(page, desk, id, 'Accept')
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
    letGo()
    await expect(page.getByText('declined; the letter goes out')).toBeVisible()
    expect(statusesOf(site, id)).toEqual(['declined'])
    const [sent] = site.query<{ body: string }>(
      "SELECT body FROM letter WHERE id LIKE ? AND body LIKE '%spring.%'",
      `${id}%`,
    )
    expect(sent?.body).toContain('Try again in spring.\n')
  },
)

test(
  'if the desk did not answer, Ctrl+Enter tries again',
  desktopOnly,
  async ({ page, site, desk, complaints }) => {
    const id = await applyAs(site, { name: 'Veer Again' }, cv())
    await page.route('**/plan', (route) => route.abort())
    await begin(page, desk, id, 'Decline')
    await expect(dialog(page).getByRole('alert')).toContainText('The desk does not answer.')
    await page.unroute('**/plan')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('declined; the letter goes out')).toBeVisible()
    complaints.length = 0
  },
)

function statusesOf(site: RunningSite, id: string) {
  const rows = site.query<{ status: string }>(
    'SELECT status FROM status_change WHERE application_id = ? ORDER BY number',
    id,
  )
  return rows.map(({ status }) => status)
}
