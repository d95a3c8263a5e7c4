import { expect, test } from './site-test.ts'

const texts = [
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms of Service'],
  ['/cookies', 'Cookie Policy'],
  ['/accessibility', 'Accessibility Statement'],
  ['/code-of-conduct', 'Code of Conduct'],
  ['/refund-policy', 'Refund Policy'],
] as const

for (const [path, title] of texts) {
  test(`${path} is the ${title}, with a table of contents`, async ({ page }, { project }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(`${title} | NAIC`)
    await expect(page.getByText(/^Last Updated: \d{1,2} [A-Z][a-z]+ \d{4}$/)).toBeVisible()

    const contents = page.getByRole('navigation', { name: 'On this page' })
    if (project.name === 'phone') await contents.getByText('On this page').first().click()
    const entries = contents.getByRole('link')
    const headings = page.getByRole('article').getByRole('heading', { level: 2 })
    expect(await entries.allTextContents()).toEqual(await headings.allTextContents())
    await entries.last().click()
    await expect(headings.last()).toBeInViewport()
  })
}

test('the pages say what the specification fixes', async ({ page }) => {
  await page.goto('/terms')
  await expect(page.getByRole('article')).toContainText(
    'a documentation fee of ₹105 for internship completion and certificate issuance',
  )
  await page.goto('/refund-policy')
  for (const words of [
    'within 30 days of purchase',
    'only if the service was not used or accessed',
    'must be requested through the contact form',
    '2-3 business days',
    '5-10 business days',
  ]) {
    await expect(page.getByRole('article')).toContainText(words)
  }
  await page.goto('/accessibility')
  await expect(page.getByRole('article')).toContainText(
    'partially conformant with WCAG 2.1 level AA',
  )
  await expect(page.getByRole('article')).toContainText('reply within 3 business days')
})

test('links in a text lead on without loading the site anew', async ({ page }) => {
  await page.goto('/refund-policy')
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  await page.getByRole('article').getByRole('link', { name: 'Terms of Service' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

test.describe('the date', () => {
  const lastUpdated = 'Last Updated: 5 March 2031'

  test.beforeEach(({ page }) => page.clock.setFixedTime('2031-03-04T20:00:00Z'))

  test('is the visitor’s own day, from the first paint on', async ({ page }) => {
    // Nothing but the document itself: what it shows now is what is painted first.
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/privacy')
    await expect(page.getByText(lastUpdated, { exact: true })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('© 2031')
  })

  test.afterEach(({ complaints }) => {
    const expected = complaints.filter((complaint) => complaint.includes('ERR_FAILED'))
    expect(complaints.splice(0)).toEqual(expected)
  })

  test('never shows another day while the page comes alive', async ({ page }) => {
    await page.addInitScript(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const look = () => {
        // Nothing is painted before the styles have come.
        const painted = document.styleSheets.length > 0
        for (const place of painted ? document.querySelectorAll('.today') : []) {
          if (getComputedStyle(place).visibility === 'visible') seen.push(place.textContent ?? '')
        }
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    await page.goto('/privacy')
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(200)
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
    expect(new Set(seen)).toEqual(new Set(['5 March 2031', '2031']))
  })

  test('is today’s on a page that one comes to later', async ({ page }) => {
    await page.goto('/')
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Cookie Policy' })
    await link.click()
    await expect(page.getByText(lastUpdated, { exact: true })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Sitemap' }).click()
    await expect(page.getByText(lastUpdated, { exact: true })).toBeVisible()
  })
})

test('printed, a text stands alone, black on white, with the addresses of its links', async ({
  page,
  site,
}) => {
  await page.goto('/terms')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toHaveCSS('color', 'rgb(0, 0, 0)')
  const link = page.getByRole('article').getByRole('link').first()
  expect(await link.evaluate((anchor) => getComputedStyle(anchor, '::after').content)).toBe(
    `" (${site.url}/apply)"`,
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a text reads, and shows the day of the build', async ({ page }) => {
    await page.goto('/privacy')
    await expect(page.getByText(/^Last Updated: \d{1,2} [A-Z][a-z]+ 20\d\d$/)).toBeVisible()
    await page.getByRole('article').getByRole('link', { name: 'contact form' }).first().click()
    await expect(page).toHaveURL('/contact')
  })
})
