import type { Page, Request } from '@playwright/test'
import { desktopOnly, expect, test } from './site-test.ts'

const nameOf = (request: Request) => new URL(request.url()).pathname
const bodySizes = (requests: Request[]) =>
  Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize))

/** @returns the paths of what comes from the network from now on, and not from the browser's cache. */
async function fromNetwork(page: Page): Promise<string[]> {
  const paths: string[] = []
  const browser = await page.context().newCDPSession(page)
  await browser.send('Network.enable')
  browser.on('Network.responseReceived', ({ response }) => {
    if (!response.fromDiskCache) paths.push(new URL(response.url).pathname)
  })
  return paths
}

test('no page fetches more than 10 KB ahead', async ({ page }) => {
  for (const path of [
    '/',
    '/about',
    '/internships',
    '/internships?category=Web+Development',
    '/internships/3',
    '/apply',
    '/contact',
    '/verification',
    '/verify/NAIC25A7K2M',
    '/privacy',
  ]) {
    let loaded = false
    const ahead: Request[] = []
    const see = (request: Request) => void (loaded && ahead.push(request))
    page.on('request', see)
    page.once('load', () => (loaded = true))
    await page.goto(path, { waitUntil: 'networkidle' })
    page.off('request', see)
    const own = ahead.filter((request) => /\.(js|data)$/.test(nameOf(request)))
    const sizes = await bodySizes(own)
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      path,
    ).toBeLessThanOrEqual(10_240)
  }
})

test('the catalogue opens from the home page without asking for anything', async ({ page }) => {
  const ahead = page.waitForResponse(/internships-page.*\.js$/)
  await page.goto('/')
  await (await ahead).finished()
  await page.waitForLoadState('networkidle')
  const asked = await fromNetwork(page)
  await page.getByRole('link', { name: 'Explore Internships' }).click()
  await expect(page).toHaveURL('/internships')
  await expect(page.getByRole('heading', { name: 'All Internships' })).toBeVisible()
  expect(asked.filter((path) => path.includes('internships-page'))).toEqual([])
})

test('a link that is touched fetches its page, and following it asks for nothing again', async ({
  page,
}) => {
  await page.goto('/internships', { waitUntil: 'networkidle' })
  const link = page.locator('main a[href="/internships/7"]').first()
  const data = page.waitForResponse('**/internships/7.data')
  await link.dispatchEvent('pointerdown')
  await (await data).finished()
  await page.waitForLoadState('networkidle')

  const asked = await fromNetwork(page)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('UI/UX Design')
  expect(asked.filter((path) => /internship-page|7\.data/.test(path))).toEqual([])
})

test('what cannot be fetched ahead takes nothing away, and can be fetched later', async ({
  page,
  complaints,
}) => {
  await page.goto('/contact', { waitUntil: 'networkidle' })
  await page.getByLabel('Your Name').fill('Asha Example')
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await page.route(/about-page.*\.js$/, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  const link = page.locator('footer a[href="/about"]')
  await link.dispatchEvent('pointerdown')
  await failed
  await page.waitForTimeout(500)
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  await expect(page.getByLabel('Your Name')).toHaveValue('Asha Example')

  await page.unroute(/about-page.*\.js$/)
  await link.click()
  await expect(page).toHaveURL('/about')
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true)
  complaints.splice(0, complaints.length, ...complaints.filter((each) => !/ERR_FAILED/.test(each)))
})

for (const connection of [
  { saveData: true, effectiveType: '4g' },
  { saveData: false, effectiveType: '2g' },
]) {
  test(`nothing is fetched ahead with ${JSON.stringify(connection)}`, async ({ page }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value })
    }, connection)
    const ahead: string[] = []
    page.on('request', (request) => ahead.push(nameOf(request)))
    await page.goto('/', { waitUntil: 'networkidle' })
    const link = page.getByRole('link', { name: 'Explore Internships' })
    await link.dispatchEvent('pointerdown')
    await page.waitForTimeout(800)
    expect(ahead.filter((path) => path.includes('internships-page'))).toEqual([])
    await link.click()
    await expect(page).toHaveURL('/internships')
  })
}

test('a bar shows that a slow change of page is under way, after a moment', async ({ page }) => {
  await page.goto('/about', { waitUntil: 'networkidle' })
  const held = Promise.withResolvers<void>()
  await page.route('**/internships/9.data', async (route) => {
    await held.promise
    await route.continue()
  })
  const bar = page.getByRole('progressbar', { name: 'Loading the page' })
  await page.locator('footer a[href="/internships/9"]').click()
  await expect(bar).toBeVisible()
  const delay = await bar.evaluate((element) => {
    const [animation] = element.getAnimations()
    return animation?.effect?.getComputedTiming().delay
  })
  expect(delay).toBe(300)
  held.resolve()
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
      for (const afterMs of [0, 30, 80, 160]) {
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
