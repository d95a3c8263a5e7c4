import type { APIRequestContext } from '@playwright/test'
import { categories, categoryPath } from '@naic/content/categories.ts'
import { languageOf } from '@naic/content/languages.ts'
import { sitePaths } from '@naic/content/site-map.ts'
import { allPaths, pagePaths } from '#support/all-paths.ts'
import { internshipPaths } from '#support/internships.ts'
import { expect, test, testOfAnswers } from '../site-test.ts'

/** The built site as programs get it: what needs no page of a browser. */

const pages = [...sitePaths, ...internshipPaths]

const textOf = async (request: APIRequestContext, path: string) => (await request.get(path)).text()
const first = (text: string, pattern: RegExp) => pattern.exec(text)?.[1] ?? ''

testOfAnswers('no link and no file of any page leads nowhere', async ({ request, site }) => {
  const seen = new Set<string>()
  const waiting: string[] = [...pagePaths]
  const broken: string[] = []
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    const path = address.replace(site.url, '').replace(/#.*/, '')
    if (seen.has(path)) continue
    seen.add(path)
    const response = await request.get(path)
    if (!response.ok()) broken.push(`${path}: ${response.status()}`)
    if (!response.headers()['content-type']?.startsWith('text/html')) continue
    const html = await response.text()
    for (const [, link = ''] of html.matchAll(/\s(?:href|src|content)="([^"]*)"/g)) {
      if (link.startsWith(site.url) || /^\/(?!\/)/.test(link))
        waiting.push(link.replaceAll('&amp;', '&'))
    }
  }
  expect(broken).toEqual([])
  expect(seen.size).toBeGreaterThan(60)
})

testOfAnswers('every page and category has a head of its own', async ({ request, site }) => {
  const [titles, descriptions] = [new Set<string>(), new Set<string>()]
  const listed = [...pages, ...categories.map(categoryPath)]
  for (const path of listed) {
    const page = await request.get(path)
    expect(page.headers()['content-security-policy'], path).toContain("default-src 'none'")
    const html = await page.text()
    const title = first(html, /<title>(.*?)<\/title>/).replaceAll(/&[a-z]+;/g, '&')
    const description = first(html, /name="description" content="([^"]*)"/)
    // A search shows only the beginning of more.
    expect(title.length, title).toBeLessThan(60)
    if (path.includes('?')) expect(description.length, description).toBeLessThanOrEqual(160)
    titles.add(title)
    descriptions.add(description)
    const language = languageOf(path)?.code ?? 'en'
    expect(html).toContain(`property="og:locale" content="${language}_IN"`)
    expect(html).toContain(`rel="canonical" href="${site.url}${path}"`)
    expect(html).toContain('name="twitter:card" content="summary_large_image"')
    const image = first(html, /property="og:image" content="([^"]*)"/)
    expect(image, path).toMatch(new RegExp(`^${site.url}/share/.*\\.png$`))
    const response = await request.get(image)
    expect(response.headers()['content-type']).toBe('image/png')
    const png = await response.body()
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
    expect(png.length).toBeLessThan(100_000)
  }
  expect([titles.size, descriptions.size]).toEqual([listed.length, listed.length])
})

testOfAnswers('a search has the address of its category', async ({ request, site }) => {
  for (const [asked, canonical] of [
    ['?q=react', '/internships'],
    ['?q=react&category=All', '/internships'],
    ['?category=Nonsense', '/internships'],
    ['?category=Web%20Development&q=react&x=1', '/internships?category=Web+Development'],
  ] as const) {
    const html = await textOf(request, `/internships${asked}`)
    expect(html).toContain(`rel="canonical" href="${site.url}${canonical}"`)
  }
})

testOfAnswers('sitemap.xml names every page with its address', async ({ request, site }) => {
  const response = await request.get('/sitemap.xml')
  expect(response.headers()['content-type']).toContain('application/xml')
  const entries = [...(await response.text()).matchAll(/^ {2}<url><loc>([^<]+)<\/loc><\/url>$/gm)]
  const all = [...pages, ...categories.map(categoryPath)]
  expect(entries.map(([, url]) => url).sort()).toEqual(all.map((path) => site.url + path).sort())
})

testOfAnswers('robots.txt and llms.txt describe the site', async ({ request, site }) => {
  const robots = await textOf(request, '/robots.txt')
  expect(robots.match(/^(Disallow|Allow):.*$/gm)).toEqual(['Disallow: /api/'])
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  const text = await textOf(request, '/llms.txt')
  expect(text).toMatch(/^# National Academic Internship Council/)
  for (const path of pages) expect(text).toContain(`](${site.url}${path})`)
  expect(text).toContain(`${site.url}/api/certificates/ID answers`)
  expect(text).toContain('Online, 4 weeks. Week by week: See the traffic; Scan and close;')
})

test('/sitemap has three groups of links to every page, and a tree', async ({ page }) => {
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
  const tree = main.getByRole('region', { name: 'All addresses as a tree' })
  await expect(tree.getByRole('listitem')).toHaveCount(pages.length)
})

type Icon = { src: string; sizes: string; type: string }

testOfAnswers('the manifest names icons of the sizes it says', async ({ request }) => {
  const address = first(await textOf(request, '/'), /rel="manifest" href="([^"]*)"/)
  const manifest = (await (await request.get(address)).json()) as {
    icons: Icon[]
    shortcuts: { icons: Icon[] }[]
  }
  const all = [...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)]
  for (const { src, sizes, type } of all) {
    const icon = await request.get(src)
    expect(icon.headers()['content-type'], src).toContain(type)
    if (type !== 'image/png') continue
    const png = await icon.body()
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes)
  }
})

testOfAnswers('an answer that is made for one request is sent small', async ({ request }) => {
  for (const address of ['/verify/NAIC25A7K2M', '/apply?internship=3']) {
    const lengthAs = async (encoding: string) => {
      const answer = await request.get(address, { headers: { 'Accept-Encoding': encoding } })
      expect(answer.headers()['content-encoding'] ?? 'identity').toBe(encoding)
      return Number(answer.headers()['content-length'])
    }
    const plain = await lengthAs('identity')
    for (const encoding of ['br', 'gzip'])
      expect(await lengthAs(encoding)).toBeLessThan(plain * 0.75)
  }
})

/** So much comes with the first round trip of a new line. */
const firstBytes = 14 * 1024

testOfAnswers('every page comes in one round trip', async ({ baseURL }) => {
  for (const path of allPaths) {
    const bytes = async () => {
      const answer = await fetch(`${baseURL}${path}`, { headers: { 'Accept-Encoding': 'br' } })
      return Number(answer.headers.get('content-length') ?? Infinity)
    }
    // Home has the most pictures in it, and the list all its cards, so that no script makes any.
    const most = /^\/(internships(\?.*)?)?$/.test(path) ? 16 * 1024 : firstBytes
    await expect.poll(bytes, { message: path }).toBeLessThanOrEqual(most)
  }
})
