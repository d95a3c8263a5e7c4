import type { Page } from '@playwright/test'
import { sitePaths } from '@naic/content/site-map.ts'
import { internships } from '@naic/content/internships-on-disk.ts'
import { printedSheets, printedTexts } from '#support/printed-sheets.ts'
import { readCode } from '../certificate-page.ts'
import { wholeFee } from '../filled-forms.ts'
import { desktopOnly, expect, test } from '../site-test.ts'

const print = (page: Page) => page.pdf({ format: 'A4', preferCSSPageSize: true })

/** A ligature comes as a word of its own. */
const solid = (text = '') => text.replaceAll(/\s+/g, '')

/** Visible parts that stay where they are while the page moves, and visible words that are not black. */
const notForPaper = (page: Page) =>
  page.locator('body *:not(script, style, noscript)').evaluateAll((all) =>
    all
      .filter((part) => part.checkVisibility({ visibilityProperty: true }))
      .filter((part) => {
        const { color, position } = getComputedStyle(part)
        const hasWords = [...part.childNodes].some((node) => node.nodeName === '#text')
        return ['fixed', 'sticky'].includes(position) || (hasWords && color !== 'rgb(0, 0, 0)')
      })
      .map((part) => part.outerHTML.slice(0, 80)),
  )

test('a certificate is printed on one sheet', desktopOnly, async ({ page, request }) => {
  await page.goto('/verify/NAIC25A7K2M')
  await expect(page.getByRole('article')).toBeVisible()
  const download = await request.get('/credentials/NAIC25A7K2M.pdf')
  for (const pdf of [await print(page), await download.body()]) {
    const sheets = await printedSheets(pdf)
    expect(sheets).toHaveLength(1)
    const [{ width = 0, height = 0, edges = undefined } = {}] = sheets
    expect([Math.round(width), Math.round(height)]).toEqual([297, 210])
    const { left, right, top, bottom } = edges ?? { left: 0, right: 99, top: 0, bottom: 99 }
    expect(Math.max(Math.abs(left - right), Math.abs(top - bottom))).toBeLessThan(2)
  }
})

test('the printed list has two sheets at most', desktopOnly, async ({ page, site }) => {
  await page.goto('/internships')
  const sheets = (await printedTexts(await print(page))).map(solid)
  expect(sheets.length).toBeLessThanOrEqual(2)
  expect(sheets[0]).toMatch(/^NationalAcademicInternshipCouncil/)
  for (const { id, title, duration, projects } of internships) {
    const card = `${title}.*${duration}.*${projects[0]?.title}.*/internships/${id}(?!\\d)`
    expect(sheets.join(' ')).toMatch(new RegExp(solid(card)))
  }
  const all = sheets.join(' ')
  for (const left of ['Featured Internships', 'Apply Now', 'Filter by category'])
    expect(all).not.toContain(solid(left))
  expect(all).toContain(site.url)
})

test('each internship prints on one sheet', desktopOnly, async ({ page, site }) => {
  for (const { id, title, duration, weeks, projects, prerequisites } of internships) {
    await page.goto(`/internships/${id}`)
    const sheets = await printedTexts(await print(page))
    expect([title, sheets.length]).toEqual([title, 1])
    const text = solid(sheets[0])
    for (const expected of [
      'National Academic Internship Council',
      `${site.url}/internships/${id}`,
      duration,
      wholeFee,
      ...prerequisites,
      ...weeks.map(({ title: name }) => name),
      ...weeks.flatMap(({ points }) => points),
      ...projects.flatMap((project) => [project.title, project.handIn]),
    ]) {
      expect(text, title).toContain(solid(expected))
    }
    for (const left of ['ApplyNow', 'Related', 'Newsletter']) expect(text).not.toContain(left)
  }
  await page.emulateMedia({ media: 'print' })
  expect(await readCode(page)).toBe(`${site.url}/internships/12`)
})

for (const path of sitePaths) {
  test(`${path} prints in black, within its margins`, desktopOnly, async ({ page }) => {
    await page.goto(path)
    const sheets = await printedSheets(await print(page))
    // What follows a page's head does not wait for the next sheet.
    if (sheets.length > 1) expect(sheets[0]?.edges?.bottom).toBeLessThan(120)
    for (const { edges } of sheets)
      for (const edge of Object.values(edges ?? { none: 0 })) expect(edge).toBeGreaterThan(12)
    // A4 within its margins.
    await page.setViewportSize({ width: 680, height: 1000 })
    await page.emulateMedia({ media: 'print' })
    expect(await notForPaper(page)).toEqual([])
    if (path !== '/') return
    const partners = page.locator('main ul[tabindex]')
    const isCut = (list: Element) => list.scrollWidth > list.clientWidth
    for (const list of await partners.all()) expect(await list.evaluate(isCut)).toBe(false)
    const all = solid(sheets.map(({ text }) => text).join(' '))
    for (const total of ['20+', '30+']) expect(all).toContain(total)
    // Those beside the one that is shown are hidden from screen readers alone.
    const tops = await page
      .locator('#testimonial-slides > *')
      .evaluateAll((each) =>
        each
          .filter((one) => one.checkVisibility({ visibilityProperty: true }))
          .map((one) => one.getBoundingClientRect().y),
      )
    expect(new Set(tops).size).toBe(3)
  })
}
