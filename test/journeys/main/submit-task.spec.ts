import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Frame, Page } from '@playwright/test'
import { RunningSite } from '#support/start-site.ts'
import { bothScreens, expect, test as base, hold } from '../site-test.ts'

/** A hosted form on another origin, and a site whose TASK_FORM_URL names it. */
const test = base.extend<object, { siteWithForm: RunningSite }>({
  siteWithForm: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const server = createServer((request, response) => {
        response.setHeader('Content-Type', 'text/html')
        response.end(`<!doctype html><title>Form</title><h1>Hosted ${request.url}</h1>`)
      })
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const port = typeof address === 'object' ? address?.port : undefined
      const url = `http://127.0.0.1:${port}/tasks?a=1&b=2`
      const site = await RunningSite.start({ TASK_FORM_URL: url })
      await use(site)
      await site.stop()
      server.close()
    },
    { scope: 'worker' },
  ],
})

const frameElement = (page: Page) => page.getByTitle('Task submission form')
const hosted = (page: Page) => page.frameLocator('iframe').getByRole('heading')
const height = async (page: Page) => (await frameElement(page).boundingBox())?.height

const formOf = (page: Page): Frame => {
  const frame = page.frames().find((candidate) => candidate !== page.mainFrame())
  if (!frame) throw new Error('There is no frame.')
  return frame
}

const report = (frame: Frame, data: unknown) =>
  frame.evaluate((message) => window.parent.postMessage(message, '*'), data)

const resize = (pixels: unknown) => JSON.stringify({ type: 'resize', height: pixels })

/** From now on, every height that the frame is given. */
async function watchHeights(page: Page): Promise<() => Promise<number[]>> {
  await frameElement(page).evaluate((frame) => {
    const heights: number[] = []
    Object.assign(window, { heights })
    new ResizeObserver(() => heights.push(frame.getBoundingClientRect().height)).observe(frame)
  })
  return () => page.evaluate(() => (window as unknown as { heights: number[] }).heights)
}

// Which messages are understood, `task-form-frame.test.ts` holds.
test('the frame of TASK_FORM_URL takes the height that its form reports and 50 px, also before the scripts have come, and nobody else changes it', async ({
  page,
  siteWithForm,
}) => {
  const release = await hold(page, `${siteWithForm.url}/assets/*.js`)
  await page.goto(`${siteWithForm.url}/submit-task`, { waitUntil: 'commit' })
  await expect(hosted(page)).toHaveText('Hosted /tasks?a=1&b=2')
  const allowed = await frameElement(page).getAttribute('sandbox')
  expect(allowed?.split(' ').sort()).toEqual([
    'allow-forms',
    'allow-popups',
    'allow-same-origin',
    'allow-scripts',
  ])
  const frame = formOf(page)
  await report(frame, resize(500))
  expect(await height(page)).toBe(1200)
  release()
  await expect.poll(() => height(page)).toBe(550)

  for (const [reported, shown] of [
    [700, 750],
    [2000.4, 2051],
    ['900', 950],
  ] as const) {
    await report(frame, resize(reported))
    await expect.poll(() => height(page)).toBe(shown)
  }
  const heights = await watchHeights(page)
  await expect.poll(heights).toEqual([950])
  for (const data of [{ type: 'resize', height: 400 }, '{"type":"resize"', resize('400px'), 'null'])
    await report(frame, data)
  // The page itself, and another frame of the form's own origin.
  await page.evaluate((message) => window.postMessage(message, '*'), resize(400))
  await frame.evaluate(async (message) => {
    const inner = document.createElement('iframe')
    inner.srcdoc = `<script>top.postMessage(${JSON.stringify(message)}, '*')</script>`
    document.body.append(inner)
    await new Promise((resolve) => inner.addEventListener('load', resolve))
  }, resize(400))
  await report(frame, resize(800))
  await expect.poll(heights).toEqual([950, 850])

  // As well after a visit that began elsewhere.
  await page.goto(`${siteWithForm.url}/sitemap`)
  await page.getByRole('main').getByRole('link', { name: 'Submit a Task' }).click()
  await expect(hosted(page)).toHaveText('Hosted /tasks?a=1&b=2')
})

test(
  'the form is in the first screen, before three blurbs, the way back and the legal links',
  bothScreens,
  async ({ page }) => {
    await page.goto('/submit-task')
    const form = frameElement(page)
    const top = (await form.boundingBox())?.y ?? Infinity
    expect(top).toBeLessThan((page.viewportSize()?.height ?? 0) / 2)
    const security = page.getByRole('heading', { name: 'Security' })
    expect(top).toBeLessThan((await security.boundingBox())?.y ?? 0)
    const isBefore = await form.evaluate((frame) => {
      const blurb = document.querySelector('main h2, main h3')
      return blurb && frame.compareDocumentPosition(blurb) & Node.DOCUMENT_POSITION_FOLLOWING
    })
    expect(isBefore).toBeTruthy()
    const blurbs = page.getByRole('region', { name: 'How submissions are handled' })
    await expect(blurbs.getByRole('heading')).toHaveText([
      'Security',
      'Instant processing',
      'Analytics',
    ])
    const back = page.getByRole('link', { name: 'Return to Main Portal' })
    await expect(back.first()).toHaveAttribute('href', '/')
    await expect(page.getByRole('navigation', { name: 'Legal' }).getByRole('link')).toHaveCount(7)
    const moving = page.locator('.scroll-in')
    const animations = () =>
      moving.evaluateAll((parts) => parts.map((part) => getComputedStyle(part).animationName))
    expect(await animations()).toEqual(Array(4).fill('scroll-in'))
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await animations()).toEqual(Array(4).fill('none'))
    for (const each of await moving.all()) await expect(each).toBeVisible()
  },
)

test('without TASK_FORM_URL the frame says that the form is not open, how to ask, and folded how to set it', async ({
  page,
}) => {
  await page.goto('/submit-task')
  const form = page.frameLocator('iframe')
  await expect(form.getByRole('heading', { level: 1 })).toHaveText('The task form is not open yet')
  await expect(form.getByRole('main')).toContainText('If your task is due soon, write to us.')
  const how = form.getByText('the setting TASK_FORM_URL')
  await expect(how).toBeHidden()
  await expect.poll(() => height(page)).toBeLessThan(1200)
  const content = await form.locator('#main').evaluate((main) => main.clientHeight)
  await expect.poll(() => height(page)).toBe(content + 50)
  await form.getByText('For whoever runs this website').click()
  await expect(how).toBeVisible()
  await expect.poll(() => height(page)).toBeGreaterThan(content + 50)
  await form.getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL('/contact')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('form and blurbs are there', async ({ page, siteWithForm }) => {
    await page.goto(`${siteWithForm.url}/submit-task`)
    await expect(hosted(page)).toBeVisible()
    expect(await frameElement(page).getAttribute('height')).toBe('1200')
    await expect(page.getByRole('heading', { name: 'Analytics' })).toBeVisible()
  })
})
