import type { Page } from '@playwright/test'
import {
  desktopOnly,
  expect,
  failedLoads,
  hold,
  openAlive,
  test,
  untilAlive,
  watchRequests,
} from '../site-test.ts'

test.use({ forgiven: failedLoads })

/** What is fetched ahead for the next page, and how one page follows another. */

/** @returns the paths of what is fetched from now on, not those that the browser has in its cache. */
async function fromNetwork(page: Page): Promise<string[]> {
  const paths: string[] = []
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  browser.on('Network.responseReceived', ({ response }) => {
    if (!response.fromDiskCache) paths.push(new URL(response.url).pathname)
  })
  return paths
}

/** @returns what has come whole, and whether a script of it was fetched to be run. */
const come = (page: Page, file: string) =>
  page.evaluate((name) => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const found = entries.filter((entry) => entry.name.includes(name))
    return { all: found.length > 0, ran: found.some((each) => each.initiatorType === 'script') }
  }, file)

test('the next page has run before its link is pressed', async ({ page }) => {
  await page.goto('/')
  await expect.poll(() => come(page, '/internships-page')).toEqual({ all: true, ran: true })
  expect(await come(page, '/apply-page')).toEqual({ all: false, ran: false })
  await page.getByRole('link', { name: 'Apply Now' }).first().dispatchEvent('pointerdown')
  await expect.poll(() => come(page, '/apply-page')).toEqual({ all: true, ran: true })
  const asked = await fromNetwork(page)
  await page.getByRole('link', { name: 'Explore Internships' }).click()
  await expect(page.getByRole('heading', { name: 'All Internships' })).toBeVisible()
  expect(asked.filter((path) => path.includes('internships-page'))).toEqual([])

  const link = page.locator('main a[href="/internships/7"]').first()
  await link.dispatchEvent('pointerdown')
  await expect.poll(() => come(page, '/internship-page')).toEqual({ all: true, ran: true })
  await expect.poll(() => come(page, '/internships/7.data')).toMatchObject({ all: true })
  asked.splice(0)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('UI/UX Design')
  expect(asked.filter((path) => /internship-page|7\.data/.test(path))).toEqual([])
})

test('a script that fails to come ahead takes nothing away', async ({ page }) => {
  await openAlive(page, '/contact')
  await page.getByLabel('Your Name').fill('Asha Example')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.route(/about-page.*\.js$/, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  const link = page.locator('footer a[href="/about"]')
  await link.dispatchEvent('pointerdown')
  await failed
  await expect(page.getByLabel('Your Name')).toHaveValue('Asha Example')
  await page.unrouteAll()
  await link.click()
  await expect(page).toHaveURL('/about')
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
})

for (const connection of [
  { saveData: true, effectiveType: '4g' },
  { saveData: false, effectiveType: '2g' },
]) {
  test(`nothing is fetched ahead with ${JSON.stringify(connection)}`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value })
    }, connection)
    const asked = watchRequests(page)
    await openAlive(page, '/')
    await page.getByRole('link', { name: 'Explore Internships' }).dispatchEvent('pointerdown')
    // What comes when the page is idle is asked for in the first such moment.
    await page.evaluate(async () => {
      for (let moment = 0; moment < 3; moment += 1)
        await new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve)))
      await fetch('/robots.txt')
    })
    expect(asked).toContain('GET /robots.txt')
    expect(asked.filter((line) => line.includes('internships-page'))).toEqual([])
  })
}

test('after a step back all is there at once, where it was', async ({ page }) => {
  await openAlive(page, '/internships')
  const place = 1500
  await page.evaluate((y) => scrollTo(0, y), place)
  await page.locator('footer a[href="/about"]').dispatchEvent('click')
  await expect(page).toHaveURL('/about')
  // From now on, how many cards there are at each change of the page.
  await page.evaluate(() => {
    const seen = new Set<number>()
    Object.assign(window, { seen })
    new MutationObserver(() =>
      seen.add(document.querySelectorAll('[data-cards] > li').length),
    ).observe(document, { childList: true, subtree: true })
  })
  await page.goBack()
  await expect(page.locator('[data-cards] > li')).toHaveCount(12)
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<number> }).seen])
  expect(seen.filter((cards) => cards > 0)).toEqual([12])
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

test('a bar shows a slow change of page, but only after 300 ms', async ({ page }) => {
  await page.addInitScript(() => {
    // The page's timer of 300 ms rings when the journey says so.
    const bells: (() => void)[] = []
    const { setTimeout: own } = window
    const setTimer = (work: () => void, ms?: number) =>
      ms === 300 ? bells.push(work) : own(work, ms)
    Object.assign(window, { setTimeout: setTimer, bells })
  })
  const bells = (ring: boolean) =>
    page.evaluate((isTime) => {
      const { bells: all } = window as unknown as { bells: (() => void)[] }
      if (isTime) for (const work of all) work()
      return all.length
    }, ring)
  await openAlive(page, '/about')
  const release = await hold(page, '**/internships/9.data')
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await page.locator('footer a[href="/internships/9"]').dispatchEvent('click')
  await expect.poll(() => bells(false)).toBe(1)
  await expect(bar).toHaveCount(0)
  await bells(true)
  await expect(bar).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Java Development')
  await expect(bar).toHaveCount(0)
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a link arrives after a change (${reducedMotion})`, desktopOnly, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
    await openAlive(page, '/about')
    const place = await link('Contact').boundingBox()
    await page.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 20)
    for (const frames of [0, 5]) {
      await page.goto('/about')
      await untilAlive(page)
      await link('Internships').evaluate((element: HTMLElement) => {
        element.click()
      })
      await page.waitForFunction(() => location.pathname === '/internships')
      await page.evaluate(async (count) => {
        for (let frame = 0; frame < count; frame += 1)
          await new Promise((resolve) => requestAnimationFrame(resolve))
      }, frames)
      await page.mouse.down()
      await page.mouse.up()
      await expect(page, `${frames} frames after`).toHaveURL('/contact')
    }
  })
}
