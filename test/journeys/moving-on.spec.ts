import type { Page, Request } from '@playwright/test'
import { expect, phoneOnly, test } from './site-test.ts'

/** What is asked for after the page itself has come. */
async function askedFor(page: Page, work: () => Promise<unknown>): Promise<Request[]> {
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  await work()
  await page.waitForLoadState('networkidle')
  return requests
}

const nameOf = (request: Request) => new URL(request.url()).pathname
const bodySizes = (requests: Request[]) =>
  Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize))

/** What the page fetches when it has nothing else to do, 10 KB at most. */
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
  test(`${path} fetches at most 10 KB ahead`, phoneOnly, async ({ page }) => {
    let loaded = false
    const ahead: Request[] = []
    page.on('request', (request) => loaded && ahead.push(request))
    page.once('load', () => (loaded = true))
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    const own = ahead.filter((request) => /\.(js|data)$/.test(nameOf(request)))
    const sizes = await bodySizes(own)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(10_240)
  })
}

test('the catalogue opens from the home page without asking for anything', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect(page.locator('link[rel=modulepreload][href*="internships-page"]')).toHaveCount(1)
  await page.waitForLoadState('networkidle')
  const asked = await askedFor(page, async () => {
    await page.getByRole('link', { name: 'Explore Internships' }).click()
    await expect(page).toHaveURL('/internships')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
  expect(asked.map(nameOf).filter((name) => name.includes('internships-page'))).toEqual([])
})

test('a link that is touched fetches its page, and following it asks for nothing again', async ({
  page,
}) => {
  await page.goto('/internships', { waitUntil: 'networkidle' })
  const link = page.locator('main a[href="/internships/7"]').first()
  const asked: string[] = []
  page.on('request', (request) => asked.push(nameOf(request)))
  await link.dispatchEvent('pointerdown')
  await expect.poll(() => asked).toContain('/internships/7.data')
  await page.waitForLoadState('networkidle')

  asked.length = 0
  const fromNetwork: string[] = []
  page.on('response', async (response) => {
    const { responseBodySize } = await response.request().sizes()
    if (responseBodySize > 0) fromNetwork.push(nameOf(response.request()))
  })
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('UI/UX Design')
  expect(fromNetwork.filter((name) => name.endsWith('.data'))).toEqual([])
})

for (const connection of [
  { saveData: true, effectiveType: '4g' },
  { saveData: false, effectiveType: '2g' },
]) {
  test(
    `nothing is fetched ahead with ${JSON.stringify(connection)}`,
    phoneOnly,
    async ({ page }) => {
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'connection', { value })
      }, connection)
      await page.goto('/', { waitUntil: 'networkidle' })
      await page.waitForTimeout(500)
      const ahead = page.locator('link[rel=modulepreload][href*="internships-page"]')
      await expect(ahead).toHaveCount(0)
      await page.getByRole('link', { name: 'Explore Internships' }).dispatchEvent('pointerdown')
      await page.waitForTimeout(300)
      await expect(ahead).toHaveCount(0)
      await page.getByRole('link', { name: 'Explore Internships' }).click()
      await expect(page).toHaveURL('/internships')
    },
  )
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

test('pages fade into one another, but not for those who want no motion', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const fades = () =>
    page.evaluate(() => {
      const style = getComputedStyle(document.documentElement, '::view-transition-old(root)')
      return [style.animationName, style.animationDuration]
    })
  await page.evaluate(() => {
    const seen = window as unknown as { transitions: number }
    seen.transitions = 0
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      seen.transitions++
      return start(update)
    }
  })
  await page.getByRole('link', { name: 'Explore Internships' }).click()
  await expect(page).toHaveURL('/internships')
  expect(
    await page.evaluate(() => (window as unknown as { transitions: number }).transitions),
  ).toBe(1)
  expect((await fades())[1]).toBe('0.15s')

  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect((await fades())[0]).toBe('none')
})
