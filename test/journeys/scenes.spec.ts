import { globSync, readFileSync } from 'node:fs'
import { expect, test } from './site-test.ts'

const drawings = globSync('content/internships/*.svg').map((file) => readFileSync(file, 'utf8'))
/** Every drawing begins with it, and nothing else on the site has it. */
const ground = 'M0 0h320v200H0z'

test('every drawing is in the page itself, stays when scripts have come, and is in no script', async ({
  page,
  request,
}) => {
  const html = await (await request.get('/internships')).text()
  for (const svg of drawings) {
    const [, , ...shapes] = svg.trim().split('\n')
    expect(html).toContain(shapes.slice(0, -1).join(''))
  }
  const carrying: string[] = []
  page.on('response', async (response) => {
    const isData = /\.(js|data)$/.test(new URL(response.url()).pathname)
    if (isData && (await response.text()).includes(ground)) carrying.push(response.url())
  })
  await page.goto('/internships', { waitUntil: 'networkidle' })
  const scenes = page.locator('svg.scene')
  expect(await scenes.count()).toBeGreaterThanOrEqual(drawings.length)
  expect(await page.locator('svg.scene > use').count()).toBe(0)
  expect(carrying).toEqual([])
})

test('after a link, the drawings that the page before had not come in one file', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/scenes-[\w-]{8}\.svg$/.test(request.url())) fetched.push(request.url())
  })
  await page.goto('/contact', { waitUntil: 'networkidle' })
  expect(fetched).toEqual([])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Internships' }).click()
  const scene = page.locator('svg.scene').first()
  await expect(scene.locator('use')).toHaveCount(1)
  // What is in the file has a size only when it has come, and only where the policy lets it.
  const width = () => scene.evaluate((svg) => (svg as SVGSVGElement).getBBox().width)
  await expect.poll(width).toBeGreaterThanOrEqual(320)
  expect(fetched).toHaveLength(1)
})
