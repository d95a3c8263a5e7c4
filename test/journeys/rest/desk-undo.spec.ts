import type { Page } from '@playwright/test'
import { decideIn } from '#support/decide-in.ts'
import type { RunningSite } from '#support/start-site.ts'
import {
  applyAs,
  type Desk,
  dialog,
  enter,
  goToDesk,
  letterIn,
  serveDeskBeside,
  statusesOf,
  test as base,
} from '../desk-test.ts'
import { bothScreens, desktopOnly, expect } from '../site-test.ts'

const takeBack = (page: Page) => page.getByRole('button', { name: /^Take back *: U/ })

const slowly = { LETTER_DELAY_SECONDS: '600' }

/** A desk from which letters leave only when nobody waits for it any more, of a person of its own. */
const test = base.extend<{ slowDesk: Desk }>({
  slowDesk: async ({ site, page }, use, { testId }) => {
    const lata = { SUDO_USER: `lata-${testId.slice(-6)}` }
    const desk = await enter(await serveDeskBeside(site, { ...slowly, ...lata }))
    await use(desk)
    await page.goto('about:blank')
    await desk.close()
  },
})

const stored = (site: RunningSite, id: string) => ({
  changes: statusesOf(site, id),
  letters: site.query("SELECT 1 FROM letter WHERE id LIKE ? || '-status%'", id).length,
})

async function decline(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(letterIn(page)).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(dialog(page)).toHaveCount(0)
}

test('a decision is taken back while it waits', bothScreens, async ({ page, site, slowDesk }) => {
  const id = await applyAs(site, { name: 'Uma Undone' })
  await goToDesk(page, slowDesk, `/applications?open=${id}`)
  await decline(page)
  // What can be taken back is still there after a reload.
  await page.reload()
  await expect(takeBack(page)).toHaveText(/5[0-9][0-9] s/)
  expect(stored(site, id)).toEqual({ changes: ['declined'], letters: 1 })
  await takeBack(page).click()
  await expect(page.getByText(/^Taken back: Uma Undone, NAIC-\S+: declined[.]$/)).toBeVisible()
  await expect(takeBack(page)).toHaveCount(0)
  expect(stored(site, id)).toEqual({ changes: [], letters: 0 })

  await decline(page)
  await expect(takeBack(page)).toBeVisible()
  const place = await page.locator('#main').boundingBox()
  await page.keyboard.press('z')
  await expect(takeBack(page)).toHaveCount(0)
  expect((await page.locator('#main').boundingBox())?.y).toBe(place?.y)
  expect(stored(site, id)).toEqual({ changes: [], letters: 0 })
})

async function declineNew(page: Page, site: RunningSite, desk: Desk, ...names: string[]) {
  const ids: string[] = []
  for (const name of names) ids.push(await applyAs(site, { name }))
  for (const id of ids) {
    await goToDesk(page, desk, `/applications?open=${id}`)
    await decline(page)
  }
  return ids
}

test('all that was done is taken back at once', desktopOnly, async ({ page, site, slowDesk }) => {
  const ids = await declineNew(page, site, slowDesk, 'Unmesh First', 'Urmila Second')
  await page.getByRole('button', { name: 'Take back all 2' }).click()
  await expect(page.getByText('Taken back: 2 of 2.')).toBeVisible()
  for (const id of ids) expect(stored(site, id)).toEqual({ changes: [], letters: 0 })
})

test('a press is for what it shows', desktopOnly, async ({ page, site, slowDesk, complaints }) => {
  const names = ['Urvi Before', 'Umang Newest']
  const [before = '', newest = ''] = await declineNew(page, site, slowDesk, ...names)
  await expect(takeBack(page)).toContainText('Umang Newest')
  // As soon as the one before stands there.
  await page.evaluate(() => {
    const watch = new MutationObserver(() => {
      const buttons = [...document.querySelectorAll<HTMLElement>('footer button')]
      const there = buttons.find((button) => button.textContent.includes('Urvi Before'))
      if (!there) return
      watch.disconnect()
      there.click()
    })
    watch.observe(document, { subtree: true, childList: true, characterData: true })
  })
  const settings = { ...slowly, DATA_DIR: site.dataDir, SITE_URL: site.url }
  await decideIn(settings, { id: newest, to: 'accepted' })
  await expect(page.getByText(/^Not taken back: Umang Newest, /)).toBeVisible()
  expect(stored(site, before)).toEqual({ changes: ['declined'], letters: 1 })
  expect(stored(site, newest)).toEqual({ changes: ['declined', 'accepted'], letters: 2 })

  // It can be pressed once it was there for long enough to be read.
  await takeBack(page).click()
  await expect(page.getByText(/^Taken back: Urvi Before, /)).toBeVisible()
  expect(stored(site, before)).toEqual({ changes: [], letters: 0 })
  complaints.length = 0
})
