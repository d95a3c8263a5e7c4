import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Frame, Page } from '@playwright/test'
import { RunningSite } from '../support/start-site.ts'
import {
  bothScreens,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test as base,
} from './site-test.ts'

/** A hosted form on another origin, and a site whose TASK_FORM_URL names it. */
const test = base.extend<object, { formUrl: string; siteWithForm: RunningSite }>({
  formUrl: [
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
      await use(`http://127.0.0.1:${port}/tasks?a=1&b=2`)
      server.close()
    },
    { scope: 'worker' },
  ],
  siteWithForm: [
    async ({ formUrl }, use) => {
      const site = await RunningSite.start({ TASK_FORM_URL: formUrl })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

const frameElement = (page: Page) => page.getByTitle('Task submission form')
const height = (page: Page) =>
  frameElement(page).evaluate(
    (frame) => (frame as HTMLIFrameElement).getBoundingClientRect().height,
  )

async function openForm(page: Page, site: RunningSite): Promise<Frame> {
  await page.goto(`${site.url}/submit-task`)
  await page.waitForLoadState('networkidle')
  const frame = page.frames().find((candidate) => candidate !== page.mainFrame())
  if (!frame) throw new Error('There is no frame.')
  return frame
}

const report = (frame: Frame, data: unknown) =>
  frame.evaluate((message) => window.parent.postMessage(message, '*'), data)

const resize = (pixels: unknown) => JSON.stringify({ type: 'resize', height: pixels })

test('the form of TASK_FORM_URL stands in a frame that takes the reported height and 50 px', async ({
  page,
  siteWithForm,
}) => {
  const frame = await openForm(page, siteWithForm)
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Hosted /tasks?a=1&b=2')
  expect(await height(page)).toBe(1200)
  await report(frame, resize(700))
  await expect.poll(() => height(page)).toBe(750)
  await report(frame, resize(2000.4))
  await expect.poll(() => height(page)).toBe(2051)
  await expectNoSidewaysScroll(page)
})

test('a height that is sent as text counts', async ({ page, siteWithForm }) => {
  const frame = await openForm(page, siteWithForm)
  await report(frame, resize('900'))
  await expect.poll(() => height(page)).toBe(950)
  await report(frame, resize(' 810.5 '))
  await expect.poll(() => height(page)).toBe(861)
})

test('malformed messages, and those of anybody else, change nothing', async ({
  page,
  siteWithForm,
}) => {
  const frame = await openForm(page, siteWithForm)
  for (const data of [
    { type: 'resize', height: 400 },
    'resize',
    '{"type":"resize"',
    'null',
    '{"type":"scroll","height":400}',
    resize(''),
    resize('400px'),
    resize('0x400'),
    resize('1e9'),
    resize('Infinity'),
    resize('9'.repeat(400)),
    resize(-1),
    resize(null),
    resize(1e9),
  ]) {
    await report(frame, data)
  }
  // The page itself, and another frame of the form's own origin.
  await page.evaluate((message) => window.postMessage(message, '*'), resize(400))
  await frame.evaluate(async (message) => {
    const inner = document.createElement('iframe')
    inner.srcdoc = `<script>top.postMessage(${JSON.stringify(message)}, '*')</script>`
    document.body.append(inner)
    await new Promise((resolve) => inner.addEventListener('load', resolve))
  }, resize(400))
  await report(frame, resize(640))
  await expect.poll(() => height(page)).toBe(690)
  const seen = await page.evaluate(() => document.querySelector('iframe')?.height)
  expect(seen).toBe('690')
})

test('a height that is reported before the page’s scripts have come is not lost', async ({
  page,
  siteWithForm,
}) => {
  const script = Promise.withResolvers<void>()
  await page.route(`${siteWithForm.url}/assets/*.js`, async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto(`${siteWithForm.url}/submit-task`, { waitUntil: 'commit' })
  await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible()
  const [, frame] = page.frames()
  if (frame) await report(frame, resize(500))
  expect(await height(page)).toBe(1200)
  script.resolve()
  await expect.poll(() => height(page)).toBe(550)
})

test('the form shows as well after a visit that began elsewhere', async ({
  page,
  siteWithForm,
}) => {
  await page.goto(`${siteWithForm.url}/sitemap`)
  await page.getByRole('main').getByRole('link', { name: 'Submit a Task' }).click()
  await expect(page.frameLocator('iframe').getByRole('heading')).toHaveText('Hosted /tasks?a=1&b=2')
})

test('the frame is shut in: it may not lead the page away', async ({ page, siteWithForm }) => {
  await openForm(page, siteWithForm)
  const allowed = await frameElement(page).getAttribute('sandbox')
  expect(allowed?.split(' ').sort()).toEqual([
    'allow-forms',
    'allow-popups',
    'allow-same-origin',
    'allow-scripts',
  ])
})

test('without TASK_FORM_URL the frame says that the form is not open, and how to ask', async ({
  page,
}) => {
  await page.goto('/submit-task')
  const form = page.frameLocator('iframe')
  await expect(form.getByRole('heading', { level: 1 })).toHaveText('The task form is not open yet')
  await expect(form.getByRole('main')).toContainText('If your task is due soon, write to us.')
  await expect(form.getByRole('main')).not.toContainText(/TASK_FORM_URL|operator/)
  await expect.poll(() => height(page)).toBeLessThan(1200)
  const content = await form.locator('#main').evaluate((main) => main.clientHeight)
  await expect.poll(() => height(page)).toBe(content + 50)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await form.getByRole('link', { name: 'Contact us' }).click()
  await expect(page).toHaveURL('/contact')
})

test(
  'the form is in the first screen, before what is said of it',
  bothScreens,
  async ({ page }) => {
    await page.goto('/submit-task')
    const form = frameElement(page)
    const top = async () => (await form.boundingBox())?.y ?? Infinity
    expect(await top()).toBeLessThan((page.viewportSize()?.height ?? 0) / 2)
    const firstBlurb = page.getByRole('heading', { name: 'Security' })
    expect(await top()).toBeLessThan((await firstBlurb.boundingBox())?.y ?? 0)
    const isBefore = await form.evaluate((frame) => {
      const [blurbs] = document.querySelectorAll('main h2, main h3')
      return (
        blurbs && (frame.compareDocumentPosition(blurbs) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
      )
    })
    expect(isBefore).toBe(true)
  },
)

test('what the frame shows has its main landmark, as a page of its own too', async ({ page }) => {
  await page.goto('/task-form-not-set-up')
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page)
})

test('the page has its three blurbs, the way back and the legal links', async ({ page }) => {
  await page.goto('/submit-task')
  const blurbs = page.getByRole('region', { name: 'How submissions are handled' })
  await expect(blurbs.getByRole('heading')).toHaveText([
    'Security',
    'Instant processing',
    'Analytics',
  ])
  const back = page.getByRole('link', { name: 'Return to Main Portal' })
  await expect(back.first()).toHaveAttribute('href', '/')
  await expect(page.getByRole('navigation', { name: 'Legal' }).getByRole('link')).toHaveCount(7)
})

test('blurbs and frame come up as they are scrolled in, unless less motion is asked for', async ({
  page,
}) => {
  await page.goto('/submit-task')
  const moving = page.locator('.scroll-in')
  const animations = () =>
    moving.evaluateAll((parts) => parts.map((part) => getComputedStyle(part).animationName))
  expect(await animations()).toEqual(Array(4).fill('scroll-in'))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animations()).toEqual(Array(4).fill('none'))
  for (const part of await moving.all()) await expect(part).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('form and blurbs are there', async ({ page, siteWithForm }) => {
    await page.goto(`${siteWithForm.url}/submit-task`)
    await expect(page.frameLocator('iframe').getByRole('heading')).toBeVisible()
    expect(await frameElement(page).getAttribute('height')).toBe('1200')
    await expect(page.getByRole('heading', { name: 'Analytics' })).toBeVisible()
  })
})
