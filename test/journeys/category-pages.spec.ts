import type { Page } from '@playwright/test'
import { categories, categoryPath } from '@naic/content/categories.ts'
import { desktopOnly, expect, test } from './site-test.ts'

const head = async (page: Page) => ({
  title: await page.title(),
  description: await page.locator('meta[name=description]').getAttribute('content'),
  canonical: await page.locator('link[rel=canonical]').getAttribute('href'),
})

test(
  'every category has a title, a description and an address of its own',
  desktopOnly,
  async ({ page, site }) => {
    await page.goto('/internships')
    const heads = [await head(page)]
    for (const category of categories) {
      await page.goto(categoryPath(category))
      const found = await head(page)
      expect(found.title).toContain(category)
      expect(found.title.length).toBeLessThan(60)
      expect(found.description).toContain(category)
      expect(found.description?.length).toBeLessThanOrEqual(160)
      expect(found.canonical).toBe(site.url + categoryPath(category))
      heads.push(found)
    }
    expect(new Set(heads.map(({ title }) => title)).size).toBe(9)
    expect(new Set(heads.map(({ description }) => description)).size).toBe(9)
  },
)

test(
  'a search belongs to its category, or to the whole list',
  desktopOnly,
  async ({ page, site }) => {
    for (const [asked, canonical] of [
      ['?q=react', '/internships'],
      ['?q=react&category=All', '/internships'],
      ['?category=Nonsense', '/internships'],
      ['?category=Web%20Development&q=react&x=1', '/internships?category=Web+Development'],
    ] as const) {
      await page.goto(`/internships${asked}`)
      expect((await head(page)).canonical).toBe(site.url + canonical)
    }
  },
)

test('the title follows the category that is chosen', desktopOnly, async ({ page }) => {
  await page.goto('/internships')
  await page.getByLabel('Filter by category').selectOption('Cyber Security')
  await expect(page).toHaveTitle(/Cyber Security/)
})

test('search engines are told of every category', desktopOnly, async ({ page, request, site }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const category of categories) {
    expect(sitemap).toContain(`<loc>${site.url}${categoryPath(category)}</loc>`)
  }
  await page.goto(categoryPath('Web Development'))
  const data = await page.locator('head script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data ?? '')).toMatchObject({ '@type': 'ItemList', numberOfItems: 3 })
})
