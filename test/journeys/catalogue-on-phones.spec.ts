import type { Page } from '@playwright/test'
import { bothScreens, expect, expectAccessible, expectNoSidewaysScroll, test } from './site-test.ts'

const search = (page: Page) => page.getByPlaceholder('Search internships...')
const firstResult = (page: Page) => page.getByRole('main').getByRole('article').first()
const categories = (page: Page) => page.getByRole('navigation', { name: 'Categories' })
const results = (page: Page) => page.getByRole('main').getByRole('heading', { level: 3 })

/** Of the window that fixed and sticky things at its top take away, in CSS pixels. */
const takenAtTheTop = (page: Page) =>
  page.evaluate(() => {
    const bars = [document.querySelector('header'), document.querySelector('main form')]
    const edges = bars.map((bar) => bar?.getBoundingClientRect())
    return Math.max(0, ...edges.map((edge) => (edge && edge.top < 80 ? edge.bottom : 0)))
  })

for (const path of ['/internships?category=Python+Programming', '/internships?q=python']) {
  test(`on a phone the first result of ${path} is in the first screen`, async ({ page }) => {
    await page.goto(path)
    const title = results(page).first()
    await expect(title).toBeInViewport({ ratio: 1 })
    const box = await firstResult(page).boundingBox()
    expect(box?.y).toBeLessThan(500)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })
}

test('with the keyboard open, a result is seen while typing', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 440 })
  await page.goto('/internships')
  await page.waitForLoadState('networkidle')
  await search(page).tap()
  await page.keyboard.type('python', { delay: 20 })
  await expect(results(page).first()).toHaveText('Data Science & Analysis')
  await expect(results(page).first()).toBeInViewport({ ratio: 1 })
  await expect(search(page)).toBeInViewport({ ratio: 1 })
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('python')
})

test('typing far down in the list leads to what is found', async ({ page }) => {
  await page.goto('/internships')
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => scrollTo({ top: 2500, behavior: 'instant' }))
  await search(page).tap()
  await page.keyboard.type('java', { delay: 20 })
  await expect(results(page).first()).toBeInViewport({ ratio: 1 })
})

test('in any window the search stays at hand, and the bars take a quarter at most', async ({
  page,
}) => {
  for (const [width, height] of [
    [360, 740],
    [360, 440],
    [320, 225],
    [1280, 900],
    [1280, 480],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/internships')
    await page.evaluate(() => scrollTo({ top: 1800, behavior: 'instant' }))
    await expect(search(page)).toBeInViewport({ ratio: 1 })
    await expect(page.getByLabel('Filter by category')).toBeInViewport({ ratio: 1 })
    expect(await takenAtTheTop(page), `${width} by ${height}`).toBeLessThanOrEqual(height / 4)
    await expectNoSidewaysScroll(page)
  }
})

test('what the keyboard reaches is never under the bars', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 440 })
  await page.goto('/internships')
  await page.getByRole('contentinfo').getByRole('link').first().focus()
  let steps = 0
  for (; steps < 25; steps++) {
    await page.keyboard.press('Shift+Tab')
    const [top, bottom] = await page.evaluate(() => {
      const edge = document.activeElement?.getBoundingClientRect()
      return [edge?.top ?? 0, edge?.bottom ?? 0]
    })
    expect(top).toBeGreaterThanOrEqual(await takenAtTheTop(page))
    expect(bottom).toBeLessThanOrEqual(440)
  }
})

test(
  'categories are links in one row that can be touched, and the chosen one is marked',
  bothScreens,
  async ({ page }) => {
    await page.goto('/internships')
    const links = categories(page).getByRole('link')
    await expect(links).toHaveCount(9)
    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()))
    for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(44)
    if ((page.viewportSize()?.width ?? 0) < 700) {
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    }
    await links.filter({ hasText: 'Generative AI' }).click()
    await expect(page).toHaveURL('/internships?category=Generative+AI')
    await expect(categories(page).locator('[aria-current]')).toHaveText(['Generative AI'])
    await expect(page.getByLabel('Filter by category')).toHaveValue('Generative AI')
    await page.reload()
    await expect(categories(page).locator('[aria-current]')).toBeInViewport({ ratio: 1 })
    await search(page).fill('truth')
    await links.filter({ hasText: 'All' }).click()
    await expect(page).toHaveURL('/internships?q=truth')
    await expect(search(page)).toHaveValue('truth')
    await page.goBack()
    await expect(page.getByLabel('Filter by category')).toHaveValue('Generative AI')
    await expectAccessible(page)
  },
)

test('where something was asked for, what was found stands before the featured ones', async ({
  page,
}) => {
  await page.goto('/internships')
  const sections = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(sections.first()).toHaveText('Featured Internships')
  await categories(page).getByRole('link', { name: 'Machine Learning' }).click()
  await expect(sections.first()).toHaveText('Machine Learning Internships')
  await expect(sections.nth(1)).toHaveText('Featured Internships')
})

test('a card says what one must know and what one builds first', async ({ page }) => {
  await page.goto('/internships')
  const all = page.getByRole('region', { name: 'All Internships' })
  const card = (title: string) =>
    all.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(card('Python Programming')).toContainText('No experience needed')
  await expect(card('Python Programming')).toContainText(
    'First project: Marks report from an untidy file',
  )
  await expect(card('Java Development')).toContainText('Needs some programming')
  await expect(
    page.getByRole('main').getByText('Virtual', { exact: true }).filter({ visible: true }),
  ).toHaveCount(1)
})

test('where nothing is found, the nearest categories are offered', async ({ page }) => {
  await page.goto('/internships?q=pyton')
  await expect(page.getByRole('heading', { name: 'No internships found' })).toBeVisible()
  const near = page.getByRole('navigation', { name: 'Nearest categories' })
  await expect(near.getByRole('link').first()).toHaveText('Python Programming')
  await expectAccessible(page)
  await near.getByRole('link').first().click()
  await expect(page).toHaveURL('/internships?category=Python+Programming')
  await expect(search(page)).toHaveValue('')
  await expect(results(page).first()).toHaveText('Python Programming')
  await page.goto('/internships?q=zzzzzz')
  await expect(page.getByRole('heading', { name: 'No internships found' })).toBeVisible()
  await expect(near).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a category is a link to a page of its own', async ({ page }) => {
    await page.goto('/internships')
    await categories(page).getByRole('link', { name: 'Java Development' }).click()
    await expect(page).toHaveURL('/internships?category=Java+Development')
    await expect(categories(page).locator('[aria-current]')).toHaveText(['Java Development'])
    await expect(results(page).first()).toHaveText('Java Development')
    await page.goto('/internships?q=desgin')
    const near = page.getByRole('navigation', { name: 'Nearest categories' })
    await expect(near.getByRole('link').first()).toHaveText('Graphic Design')
  })
})
