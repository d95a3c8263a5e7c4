import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from '../site-test.ts'

const drawings = globSync('content/internships/*.svg').map((file) => ({
  id: parseInt(path.basename(file), 10),
  svg: readFileSync(file, 'utf8'),
}))
/** Every drawing begins with it, and nothing else on the site has it. */
const ground = 'M0 0h320v200H0z'

const fileOfAll = /\/assets\/scenes-[\w-]{8}\.svg$/
/** What is in the file has a size only when it has come, and only where the policy lets it. */
const widthOf = (scene: Locator) => scene.evaluate((svg) => (svg as SVGSVGElement).getBBox().width)

test('every drawing is in the page of its internship itself, stays when scripts have come, and is in no script', async ({
  page,
  request,
}) => {
  expect(drawings).toHaveLength(12)
  for (const { id, svg } of drawings) {
    const html = await (await request.get(`/internships/${id}`)).text()
    const [, , ...shapes] = svg.trim().split('\n')
    expect(html).toContain(shapes.slice(0, -1).join(''))
  }
  const carrying: string[] = []
  page.on('response', async (response) => {
    const isData = /\.(js|data)$/.test(new URL(response.url()).pathname)
    if (isData && (await response.text()).includes(ground)) carrying.push(response.url())
  })
  await page.goto('/internships/8', { waitUntil: 'networkidle' })
  await expect(page.locator('svg.scene')).toHaveCount(1)
  await expect(page.locator('svg.scene > use')).toHaveCount(0)
  expect(carrying).toEqual([])
})

test('the list has in itself what a window may show at first, and the rest in one file', async ({
  page,
  request,
}) => {
  const fetched: string[] = []
  page.on('request', (asked) => {
    if (fileOfAll.test(asked.url())) fetched.push(asked.url())
  })
  await page.goto('/internships', { waitUntil: 'networkidle' })
  await expect(page.locator('[aria-labelledby=featured] svg.scene > use')).toHaveCount(0)
  const others = page.locator('[data-cards] svg.scene:has(use)')
  await expect(others).toHaveCount(12)
  for (const scene of await others.all()) {
    await expect.poll(() => widthOf(scene)).toBeGreaterThanOrEqual(320)
  }
  expect(fetched).toHaveLength(1)

  const search = await (await request.get('/internships?category=Python+Programming')).text()
  expect(search).toContain(ground)
})

test('after a link, the drawings that the page before had not come in one file', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (fileOfAll.test(request.url())) fetched.push(request.url())
  })
  await page.goto('/contact', { waitUntil: 'networkidle' })
  expect(fetched).toEqual([])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Internships' }).click()
  const scene = page.locator('svg.scene').first()
  await expect(scene.locator('use')).toHaveCount(1)
  await expect.poll(() => widthOf(scene)).toBeGreaterThanOrEqual(320)
  expect(fetched).toHaveLength(1)
})
