import type { Locator, Page } from '@playwright/test'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
  openAlive,
  watchRequests,
} from '../site-test.ts'

/** What is around every page: header, menu and footer. */

const banner = (page: Page) => page.getByRole('banner')
const footer = (page: Page) => page.getByRole('contentinfo')
const button = (page: Page) => page.getByRole('button', { name: /menu/ })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const link = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true })

/** Where its links lead that are seen. */
const hrefsOf = (place: Locator) =>
  place.getByRole('link').evaluateAll((links) => links.map((each) => each.getAttribute('href')))

async function openMenu(page: Page) {
  await button(page).click()
  await expect(link(page, 'Contact')).toBeVisible()
}

async function expectClosed(page: Page) {
  await expect(menu(page)).toBeHidden()
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false')
}

test('the header leads on and marks the page', bothScreens, async ({ page }, { project }) => {
  await openAlive(page, '/')
  const background = () =>
    banner(page).evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await background()).toBe('rgba(0, 0, 0, 0)')
  await page.mouse.wheel(0, 9)
  await page.waitForFunction(() => window.scrollY === 9)
  await expect(banner(page)).toHaveAttribute('data-scrolled', 'false')
  await page.mouse.wheel(0, 200)
  await expect(banner(page)).toHaveAttribute('data-scrolled', 'true')
  await expect.poll(background).toBe('rgb(255, 255, 255)')

  const open = () => (project.name === 'phone' ? openMenu(page) : Promise.resolve())
  const marked = menu(page).locator('[aria-current]')
  await page.goto('/contact')
  await open()
  const pages = ['/', '/about', '/internships', '/contact', '/apply']
  expect(await hrefsOf(menu(page))).toEqual(expect.arrayContaining(pages))
  expect(await hrefsOf(banner(page))).toContain('/verification')
  await expect(marked).toHaveText(['Contact'])
  await link(page, 'About Us').click()
  await expect(page).toHaveURL('/about')
  await open()
  await expect(marked).toHaveText(['About Us'])
  await expectAccessible(page)
  await page.goto('/apply?domain=Data+Science')
  await open()
  await expect(marked).toHaveText(['Apply Now'])
})

