import { categories, categoryPath } from '@naic/content/categories.ts'
import { internshipPaths } from '../support/internships.ts'
import { expect, test } from './site-test.ts'

const pages = [
  '/',
  '/about',
  '/internships',
  '/apply',
  '/contact',
  '/verification',
  '/verification/several',
  '/submit-task',
  ...internshipPaths,
  '/privacy',
  '/terms',
  '/cookies',
  '/accessibility',
  '/sitemap',
  '/code-of-conduct',
  '/refund-policy',
]

test('the sitemap has three groups of links to every page, and a tree', async ({ page }) => {
  await page.goto('/sitemap')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Main pages',
    'Internships',
    'Legal and information',
    'All addresses as a tree',
  ])
  const links = main.getByRole('listitem').getByRole('link')
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(hrefs.sort()).toEqual(pages.toSorted())
  const tree = await main.locator('pre').textContent()
  expect(tree?.split('\n')).toHaveLength(pages.length + 1)
  expect(tree).toContain('├── /internships  Internships\n│   ├── /1  Frontend Web Development\n')
  await expect(page.getByText(/^Last Updated: /)).toBeVisible()
})

test('sitemap.xml names every page with its absolute address, and each answers', async ({
  request,
  site,
}) => {
  const response = await request.get('/sitemap.xml')
  expect(response.headers()['content-type']).toContain('application/xml')
  const found = [...(await response.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
  const all = [...pages, ...categories.map(categoryPath)]
  expect(found.sort()).toEqual(all.map((path) => site.url + path).sort())
  for (const url of found) expect((await request.get(url ?? '')).status()).toBe(200)
})

test('robots.txt lets robots read that certificates are noindex, and names the sitemap', async ({
  request,
  site,
}) => {
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots.match(/^(Disallow|Allow):.*$/gm)).toEqual(['Disallow: /api/'])
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`)
})

test('llms.txt describes the site with links', async ({ request, site }) => {
  const text = await (await request.get('/llms.txt')).text()
  expect(text).toMatch(/^# National Academic Internship Council/)
  for (const path of pages) expect(text).toContain(`](${site.url}${path})`)
  expect(text).toContain('Online, 4 weeks. Week by week: See the traffic; Scan and close;')
})

test('every page has a share picture of its own, 1200 by 630 and below 100 KB', async ({
  request,
  site,
}) => {
  for (const path of pages) {
    const html = await (await request.get(path)).text()
    const image = /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
    expect(image, path).toMatch(new RegExp(`^${site.url}/share/.*\\.png$`))
    const response = await request.get(image)
    expect(response.headers()['content-type']).toBe('image/png')
    const png = await response.body()
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.length).toBeLessThan(100_000)
    expect(html).toContain('name="twitter:card" content="summary_large_image"')
  }
})

test('the manifest names icons of the sizes it says', async ({ page, request }) => {
  await page.goto('/')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const response = await request.get(href ?? '')
  expect(response.headers()['content-type']).toBe('application/manifest+json')
  const { icons, short_name } = (await response.json()) as {
    short_name: string
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
  }
  expect(short_name).toBe('NAIC')
  expect(icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes, type } of icons.filter((icon) => icon.type === 'image/png')) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type']).toBe(type)
    expect(`${(await icon.body()).readUInt32BE(16)}x${(await icon.body()).readUInt32BE(20)}`).toBe(
      sizes,
    )
  }
  for (const rel of ['icon', 'apple-touch-icon']) {
    for (const link of await page.locator(`link[rel=${rel}]`).all()) {
      expect((await request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
    }
  }
})

test('the manifest has short cuts to what people come for', async ({ request }) => {
  const { shortcuts } = (await (await request.get('/manifest.webmanifest')).json()) as {
    shortcuts: { name: string; url: string; icons: { src: string }[] }[]
  }
  expect(shortcuts.map(({ name, url }) => [name, url])).toEqual([
    ['Internships', '/internships'],
    ['Apply for Internship', '/apply'],
    ['Verify a Certificate', '/verification'],
  ])
  for (const { url, icons } of shortcuts) {
    expect((await request.get(url)).status()).toBe(200)
    for (const { src } of icons) expect((await request.get(src)).status()).toBe(200)
  }
})
