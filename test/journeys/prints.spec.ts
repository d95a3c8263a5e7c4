import type { Page } from '@playwright/test'
import { internships } from '../support/internships.ts'
import { printedSheets, type Sheet } from '../support/printed-sheets.ts'
import { sitePaths } from '@naic/content/site-map.ts'
import { desktopOnly, expect, test } from './site-test.ts'

const certificate = 'NAIC25A7K2M'

const print = async (page: Page) =>
  printedSheets(await page.pdf({ format: 'A4', preferCSSPageSize: true }))

/** What is printed stands in the middle, within a millimetre. */
function expectCentred({ edges }: Sheet) {
  expect(Math.abs((edges?.left ?? 0) - (edges?.right ?? 99))).toBeLessThan(2)
  expect(Math.abs((edges?.top ?? 0) - (edges?.bottom ?? 99))).toBeLessThan(2)
}

function expectA4Lying(sheet: Sheet | undefined) {
  expect(Math.round(sheet?.width ?? 0)).toBe(297)
  expect(Math.round(sheet?.height ?? 0)).toBe(210)
}

/** What a visitor sees on the page as it is printed on A4, within its margins. */
async function asOnPaper(page: Page) {
  await page.setViewportSize({ width: 680, height: 1000 })
  await page.emulateMedia({ media: 'print' })
}

/** Of visible parts: those that stay where they are while the page moves. */
const stuckParts = (page: Page) =>
  page.locator('body *').evaluateAll((all) =>
    all
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter((part) => ['fixed', 'sticky'].includes(getComputedStyle(part).position))
      .map((part) => part.outerHTML.slice(0, 80)),
  )

/** Of visible words: their colours, if not black. */
const colouredWords = (page: Page) =>
  page.locator('body *:not(script, style, noscript)').evaluateAll((all) =>
    all
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter((part) => [...part.childNodes].some((node) => node.nodeName === '#text'))
      .filter((part) => getComputedStyle(part).color !== 'rgb(0, 0, 0)')
      .map((part) => part.outerHTML.slice(0, 80)),
  )

test(
  'the certificate of the result page stands in the middle of one A4 sheet',
  desktopOnly,
  async ({ page }) => {
    await page.goto(`/verify/${certificate}`)
    await expect(page.getByRole('article')).toBeVisible()
    const sheets = await print(page)
    expect(sheets).toHaveLength(1)
    expectA4Lying(sheets[0])
    if (sheets[0]) expectCentred(sheets[0])
  },
)

test(
  'the certificate that is downloaded stands in the middle of one A4 sheet',
  desktopOnly,
  async ({ request }) => {
    const response = await request.get(`/credentials/${certificate}.pdf`)
    const sheets = await printedSheets(await response.body())
    expect(sheets).toHaveLength(1)
    expectA4Lying(sheets[0])
    if (sheets[0]) expectCentred(sheets[0])
  },
)

test(
  'on the printed list every internship is whole, with the way to its page',
  desktopOnly,
  async ({ page, site }) => {
    await page.goto('/internships')
    const sheets = await print(page)
    const all = sheets.map(({ text }) => text.replaceAll(/\s+/g, ' '))
    for (const { id, title, description } of internships) {
      const card = new RegExp(`${title}.*${description.slice(-24)}.*/internships/${id}(?!\\d)`)
      expect(
        all.filter((sheet) => card.test(sheet)),
        title,
      ).not.toEqual([])
    }
    expect(all.join(' ')).not.toContain('Featured Internships')
    for (const control of ['Apply Now', 'Contact Us', 'Filter by category', 'Search by title'])
      expect(all.join(' ')).not.toContain(control)
    expect(all.join(' ')).toContain(site.url)
    // Answers that are shut on the screen.
    expect(all.join(' ')).toContain('Top performers may receive stipends')
  },
)

for (const path of sitePaths) {
  test(
    `${path} prints in black, within its margins, without parts that stick`,
    desktopOnly,
    async ({ page }) => {
      await page.goto(path)
      const sheets = await print(page)
      // What follows a page's head does not wait for the next sheet.
      if (sheets.length > 1) expect(sheets[0]?.edges?.bottom).toBeLessThan(120)
      for (const { edges } of sheets) {
        for (const edge of Object.values(edges ?? { none: 0 })) expect(edge).toBeGreaterThan(12)
      }
      await asOnPaper(page)
      expect(await stuckParts(page)).toEqual([])
      expect(await colouredWords(page)).toEqual([])
    },
  )
}

test('all three testimonials are printed', desktopOnly, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Next testimonial' })).toBeVisible()
  await asOnPaper(page)
  const slides = page.getByRole('group', { name: / of 3$/ })
  await expect(slides).toHaveCount(3)
  const boxes = await slides.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  expect(new Set(boxes).size).toBe(3)
})
