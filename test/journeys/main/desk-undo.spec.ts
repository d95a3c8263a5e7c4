import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { councilIn } from '#support/council.ts'
import { OpenDesk } from '#support/open-desk.ts'
import type { RunningSite } from '#support/start-site.ts'
import { file } from '#support/ashas-form.ts'
import { pdf } from '#support/resumes.ts'
import { applyAs, goToDesk, sessionOf, test as base } from '../desk-test.ts'
import { bothScreens, expect, expectAccessible } from '../site-test.ts'

const cv = () => file(Uint8Array.from(pdf(2_000)))
const dialog = (page: Page) => page.getByRole('dialog')
const takeBack = (page: Page) => page.getByRole('button', { name: /^Take back *: U/ })

/** A desk from which letters leave only when nobody waits for it any more. */
const test = base.extend<{ slowDesk: Awaited<ReturnType<typeof sessionOf>> }>({
  slowDesk: async ({ site, page }, use) => {
    const settings = { DATA_DIR: site.dataDir, SITE_URL: site.url, LETTER_DELAY_SECONDS: '600' }
    const desk = await OpenDesk.open(settings)
    await use(await sessionOf(desk))
    await page.goto('about:blank')
    await desk.close()
  },
})

/** What is stored of an application's status and of the letter about it. */
const stored = (site: RunningSite, id: string) => ({
  status: site.query<{ status: string }>(
    'SELECT status FROM application_status WHERE application_id = ?',
    id,
  )[0]?.status,
  changes: site.query('SELECT 1 FROM status_change WHERE application_id = ?', id).length,
  letters: site.query("SELECT 1 FROM letter WHERE id LIKE ? || '-status%'", id).length,
})

async function decide(page: Page, answer: string): Promise<void> {
  await page.getByRole('button', { name: answer, exact: true }).click()
  await expect(dialog(page).getByRole('region', { name: 'The letter' })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
}

test(
  'a decision counts down in the last line, and nothing moves; it is taken back by a press or a key',
  bothScreens,
  async ({ page, site, slowDesk }) => {
    const id = await applyAs(site, { name: 'Uma Undone' }, cv())
    await goToDesk(page, slowDesk, `/applications?open=${id}`)
    await decide(page, 'Decline')
    await expect(page.getByText('Uma Undone, NAIC-').first()).toContainText(
      'declined; the letter goes out',
    )
    await expect(takeBack(page)).toHaveText(/5[0-9][0-9] s/)
    expect(stored(site, id)).toEqual({ status: 'declined', changes: 1, letters: 1 })
    await expectAccessible(page)

    await takeBack(page).click()
    await expect(page.getByText(/^Taken back: Uma Undone, NAIC-\S+: declined[.]$/)).toBeVisible()
    await expect(takeBack(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Uma Undone' })).toBeVisible()
    expect(stored(site, id)).toEqual({ status: 'received', changes: 0, letters: 0 })

    await decide(page, 'Accept')
    await expect(takeBack(page)).toBeVisible()
    const place = await page.locator('#main').boundingBox()
    await page.keyboard.press('z')
    await expect(takeBack(page)).toHaveCount(0)
    expect((await page.locator('#main').boundingBox())?.y).toBe(place?.y)
    await expect
      .poll(() => stored(site, id))
      .toEqual({ status: 'received', changes: 0, letters: 0 })
  },
)

test('what a colleague changed since is not taken back, and says so', async ({
  page,
  site,
  slowDesk,
  complaints,
}) => {
  const id = await applyAs(site, { name: 'Ulka Since' }, cv())
  // News that comes late: the desk would offer the newest change within two seconds.
  await page.route(/\/api\/live/, () => {})
  await goToDesk(page, slowDesk, `/applications?open=${id}`)
  await decide(page, 'Shortlist')
  await expect(takeBack(page)).toBeVisible()
  const headers = { 'Content-Type': 'application/json', 'X-Desk-Session': slowDesk.session }
  const noted = await fetch(`${slowDesk.url}/api/applications/${id}/note`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ note: 'Called her', seen: 1 }),
  })
  expect(noted.status).toBe(200)
  await takeBack(page).click()
  await expect(
    page.getByText(/^Not taken back: Ulka Since, .* It was changed again since/),
  ).toBeVisible()
  expect(stored(site, id)).toEqual({ status: 'shortlisted', changes: 2, letters: 1 })
  complaints.length = 0
})

