import type { Page } from '@playwright/test'
import { sitePaths, unlistedPaths } from '@naic/content/site-map.ts'
import { countShifts, shift } from '../layout-faults.ts'
import { bothScreens, expect, test, hold, untilAlive } from '../site-test.ts'

const pages = [
  ...sitePaths,
  ...unlistedPaths,
  '/internships/1',
  '/internships/3',
  '/internships?q=python',
  '/apply?internship=4',
  '/verify',
  '/verify/NAIC25A7K2M',
  '/no-such-page',
]

/** Where everything on the page is, and what a rule that is missing would change of it. */
const looks = (page: Page) =>
  page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ timeline }) => timeline === document.timeline)
    await Promise.all(moving.map(({ finished }) => finished))
    const properties =
      'animation-name appearance background-color background-image border-color border-radius border-style box-shadow clip-path color column-count cursor display fill filter flex-wrap font-family font-style font-weight grid-template-columns letter-spacing list-style-type mask-image opacity outline-style overflow position rotate stroke text-align text-decoration text-transform transform transition-property translate visibility white-space z-index'.split(
        ' ',
      )
    // Two screens further down nobody is before the whole sheet, whose rules also decide how high that is.
    const marked = document.querySelector('[data-far]')
    const begin = marked ?? document.querySelector('footer')
    const isFar = (begin?.getBoundingClientRect().top ?? 0) > 2 * innerHeight
    if (marked && !isFar) throw new Error('What is marked as far is within two screens.')
    const far = isFar ? begin : null
    const isNear = (element: Element) =>
      !far || !(far.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    const elements = [...document.body.querySelectorAll('*:not(link, script)')].filter(
      (element) => element !== far && isNear(element),
    )
    return elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const parts = ['', '::before', '::after', '::marker'].map((part) => {
        const style = getComputedStyle(element, part)
        const isDrawn = !/before|after/.test(part) || style.content !== 'none'
        return isDrawn ? properties.map((name) => `${name}: ${style.getPropertyValue(name)}`) : []
      })
      return [
        element.outerHTML.slice(0, 120),
        [x, y, width, far && element.contains(far) ? '' : height].join(),
        parts.flat().join('\n'),
      ]
    })
  })

test('pages look right without styles', bothScreens, async ({ browser, baseURL, viewport }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    reducedMotion: 'reduce',
    viewport,
    ...(baseURL ? { baseURL } : {}),
  })
  const page = await context.newPage()
  // Whether they come in time is another question.
  await page.route('**/*.woff2', (route) => route.abort())
  for (const path of pages) {
    await page.goto(path)
    const whole = await looks(page)
    expect(whole.length).toBeGreaterThanOrEqual(5)

    await page.route('**/*.css', (route) => route.fulfill({ contentType: 'text/css' }))
    await page.reload()
    const come = () =>
      [...document.styleSheets].map((sheet) => (sheet.href ? sheet.cssRules.length : 'own'))
    expect(await page.evaluate(come), path).toEqual(['own', 0])
    const begun = await looks(page)
    for (const [at, element] of whole.entries()) expect(begun[at], path).toEqual(element)
    await page.unroute('**/*.css')
  }
  await context.close()
})

/** Whether headings are in their own letters. */
const heading = (page: Page) =>
  page.evaluate(() =>
    [...document.fonts].some(
      ({ family, status }) => /^"?Anek Latin"?$/.test(family) && status === 'loaded',
    ),
  )

test('the first paint waits for the page alone, and nothing moves later', async ({ page }) => {
  await countShifts(page)
  for (const path of ['/', '/about', '/internships', '/internships/8', '/apply', '/verification']) {
    const release = await hold(page, /\.(css|js|woff2)$/)
    await page.goto(path, { waitUntil: 'commit' })
    const painted = () => performance.getEntriesByName('first-contentful-paint').length
    await expect.poll(() => page.evaluate(painted), path).toBe(1)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await heading(page), path).toBe(false)
    release()
    await untilAlive(page)
    await expect.poll(() => heading(page), path).toBe(true)
    expect(await shift(page), path).toBeLessThan(0.01)
    await page.unrouteAll()
  }

  await page.goto('/verify/NAIC25A7K2M')
  // It takes the place of the spinner.
  await expect(page.getByText('Verified on July 2, 2025')).toBeVisible()
  expect(await shift(page)).toBeLessThan(0.02)
})
