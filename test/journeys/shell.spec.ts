import type { Locator, Page } from '@playwright/test'
import {
  bothScreens,
  desktopOnly,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from './site-test.ts'

const main = ['Home', 'About Us', 'Internships', 'Contact']

test(
  'the header is clear at the top of the home page and solid when scrolled',
  bothScreens,
  async ({ page }) => {
    await page.goto('/')
    const header = page.getByRole('banner')
    const background = () => header.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await background()).toBe('rgba(0, 0, 0, 0)')

    await page.mouse.wheel(0, 9)
    await page.waitForFunction(() => window.scrollY === 9)
    await expect(header).toHaveAttribute('data-scrolled', 'false')
    await page.mouse.wheel(0, 200)
    await expect(header).toHaveAttribute('data-scrolled', 'true')
    await expect.poll(background).toBe('rgb(255, 255, 255)')
  },
)

test(
  'the header leads everywhere and marks where one is',
  bothScreens,
  async ({ page }, { project }) => {
    await page.goto('/apply')
    const nav = page.getByRole('navigation', { name: 'Main' })
    const openMenu = async () => {
      if (project.name === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
    }
    await openMenu()
    for (const label of main)
      await expect(nav.getByRole('link', { name: label, exact: true })).toBeVisible()
    await expect(nav.getByRole('link', { name: 'Apply Now' })).toHaveAttribute('href', '/apply')
    await nav.getByRole('link', { name: 'About Us' }).click()
    await expect(page).toHaveURL('/about')
    await openMenu()
    await expect(nav.getByRole('link', { name: 'About Us' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expectAccessible(page)
  },
)

test('the menu of narrow screens toggles on its button and closes on navigation', async ({
  page,
}) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: /menu/ })
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' })
  await expect(link).toBeHidden()
  await button.click()
  await expect(link).toBeVisible()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await button.click()
  await expect(link).toBeHidden()
  await button.press('Enter')
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(link).toBeHidden()
  await button.click()
  await link.click()
  await expect(page).toHaveURL('/contact')
  await expect(link).toBeHidden()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('a new path begins at the top, with the focus on its content', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click()
  await expect(page).toHaveURL('/terms')
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await expect(page.locator('#main')).toBeFocused()
})

test('the newsletter box confirms for three seconds and sends nothing', async ({ page }) => {
  await page.goto('/terms')
  await page.waitForLoadState('networkidle')
  const requests: string[] = []
  page.on('request', (request) => {
    // The browser fetches the tab's icon when it pleases.
    if (!request.url().endsWith('/icon.svg')) requests.push(request.url())
  })
  await page.clock.install()
  await page.getByLabel('Your email for the newsletter').fill('asha@example.com')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const confirmation = page.getByText('Successfully subscribed! Thank you.')
  await expect(confirmation).toBeVisible()
  await page.clock.runFor(2_000)
  await expect(confirmation).toBeVisible()
  await page.clock.runFor(1_100)
  await expect(confirmation).toBeHidden()
  expect(requests).toEqual([])
})

const newsletterField = (page: Page) => page.getByLabel('Your email for the newsletter')
const newsletterNotice = (page: Page) => page.getByText('Successfully subscribed! Thank you.')

/** Subscribes twice, two seconds after each other. */
async function subscribeTwice(page: Page) {
  await page.clock.install()
  await page.goto('/terms')
  await newsletterField(page).fill('asha@example.com')
  await newsletterField(page).press('Enter')
  const first = await newsletterNotice(page).elementHandle()
  await page.clock.runFor(2_000)
  await newsletterField(page).fill('asha@example.com')
  await newsletterField(page).press('Enter')
  await expect(newsletterField(page)).toHaveValue('')
  return first
}

test('a second subscription is confirmed for three seconds of its own', async ({ page }) => {
  await subscribeTwice(page)
  await page.clock.runFor(2_900)
  await expect(newsletterNotice(page)).toBeVisible()
  await page.clock.runFor(200)
  await expect(newsletterNotice(page)).toBeHidden()
})

test('a second confirmation comes anew, for those who hear it', async ({ page }) => {
  const first = await subscribeTwice(page)
  await expect.poll(() => first?.evaluate((element) => element.isConnected)).toBe(false)
  await expect(newsletterNotice(page)).toBeVisible()
})

test('the footer has all that the visitor may look for there', async ({ page }) => {
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  const hrefs = await footer
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  for (const path of [
    '/',
    '/about',
    '/internships',
    '/apply',
    '/contact',
    '/internships/1',
    '/internships/5',
    '/internships/7',
    '/internships/8',
    '/internships/9',
    '/privacy',
    '/terms',
    '/cookies',
    '/accessibility',
    '/sitemap',
    '/refund-policy',
    '/code-of-conduct',
  ]) {
    expect(hrefs).toContain(path)
  }
  for (const text of [
    'ISO 9001:2015 Certified',
    '805 IT Park Street, Tech Hub',
    'Mumbai, Delhi, Hyderabad, Chennai',
    'Registration number',
    `© ${new Date().getFullYear()}`,
  ]) {
    await expect(footer).toContainText(text)
  }
  const data = await footer.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'EducationalOrganization' })
})