test('a press at the moment at which a colleague changed the newest takes back nothing else', async ({
  page,
  site,
  slowDesk,
  complaints,
}) => {
  const [before, newest] = [
    await applyAs(site, { name: 'Urvi Before' }, cv()),
    await applyAs(site, { name: 'Umang Newest' }, cv()),
  ]
  for (const id of [before, newest]) {
    await goToDesk(page, slowDesk, `/applications?open=${id}`)
    await decide(page, 'Decline')
  }
  await expect(takeBack(page)).toContainText('Umang Newest')
  // As soon as the one before stands there.
  await page.evaluate(() => {
    const footer = document.querySelector('footer')
    const watch = new MutationObserver(() => {
      const there = [...(footer?.querySelectorAll('button') ?? [])].find((button) =>
        button.textContent.includes('Urvi Before'),
      )
      if (!there) return
      watch.disconnect()
      there.click()
    })
    if (footer) watch.observe(footer, { subtree: true, childList: true, characterData: true })
  })
  const words = ['applications', 'set-status', referenceOf(newest), 'accepted', '--yes']
  const settings = { LETTER_DELAY_SECONDS: '600', SUDO_USER: 'meera' }
  expect((await councilIn(site.dataDir, words, settings)).code).toBe(0)
  await expect(page.getByText(/^Not taken back: Umang Newest, /)).toBeVisible()
  expect(stored(site, before)).toEqual({ status: 'declined', changes: 1, letters: 1 })
  expect(stored(site, newest)).toEqual({ status: 'accepted', changes: 2, letters: 2 })

  await expect(takeBack(page)).toContainText('Urvi Before')
  await page.waitForTimeout(1_100)
  await takeBack(page).click()
  await expect(page.getByText(/^Taken back: Urvi Before, /)).toBeVisible()
  expect(stored(site, before)).toEqual({ status: 'received', changes: 0, letters: 0 })
  complaints.length = 0
})

test(
  'what can be taken back is still there after a reload, also what a colleague did by a sheet',
  bothScreens,
  async ({ page, site, slowDesk }) => {
    const [own, theirs] = [
      await applyAs(site, { name: 'Usha Reloads' }, cv()),
      await applyAs(site, { name: 'Ulhas Sheet' }, cv()),
    ]
    await goToDesk(page, slowDesk, `/applications?open=${own}`)
    await decide(page, 'Waitlist')
    await page.reload()
    await expect(takeBack(page)).toHaveText(/Usha Reloads.*5[0-9][0-9] s/)

    const sheet = test.info().outputPath('decided.csv')
    await writeFile(sheet, `reference,status\n${referenceOf(theirs)},waitlisted\n`)
    const words = ['applications', 'set-status', '--sheet', sheet, '--yes']
    const settings = { LETTER_DELAY_SECONDS: '600', SUDO_USER: 'meera' }
    expect((await councilIn(site.dataDir, words, settings)).code).toBe(0)
    await page.goto(`${slowDesk.url}/applications?open=${theirs}`)
    await expect(takeBack(page)).toHaveText(/Usha/)
    const history = page.getByRole('region', { name: 'History' })
    await expect(history.getByText('meera, ')).toBeVisible()
    await history.getByRole('button', { name: /^Take it back its letter leaves in/ }).click()
    await expect(page.getByText(/^Taken back: Ulhas Sheet, /)).toBeVisible()
    expect(stored(site, theirs)).toEqual({ status: 'received', changes: 0, letters: 0 })
    await takeBack(page).click()
    await expect(page.getByText(/^Taken back: Usha Reloads, /)).toBeVisible()
    expect(stored(site, own)).toEqual({ status: 'received', changes: 0, letters: 0 })
  },
)

test('all that was done just now is taken back at once', async ({ page, site, slowDesk }) => {
  const ids = [
    await applyAs(site, { name: 'Unmesh First' }, cv()),
    await applyAs(site, { name: 'Urmila Second' }, cv()),
  ]
  for (const id of ids) {
    await goToDesk(page, slowDesk, `/applications?open=${id}`)
    await decide(page, 'Decline')
  }
  // Those of the journeys before this one may be among them.
  await page.getByRole('button', { name: /^Take back all \d$/ }).click()
  await expect(page.getByText(/^Taken back: (\d) of \1[.]$/)).toBeVisible()
  for (const id of ids) {
    expect(stored(site, id)).toEqual({ status: 'received', changes: 0, letters: 0 })
  }
})
