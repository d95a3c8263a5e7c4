import type { Page } from '@playwright/test'
import { prepare } from '../layout-faults.ts'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  structuredData,
  test,
  hold,
  openAlive,
  watchRequests,
} from '../site-test.ts'

/** What is around every page: header, menu and footer. */

const banner = (page: Page) => page.getByRole('banner')
const footer = (page: Page) => page.getByRole('contentinfo')
const button = (page: Page) => page.getByRole('button', { name: /menu/ })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const link = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true })

async function openMenu(page: Page) {
  await button(page).click()
  await expect(link(page, 'Contact')).toBeVisible()
}

async function expectClosed(page: Page) {
  await expect(menu(page)).toBeHidden()
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false')
}

test(
  'the header is clear at the top of the home page and solid when scrolled, leads everywhere, and marks the current page',
  bothScreens,
  async ({ page }, { project }) => {
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
    for (const [name, href] of [
      ['Home', '/'],
      ['About Us', '/about'],
      ['Internships', '/internships'],
      ['Contact', '/contact'],
      ['Apply Now', '/apply'],
    ] as const) {
      await expect(link(page, name)).toBeVisible()
      await expect(link(page, name)).toHaveAttribute('href', href)
    }
    for (const place of [banner(page), footer(page)]) {
      const way = place.getByRole('link', { name: 'Verify a certificate' })
      await expect(way).toBeVisible()
      await expect(way).toHaveAttribute('href', '/verification')
    }
    await expect(marked).toHaveText(['Contact'])
    await link(page, 'About Us').click()
    await expect(page).toHaveURL('/about')
    await open()
    await expect(marked).toHaveText(['About Us'])
    await expectAccessible(page)
    await page.goto('/apply?domain=Data+Science')
    await open()
    await expect(marked).toHaveText(['Apply Now'])
  },
)

test('the menu of narrow screens covers the page, toggles on its button, and closes on Escape, on every link, and when it is left', async ({
  page,
}) => {
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
  await expect(button(page)).toHaveAttribute('aria-expanded', 'true')
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

  const release = await hold(page, '**/assets/contact-page-*.js')
  await openMenu(page)
  await link(page, 'Contact').click()
  // Before the page that it leads to has come.
  await expectClosed(page)
  await expect(page).toHaveURL('/')
  release()
  await expect(page).toHaveURL('/contact')
  await expect(page.locator('#main')).toBeFocused()

  await openMenu(page)
  await menu(page).getByRole('link').last().focus()
  await page.keyboard.press('Tab')
  await expectClosed(page)
  await openMenu(page)
  await page.setViewportSize({ width: 800, height: 360 })
  await expect(page.locator('#site-menu:popover-open')).toHaveCount(0)
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

test(
  'the current page is marked by a bar as clear as its words, also without colours, and on tablets the header is one row',
  desktopOnly,
  async ({ page }) => {
    for (const path of ['/', '/about', '/apply']) {
      await page.emulateMedia({ forcedColors: 'none' })
      await page.goto(path)
      const [bar, words] = await menu(page)
        .locator('[aria-current]')
        .evaluate((here) => [
          getComputedStyle(here, '::after').borderBottomColor,
          getComputedStyle(here).color,
        ])
      expect([path, bar]).toEqual([path, words])
      await page.emulateMedia({ forcedColors: 'active' })
      const marked = await menu(page)
        .getByRole('link')
        .evaluateAll((links) =>
          links
            .filter((each) => parseFloat(getComputedStyle(each, '::after').borderBottomWidth) > 0)
            .map((each) => each.ariaCurrent),
        )
      expect(marked).toEqual(['page'])
    }
    await page.emulateMedia({ forcedColors: 'none' })
    for (const width of [768, 790, 815, 830, 1024]) {
      await page.setViewportSize({ width, height: 1024 })
      const links = await menu(page).getByRole('link').all()
      const boxes = await Promise.all(links.map((each) => each.boundingBox()))
      const lines = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))
      expect(Math.max(...lines) - Math.min(...lines), `${width} px`).toBeLessThanOrEqual(2)
      for (const box of boxes) expect(box?.height, `${width} px`).toBeLessThan(56)
      await expectNoSidewaysScroll(page)
    }
  },
)

test('a new path begins at the top with the focus on its content, which the keyboard gets to at once, from a footer that has all', async ({
  page,
}) => {
  await openAlive(page, '/about')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  const hrefs = await footer(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((each) => each.getAttribute('href')))
  expect(hrefs).toEqual(
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
  for (const text of [
    'ISO 9001:2015 Certified',
    '805 IT Park Street, Tech Hub',
    'Mumbai, Delhi, Hyderabad, Chennai',
    'Registration number',
    `© ${new Date().getFullYear()}`,
  ]) {
    await expect(footer(page)).toContainText(text)
  }
  await structuredData(page, 'EducationalOrganization')
  await footer(page).getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page).toHaveURL('/terms')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.locator('#main')).toBeFocused()
})

test('the newsletter box confirms each time for three seconds, and sends nothing', async ({
  page,
}) => {
  await page.clock.install()
  await openAlive(page, '/terms')
  // From now on its time goes on only when told.
  await page.clock.pauseAt(Date.now() + 3_600_000)
  const requests = watchRequests(page)
  const field = page.getByLabel('Your email for the newsletter')
  const confirmation = page.getByText('Successfully subscribed! Thank you.')
  await expect(field).toHaveAttribute('type', 'email')
  await expect(field).toHaveAttribute('required')
  await field.fill('asha@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const first = await confirmation.elementHandle()
  await page.clock.runFor(2_000)
  await expect(confirmation).toBeVisible()
  await field.fill('asha@example.com')
  await field.press('Enter')
  await expect(field).toHaveValue('')
  // It comes anew, so that a screen reader announces it again.
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await page.clock.runFor(2_900)
  await expect(confirmation).toBeVisible()
  await page.clock.runFor(200)
  await expect(confirmation).toBeHidden()
  expect(requests.filter((each) => !each.startsWith('GET /assets/'))).toEqual([])
})

/** Checks that every word of the header, scrolled, stands out from its ground by 4.5 to 1. */
async function expectHeaderToRead(page: Page) {
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  await prepare(page)
  const lowest = () =>
    banner(page).evaluate((header) => {
      const ground = getComputedStyle(header).backgroundColor
      const words = [...header.querySelectorAll('a, button')].filter(
        (each) => each.checkVisibility() && !each.matches('.bg-marigold'),
      )
      return Math.min(...words.map((each) => contrast(getComputedStyle(each).color, ground)))
    })
  await expect.poll(lowest).toBeGreaterThanOrEqual(4.5)
}

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
