import type { Page } from '@playwright/test'
import { desktopOnly, expect, failedLoads, test, hold, watchRequests } from '../site-test.ts'

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

test('the next page, fetched ahead or on touch, opens without asking for anything again', async ({
  page,
}) => {
  const ahead = page.waitForResponse(/internships-page.*\.js$/)
  await page.goto('/')
  await (await ahead).finished()
  await page.waitForLoadState('networkidle')
  const asked = await fromNetwork(page)
  await page.getByRole('link', { name: 'Explore Internships' }).click()
  await expect(page.getByRole('heading', { name: 'All Internships' })).toBeVisible()
  expect(asked.filter((path) => path.includes('internships-page'))).toEqual([])

  await page.waitForLoadState('networkidle')
  const link = page.locator('main a[href="/internships/7"]').first()
  const data = page.waitForResponse('**/internships/7.data')
  await link.dispatchEvent('pointerdown')
  await (await data).finished()
  await page.waitForLoadState('networkidle')
  asked.splice(0)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('UI/UX Design')
  expect(asked.filter((path) => /internship-page|7\.data/.test(path))).toEqual([])
})

test('the next page has run before its link is pressed', async ({ page }) => {
  const ran = (file: string) =>
    page.evaluate(
      (name) =>
        performance
          .getEntriesByType('resource')
          .some(
            (entry) =>
              entry.name.includes(name) &&
              'initiatorType' in entry &&
              entry.initiatorType === 'script',
          ),
      file,
    )
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect.poll(() => ran('/internships-page')).toBe(true)
  expect(await ran('/apply-page')).toBe(false)
  await page.getByRole('link', { name: 'Apply Now' }).first().dispatchEvent('pointerdown')
  await expect.poll(() => ran('/apply-page')).toBe(true)
})

test('what enters a page has the browser look at nothing but itself', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  // Rules such as `* + *` fit whatever follows, wherever something enters.
  const found = await page.evaluate(() => {
    const selectorsOf = (rules: CSSRuleList): string[] =>
      Array.from(rules).flatMap((rule) => {
        if (rule instanceof CSSMediaRule && rule.conditionText === 'print') return []
        const inside = 'cssRules' in rule ? selectorsOf(rule.cssRules as CSSRuleList) : []
        return rule instanceof CSSStyleRule ? inside.concat(rule.selectorText) : inside
      })
    return [...document.styleSheets].flatMap((sheet) => selectorsOf(sheet.cssRules))
  })
  expect(found.length).toBeGreaterThan(500)
  expect(found.filter((selector) => /[+~] ?\*/.test(selector))).toEqual([])
})

test.describe('a script that fails to come ahead', () => {
  test.use({ forgiven: failedLoads })

  test('takes nothing away, and can be fetched later', async ({ page }) => {
    await page.goto('/contact', { waitUntil: 'networkidle' })
    await page.getByLabel('Your Name').fill('Asha Example')
    await page.evaluate(() => Object.assign(window, { isSame: true }))
    const isSame = () => page.evaluate(() => 'isSame' in window)
    await page.route(/about-page.*\.js$/, (route) => route.abort())
    const failed = page.waitForEvent('requestfailed')
    const link = page.locator('footer a[href="/about"]')
    await link.dispatchEvent('pointerdown')
    await failed
    await page.waitForTimeout(500)
    expect(await isSame()).toBe(true)
    await expect(page.getByLabel('Your Name')).toHaveValue('Asha Example')
    await page.unrouteAll()
    await link.click()
    await expect(page).toHaveURL('/about')
    expect(await isSame()).toBe(true)
  })
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
    await page.goto('/', { waitUntil: 'networkidle' })
    const link = page.getByRole('link', { name: 'Explore Internships' })
    await link.dispatchEvent('pointerdown')
    await page.waitForTimeout(500)
    expect(asked.filter((line) => line.includes('internships-page'))).toEqual([])
    await link.click()
    await expect(page).toHaveURL('/internships')
  })
}

test('after a link, what is below the first screen follows; after a step back all is there at once', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = Object.assign(window, { seen: [] as string[] }).seen
    new MutationObserver(() => {
      const heading = document.querySelector('h1')?.textContent
      const cards = document.querySelectorAll('[data-cards] > li').length
      const found = `${heading}: ${cards}`
      if (heading && seen.at(-1) !== found) seen.push(found)
    }).observe(document, { childList: true, subtree: true })
  })
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Explore Internships' }).click()
  await expect(page.locator('[data-cards] > li')).toHaveCount(12)
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  expect(await seen()).toContain(`${heading}: 0`)

  const place = 1500
  await page.evaluate((y) => scrollTo(0, y), place)
  await page.locator('footer a[href="/about"]').dispatchEvent('click')
  await expect(page).toHaveURL('/about')
  await page.evaluate(() => (window as unknown as { seen: string[] }).seen.splice(0))
  await page.goBack()
  await expect(page.locator('[data-cards] > li')).toHaveCount(12)
  expect(await seen()).toEqual([`${heading}: 12`])
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place)
})

test('a bar shows that a slow change of page is under way, but only after 300 ms', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/about', { waitUntil: 'networkidle' })
  const release = await hold(page, '**/internships/9.data')
  const asked = page.waitForRequest('**/internships/9.data')
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.locator('footer a[href="/internships/9"]').dispatchEvent('click')
  await asked
  await page.waitForTimeout(200)
  await page.clock.runFor(299)
  await expect(bar).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(bar).toBeVisible()
  await page.clock.resume()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Java Development')
  await expect(bar).toHaveCount(0)
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(
    `a link that is pressed right after the page changed arrives (motion: ${reducedMotion})`,
    desktopOnly,
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion })
      const link = (name: string) =>
        page.getByRole('banner').getByRole('link', { name, exact: true })
      await page.goto('/about', { waitUntil: 'networkidle' })
      const place = await link('Contact').boundingBox()
      await page.mouse.move((place?.x ?? 0) + 20, (place?.y ?? 0) + 20)
      for (const afterMs of [0, 80]) {
        await page.goto('/about', { waitUntil: 'networkidle' })
        await link('Internships').evaluate((element: HTMLElement) => {
          element.click()
        })
        await page.waitForFunction(() => location.pathname === '/internships')
        await page.waitForTimeout(afterMs)
        await page.mouse.down()
        await page.mouse.up()
        await expect(page, `${afterMs} ms after`).toHaveURL('/contact')
      }
    },
  )
}