test('the menu of narrow screens covers the page, and closes again', async ({ page }) => {
  await openAlive(page, '/')
  const behind = page.getByRole('main').getByRole('link', { name: 'Apply Now' }).first()
  const isOnTop = () =>
    behind.evaluate((apply) => {
      const { x, y, width, height } = apply.getBoundingClientRect()
      return apply.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  expect(await isOnTop()).toBe(true)
  await expect(link(page, 'Contact')).toBeHidden()
  await openMenu(page)
  expect(await isOnTop()).toBe(false)
  await button(page).click()
  await expectClosed(page)
  await button(page).press('Enter')
  await page.keyboard.press('Tab')
  await expect(link(page, 'Home')).toBeFocused()
  await page.keyboard.press('Escape')
  await expectClosed(page)
  await expect(button(page)).toBeFocused()
  // Also on a link to the page that is open.
  await openMenu(page)
  await link(page, 'Home').click()
  await expectClosed(page)

  await openMenu(page)
  await link(page, 'Contact').click()
  await expect(page).toHaveURL('/contact')
  await expectClosed(page)

  await openMenu(page)
  await menu(page).getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await expectClosed(page)
  await openMenu(page)
  await page.setViewportSize({ width: 800, height: 360 })
  await expect(link(page, 'Contact')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expectClosed(page)

  const logo = banner(page).getByRole('link', { name: /^NAIC/ })
  await openMenu(page)
  // A screen reader uses neither pointer nor focus.
  await logo.dispatchEvent('click')
  await expectClosed(page)
  await expect(page).toHaveURL('/')
})

test('the current page is marked by a bar, and all in one row', desktopOnly, async ({ page }) => {
  for (const [path, forcedColors] of [
    ['/', 'none'],
    ['/about', 'active'],
    ['/apply', 'none'],
  ] as const) {
    await page.emulateMedia({ forcedColors })
    await page.goto(path)
    const marked = await menu(page)
      .getByRole('link')
      .evaluateAll((links) =>
        links
          .filter((each) => parseFloat(getComputedStyle(each, '::after').borderBottomWidth) > 0)
          .map((each) => [
            each.ariaCurrent,
            getComputedStyle(each, '::after').borderBottomColor === getComputedStyle(each).color,
          ]),
      )
    expect(marked, path).toEqual([['page', true]])
  }
  for (const width of [768, 790, 815, 830, 1024]) {
    await page.setViewportSize({ width, height: 1024 })
    const links = await menu(page).getByRole('link').all()
    const boxes = await Promise.all(links.map((each) => each.boundingBox()))
    const lines = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))
    expect(Math.max(...lines) - Math.min(...lines), `${width} px`).toBeLessThanOrEqual(2)
    for (const box of boxes) expect(box?.height, `${width} px`).toBeLessThan(56)
    await expectNoSidewaysScroll(page)
    const name = /^NAIC\s*National Academic Internship Council$/
    const logo = await banner(page).getByRole('link', { name }).boundingBox()
    expect(logo?.height, `${width} px`).toBeLessThan(46)
  }
})

test('a new path begins at the top', async ({ page }) => {
  await openAlive(page, '/about')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  expect(await hrefsOf(footer(page))).toEqual(
    expect.arrayContaining([
      '/',
      '/about',
      '/internships',
      '/apply',
      '/contact',
      '/verification',
      '/hi',
      ...[1, 5, 7, 8, 9].map((id) => `/internships/${id}`),
      '/privacy',
      '/terms',
      '/cookies',
      '/accessibility',
      '/sitemap',
      '/refund-policy',
      '/code-of-conduct',
    ]),
  )
  const cities = 'Mumbai, Delhi, Hyderabad, Chennai'
  for (const text of [
    'ISO 9001:2015 Certified',
    '805 IT Park Street',
    cities,
    'Registration number',
  ])
    await expect(footer(page)).toContainText(text)
  await footer(page).getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page).toHaveURL('/terms')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('the newsletter box confirms for three seconds, and sends nothing', async ({ page }) => {
  await page.clock.install()
  await openAlive(page, '/terms')
  // From now on its time goes on only when told.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const requests = watchRequests(page)
  const field = page.getByLabel('Your email for the newsletter')
  const confirmation = page.getByText('Successfully subscribed! Thank you.')
  for (const wait of [2_000, 2_900]) {
    await field.fill('asha@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(field).toHaveValue('')
    await page.clock.runFor(wait)
  }
  await expect(confirmation).toBeVisible()
  await page.clock.runFor(200)
  await expect(confirmation).toBeHidden()
  expect(requests.filter((each) => !each.startsWith('GET /assets/'))).toEqual([])
})

/** Checks that the header, scrolled, has a ground, and no word in its colour. How colours differ: `theme.test.ts`. */
async function expectHeaderToRead(page: Page) {
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  const seen = () =>
    banner(page).evaluate((header) => {
      const ground = getComputedStyle(header).backgroundColor
      const words = [...header.querySelectorAll('a, button')].filter(
        (each) => each.checkVisibility() && !each.matches('.bg-marigold'),
      )
      const isSeen = (each: Element) => getComputedStyle(each).color !== ground
      return !ground.startsWith('rgba') && words.every(isSeen)
    })
  await expect.poll(seen).toBe(true)
}

test('in the dark drawings and fields are dark', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  for (const [path, selector] of [
    ['/', '.scene'],
    ['/internships', '#catalogue-text'],
  ] as const) {
    await page.goto(path)
    const place = page.locator(selector).first()
    const ground = await place.evaluate((each) =>
      getComputedStyle(each).getPropertyValue('--color-paper'),
    )
    expect(ground, path).not.toBe('#fff')
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the header reads when scrolled, the menu opens and its links work', async ({ page }) => {
    await page.goto('/')
    await expectHeaderToRead(page)
    // Some browsers' styles do not know how far a page is scrolled.
    await banner(page).evaluate((header) => {
      header.style.animation = 'none'
    })
    await expectHeaderToRead(page)
    await openMenu(page)
    await link(page, 'Contact').click()
    await expect(page).toHaveURL('/contact')
  })
})