test('an unknown path answers 404 and is logged to the console', async ({ page, complaints }) => {
  const response = await page.goto('/no/such/page')
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  await expect(
    page.getByText("The page you're looking for might have been moved or doesn't exist."),
  ).toBeVisible()
  const links = page.getByRole('main').getByRole('link')
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/internships',
  ])
  await expect
    .poll(() => complaints)
    .toEqual([expect.stringContaining('404'), expect.stringContaining('/no/such/page')])
  complaints.splice(0)
  await expectAccessible(page)
})

test('an address that cannot be decoded is not found, as a page', async ({ request }) => {
  const response = await request.get('/internships/%E0%A4%A')
  expect(response.status()).toBe(404)
  expect(await response.text()).toContain('Oops! Page not found')
})

test('header and footer show where the route table says so', async ({ page, complaints }) => {
  for (const [path, header, footer] of [
    ['/about', 1, 1],
    ['/verify/NAIC25ABCDE', 0, 1],
    ['/verify', 0, 1],
    ['/verification', 0, 0],
    ['/submit-task', 0, 0],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('banner')).toHaveCount(header)
    await expect(page.getByRole('contentinfo')).toHaveCount(footer)
    await expect(page.getByRole('main')).toHaveCount(1)
  }
  // There is no certificate with that ID.
  const others = complaints.splice(0).filter((text) => !text.startsWith('Failed to load resource'))
  expect(others).toEqual([])
})

test('the keyboard alone gets to the content at once', async ({ page }) => {
  await page.goto('/about')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

/** How much words stand out from what they are on: 21 at most, 0 where that is see-through. */
const contrastOf = (words: Locator) =>
  words.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
    const rgba = (color: string) => {
      if (!canvas) return [0, 0, 0, 0]
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = color
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data]
    }
    const lightness = ([red = 0, green = 0, blue = 0]: number[]) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) =>
        part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * r + 0.7152 * g + 0.0722 * b
    }
    const header = element.closest('header') ?? element
    const behind = rgba(getComputedStyle(header).backgroundColor)
    if (behind[3] !== 255) return 0
    const [a, b] = [lightness(rgba(getComputedStyle(element).color)), lightness(behind)]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  })

/** What of the header is not behind its button. */
const wordsInHeader = (page: Page) =>
  page.getByRole('banner').locator('a, button').filter({ visible: true })

async function expectHeaderToRead(page: Page) {
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
  for (const words of await wordsInHeader(page).all()) {
    if (await words.evaluate((element) => element.matches('.bg-marigold'))) continue
    await expect.poll(() => contrastOf(words)).toBeGreaterThanOrEqual(4.5)
  }
}

test('the header of a scrolled home page reads before any script has come', async ({ page }) => {
  const script = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await expectHeaderToRead(page)
  await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  script.resolve()
})

test('on tablets the header is one row', desktopOnly, async ({ page }) => {
  await page.goto('/about')
  for (const width of [768, 790, 815, 830, 1024]) {
    await page.setViewportSize({ width, height: 1024 })
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    const boxes = await Promise.all((await links.all()).map((link) => link.boundingBox()))
    const lines = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2))
    expect(Math.max(...lines) - Math.min(...lines), `${width} px`).toBeLessThanOrEqual(2)
    for (const box of boxes) expect(box?.height, `${width} px`).toBeLessThan(56)
    await expectNoSidewaysScroll(page)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the header of a scrolled home page reads', async ({ page }) => {
    await page.goto('/')
    await expectHeaderToRead(page)
    // As in a browser whose styles cannot tell how far a page is scrolled.
    await page.getByRole('banner').evaluate((header) => {
      header.style.animation = 'none'
    })
    await expectHeaderToRead(page)
  })

  test('the menu opens and every link works', bothScreens, async ({ page }, { project }) => {
    await page.goto('/')
    if (project.name === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Contact' })
      .click()
    await expect(page).toHaveURL('/contact')
  })
})
