import { createServer } from 'node:http'
import type { Frame, Page } from '@playwright/test'
import { portOf } from '#support/port-of.ts'
import { RunningSite } from '#support/start-site.ts'
import { countShifts, shift } from '../layout-faults.ts'
import { bothScreens, expect, test as base, hold, openAlive } from '../site-test.ts'

/** A hosted form on another origin, and a site whose TASK_FORM_URL names it. */
const test = base.extend<object, { siteWithForm: RunningSite }>({
  siteWithForm: [
    // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright asks for a pattern
    async ({}, use) => {
      const server = createServer((request, response) => {
        response.setHeader('Content-Type', 'text/html')
        response.end(`<!doctype html><title>Form</title><h1>Hosted ${request.url}</h1>`)
      })
      const url = `http://127.0.0.1:${await portOf(server)}/tasks?a=1&b=2`
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

const report = (frame: Frame, data: string) =>
  frame.evaluate((message) => window.parent.postMessage(message, '*'), data)

const resize = (pixels: number) => JSON.stringify({ type: 'resize', height: pixels })

// Which messages are understood, `task-form.test.ts` holds.
test('the frame takes the height that its form alone reports', async ({ page, siteWithForm }) => {
  await countShifts(page)
  // A form may report before the page's own scripts have come.
  const release = await hold(page, `${siteWithForm.url}/assets/*.js`)
  await page.goto(`${siteWithForm.url}/submit-task`, { waitUntil: 'commit' })
  await expect(hosted(page)).toHaveText('Hosted /tasks?a=1&b=2')
  const allowed = await frameElement(page).getAttribute('sandbox')
  expect(allowed).toBe('allow-forms allow-scripts allow-same-origin allow-popups')
  const frame = formOf(page)
  expect(await height(page)).toBe(1200)
  await report(frame, resize(500))
  await expect.poll(() => height(page)).toBe(550)
  release()
  expect(await shift(page)).toBeLessThan(0.02)

  await frameElement(page).evaluate((element) => {
    const all: number[] = []
    Object.assign(window, { all })
    new ResizeObserver(() => all.push(element.getBoundingClientRect().height)).observe(element)
  })
  const heights = () => page.evaluate(() => (window as unknown as { all: number[] }).all)
  await expect.poll(heights).toEqual([550])
  // The page itself, and another frame of the form's own origin.
  await page.evaluate((message) => window.postMessage(message, '*'), resize(400))
  await frame.evaluate(async (message) => {
    const inner = document.createElement('iframe')
    inner.srcdoc = `<script>top.postMessage(${JSON.stringify(message)}, '*')</script>`
    document.body.append(inner)
    await new Promise((resolve) => inner.addEventListener('load', resolve))
  }, resize(400))
  await report(frame, resize(800))
  await expect.poll(heights).toEqual([550, 850])

  // As well after a visit that began elsewhere.
  await page.goto(`${siteWithForm.url}/sitemap`)
  await page.getByRole('main').getByRole('link', { name: 'Submit a Task' }).click()
  await expect(hosted(page)).toHaveText('Hosted /tasks?a=1&b=2')
})

test('the form is in the first screen, before three blurbs', bothScreens, async ({ page }) => {
  await page.goto('/submit-task')
  const form = frameElement(page)
  const top = (await form.boundingBox())?.y ?? Infinity
  expect(top).toBeLessThan((page.viewportSize()?.height ?? 0) / 2)
  const security = page.getByRole('heading', { name: 'Security' })
  expect(top).toBeLessThan((await security.boundingBox())?.y ?? 0)
  const blurbs = page.getByRole('region', { name: 'How submissions are handled' })
  const headings = ['Security', 'Instant processing', 'Analytics']
  await expect(blurbs.getByRole('heading')).toHaveText(headings)
  const back = page.getByRole('link', { name: 'Return to Main Portal' })
  await expect(back.first()).toHaveAttribute('href', '/')
  await expect(page.getByRole('navigation', { name: 'Legal' }).getByRole('link')).toHaveCount(7)
  const moving = page.locator('.scroll-in')
  await expect(moving).toHaveCount(4)
  await expect(moving.first()).toHaveCSS('animation-name', 'scroll-in')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const each of await moving.all()) await expect(each).toHaveCSS('animation-name', 'none')
})

test('without TASK_FORM_URL the frame says that the form is not open', async ({ page }) => {
  const form = page.frameLocator('iframe')
  const content = () => form.locator('#main').evaluate((main) => main.clientHeight)
  await countShifts(page)
  for (const [width, tall] of [
    [1280, 900],
    [1366, 768],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height: tall })
    await openAlive(page, '/submit-task')
    await expect.poll(async () => (await height(page)) === (await content()) + 50).toBe(true)
    expect(await shift(page)).toBeLessThan(0.02)
  }
  await expect(form.getByRole('heading', { level: 1 })).toHaveText('The task form is not open yet')
  await expect(form.getByRole('main')).toContainText('If your task is due soon, write to us.')
  const how = form.getByText('the setting TASK_FORM_URL')
  await expect(how).toBeHidden()
  const folded = (await content()) + 50
  await form.getByText('For whoever runs this website').click()
  await expect(how).toBeVisible()
  await expect.poll(() => height(page)).toBeGreaterThan(folded)
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
