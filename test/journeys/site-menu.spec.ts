import type { Page } from '@playwright/test'
import { bothScreens, desktopOnly, expect, expectAccessible, test } from './site-test.ts'

const button = (page: Page) => page.getByRole('button', { name: /menu/ })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const link = (page: Page, name: string) => menu(page).getByRole('link', { name, exact: true })

async function openMenu(page: Page) {
  await button(page).click()
  await expect(link(page, 'Contact')).toBeVisible()
  await expect(button(page)).toHaveAttribute('aria-expanded', 'true')
}

async function expectClosed(page: Page) {
  await expect(menu(page)).toBeHidden()
  await expect(button(page)).toHaveAttribute('aria-expanded', 'false')
}

test.describe('the menu of narrow screens', () => {
  for (const [path, name] of [
    ['/', 'Home'],
    ['/internships?q=java', 'Internships'],
    ['/contact', 'Contact'],
    ['/apply', 'Apply Now'],
  ] as const) {
    test(`closes on ${name}, too, when one is at ${path} already`, async ({ page }) => {
      await page.goto(path)
      await openMenu(page)
      await link(page, name).click()
      await expectClosed(page)
    })
  }

  test('closes on the logo, by whatever means', async ({ page }) => {
    await page.goto('/')
    const logo = page.getByRole('banner').getByRole('link', { name: /^NAIC/ })
    await openMenu(page)
    await logo.click()
    await expectClosed(page)

    await openMenu(page)
    await page.keyboard.press('Shift+Tab')
    await expect(logo).toBeFocused()
    await page.keyboard.press('Enter')
    await expectClosed(page)

    // As a screen reader does it, with neither pointer nor focus.
    await openMenu(page)
    await logo.dispatchEvent('click')
    await expectClosed(page)
  })

  test('closes on Escape, and the focus goes back to the button', async ({ page }) => {
    await page.goto('/about')
    await button(page).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(link(page, 'Home')).toBeFocused()
    await page.keyboard.press('Escape')
    await expectClosed(page)
    await expect(button(page)).toBeFocused()
  })

  test('closes when the focus goes on into the page, which it would cover', async ({ page }) => {
    await page.goto('/apply')
    await openMenu(page)
    await link(page, 'Apply Now').focus()
    await page.keyboard.press('Tab')
    await expectClosed(page)
    await expect(page.getByLabel('Full Name')).toBeFocused()
  })

  test('closes when the phone is turned and has room for the row of links', async ({ page }) => {
    await page.goto('/about')
    await openMenu(page)
    await page.setViewportSize({ width: 800, height: 360 })
    await expect(page.locator('#site-menu:popover-open')).toHaveCount(0)
    await expect(link(page, 'Contact')).toBeVisible()
    await page.setViewportSize({ width: 360, height: 740 })
    await expectClosed(page)
  })

  test('closes before the page that it leads to has come', async ({ page }) => {
    await page.goto('/')
    const script = Promise.withResolvers<void>()
    await page.route('**/assets/contact-page-*.js', async (route) => {
      await script.promise
      await route.continue()
    })
    await openMenu(page)
    await link(page, 'Contact').click()
    await expectClosed(page)
    await expect(page).toHaveURL('/')
    script.resolve()
    await expect(page).toHaveURL('/contact')
    await expect(page.locator('#main')).toBeFocused()
  })

  test('says that it is open, also when it was opened before the script came', async ({ page }) => {
    const script = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await script.promise
      await route.continue()
    })
    await page.goto('/about', { waitUntil: 'commit' })
    // The browser itself says what it opened; a word of ours would be wrong.
    await expect(button(page)).not.toHaveAttribute('aria-expanded')
    await button(page).click()
    await expect(link(page, 'Contact')).toBeVisible()
    script.resolve()
    await expect(page.getByRole('button', { name: 'Close menu', expanded: true })).toBeVisible()
    await button(page).click()
    await expectClosed(page)
  })
})

test(
  'Apply Now is marked as the page where one is, there alone',
  bothScreens,
  async ({ page }, { project }) => {
    const open = async () => {
      if (project.name === 'phone') await openMenu(page)
    }
    await page.goto('/contact')
    await open()
    await expect(link(page, 'Apply Now')).not.toHaveAttribute('aria-current')
    await link(page, 'Apply Now').click()
    await expect(page).toHaveURL('/apply')
    await open()
    await expect(menu(page).locator('[aria-current]')).toHaveText(['Apply Now'])
    await expectAccessible(page)

    await page.goto('/apply?domain=Data+Science')
    await open()
    await expect(link(page, 'Apply Now')).toHaveAttribute('aria-current', 'page')
  },
)

test('where one is shows without colours as well', desktopOnly, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  const bars = () =>
    menu(page)
      .getByRole('link')
      .evaluateAll((links) =>
        links
          .filter((each) => parseFloat(getComputedStyle(each, '::after').borderBottomWidth) > 0)
          .map((each) => each.textContent),
      )
  await page.goto('/about')
  expect(await bars()).toEqual(['About Us'])
  await page.goto('/apply')
  expect(await bars()).toEqual(['Apply Now'])
})

test('the bar below where one is stands out as its words do', desktopOnly, async ({ page }) => {
  for (const path of ['/', '/about', '/apply']) {
    await page.goto(path)
    const [bar, words] = await menu(page)
      .locator('[aria-current]')
      .evaluate((here) => [
        getComputedStyle(here, '::after').borderBottomColor,
        getComputedStyle(here).color,
      ])
    expect([path, bar]).toEqual([path, words])
  }
})
