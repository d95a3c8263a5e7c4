import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { RunningSite } from '#support/start-site.ts'
import { choose, expectVerdict, file } from '../certificate-page.ts'
import { fillMessage, messageSent, submitButton } from '../filled-forms.ts'
import { expect, test } from '../site-test.ts'

/** What opens without a network at all (decision 095). */

// The browser says on the console that it has no network, and the page that a script did not come.
const forgiven =
  /^Failed to load resource|net::ERR_|route module|imported module|cross-world service/
test.use({ serviceWorkers: 'allow', forgiven })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const offline = 'You are offline'

/** Opens a page and waits until a worker answers for it. */
async function visit(page: Page, path = '/internships'): Promise<void> {
  await page.goto(path)
  await untilControlled(page)
}

const untilControlled = (page: Page) =>
  page.waitForFunction(async () => {
    const { active } = await navigator.serviceWorker.ready
    return active?.state === 'activated' && navigator.serviceWorker.controller !== null
  })

/** Waits until the page, whose clock the journey holds, has done what it does some seconds later. */
async function untilAtRest(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: 'Open menu', expanded: false })
  await expect(menu).toHaveAttribute('aria-expanded')
  await page.clock.runFor(20_000)
}

/** Every address that the browser keeps, by the cache it is in. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const all: Record<string, string[]> = {}
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys()
      all[name] = requests.map(({ url }) => new URL(url).pathname)
    }
    return all
  })

const workers = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

test('after one visit listed and opened pages open', async ({ page, context }) => {
  await visit(page)
  await page.goto('/internships/7')
  await page.goto('/hi/internships/7')
  await page.goto('/about/')
  await context.setOffline(true)
  const listed = ['/internships', '/', '/apply', '/contact', '/hi', '/verification']
  for (const path of [...listed, '/internships/7', '/hi/internships/7', '/about']) {
    await page.goto(path)
    await expect(heading(page)).not.toHaveText(offline)
    await expect(page.locator('[data-island]:not([data-alive])')).toHaveCount(0)
  }
  // From page to page by links, as with a network.
  await page.goto('/internships')
  await page.locator('main a[href="/internships/7"]').first().click()
  await expect(heading(page)).toHaveText('UI/UX Design')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).press('Enter')
  await expect(heading(page)).toHaveText(offline)
  await page.getByRole('main').getByRole('link', { name: 'All internships' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
})

test('searches and saved internships work without a network', async ({ page, context }) => {
  await visit(page)
  await page.evaluate(() => localStorage.setItem('saved-internships', '[8]'))
  await context.setOffline(true)
  await page.goto('/internships?q=python')
  await expect(page.getByRole('searchbox')).toHaveValue('python')
  await expect(page.locator('main a[href="/internships/8"]').first()).toBeVisible()
  await expect(page.locator('main a[href="/internships/1"]')).toHaveCount(0)
  await expect(page).toHaveURL('/internships?q=python')
  await page.goto('/internships?saved=1')
  await expect(page.locator('main a[href="/internships/8"]').first()).toBeVisible()
  await expect(page.locator('main a[href="/internships/9"]')).toHaveCount(0)
  await page.goto('/apply?internship=8')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Python Programming')
})

test('a page that is not kept says so, and opens later', async ({ page, context }) => {
  await visit(page)
  await context.setOffline(true)
  await page.goto('/terms')
  await expect(heading(page)).toHaveText(offline)
  await expect(page).toHaveTitle('You are offline | NAIC')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText(offline)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Home', exact: true }).click()
  await expect(heading(page)).not.toHaveText(offline)
  await page.goBack()
  await expect(heading(page)).toHaveText(offline)
  await context.setOffline(false)
  await expect(heading(page)).toHaveText('Terms of Service')
  await expect(page).toHaveURL('/terms')
})

test('links without a network take nothing from a form', async ({ page, context }) => {
  await visit(page, '/contact')
  await page.getByLabel('Subject').fill('Data request')
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Refund Policy' }).press('Enter')
  await expect(heading(page)).toHaveText(offline)
  await page.goBack()
  await expect(page.getByLabel('Subject')).toHaveValue('Data request')
})

test('nothing is kept of a certificate or a message', async ({ page, context }) => {
  await visit(page, '/verify/NAIC25A7K2M')
  await page.reload()
  await expect(page.getByText('Verified on July 2, 2025')).toBeVisible()
  await page.goto('/contact')
  await fillMessage(page, 'kept@example.com')
  await submitButton(page).click()
  await expect(messageSent(page)).toBeVisible()
  const [kept = [], ...others] = Object.values(await keptIn(page))
  expect(others).toEqual([])
  const fits =
    /^\/(internships|apply|contact|hi|verification|offline(\/certificate)?|assets\/.*|partners\/.*)?$/
  expect(kept.filter((path) => !fits.test(path))).toEqual([])

  await context.setOffline(true)
  for (const path of [
    '/verify',
    '/verification/several',
    '/Verify/NAIC25A7K2M/',
    '/verify/NAIC25A7K2M',
  ]) {
    await page.goto(path)
    await expect(heading(page)).toHaveText(
      'You are offline. This certificate could not be checked.',
    )
    await expect(page.getByText('Asha')).toHaveCount(0)
  }
  await context.setOffline(false)
  await expect(page.getByText('Verified on July 2, 2025')).toBeVisible()
})

test('no file is genuine without a network', async ({ page, context, request }) => {
  const saved = await (await request.get('/credentials/NAIC25A7K2M.pdf')).body()
  await visit(page)
  await context.setOffline(true)
  await page.goto('/verification')
  await choose(page, file('saved.pdf', saved))
  await expectVerdict(page, 'Could not be checked')
  await expect(page.getByText('could not load the key').first()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

for (const [what, address] of [
  ['a page', '**/contact'],
  ['a script', /apply-form.*\.js$/],
] as const) {
  test(`nothing is kept where ${what} did not come`, async ({ page, context }) => {
    await context.route(address, (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto('/internships')
    await context.waitForEvent('response', (each) => /service-worker/.test(each.url()))
    await expect.poll(() => workers(page)).toBe(0)
    expect(await keptIn(page)).toEqual({})
    await context.unrouteAll()
    await visit(page)
    await context.setOffline(true)
    await page.goto('/contact')
    await expect(heading(page)).not.toHaveText(offline)
  })
}

for (const [saved, comes] of [
  ['[]', false],
  ['[8]', true],
] as const) {
  test(`saving data: ${comes ? 'pages are' : 'nothing is'} kept`, async ({ page, context }) => {
    await page.addInitScript((list) => {
      const value = { saveData: true, effectiveType: '4g' }
      Object.defineProperty(navigator, 'connection', { value })
      localStorage.setItem('saved-internships', list)
    }, saved)
    const asked: string[] = []
    context.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.clock.install()
    await page.goto('/internships')
    await untilAtRest(page)
    await page.evaluate(() => fetch('/robots.txt'))
    if (comes) await untilControlled(page)
    expect(asked).toContain('/robots.txt')
    expect(asked.includes('/service-worker.js')).toBe(comes)
  })
}

const changing = test.extend<{ ownSite: RunningSite }>({
  // oxlint-disable-next-line eslint/no-empty-pattern -- Playwright asks for a pattern
  ownSite: async ({}, use) => {
    const site = await RunningSite.start()
    await use(site)
    await site.stop()
  },
  baseURL: async ({ ownSite }, use) => use(ownSite.url),
})

changing('a new release takes the place of the old one', async ({ page, context, ownSite }) => {
  await visit(page)
  const [old] = Object.keys(await keptIn(page))
  await ownSite.finish()
  await ownSite.boot({ RETENTION_DAYS: '400' })
  await page.goto('/internships')
  await expect
    .poll(async () => Object.keys(await keptIn(page)).filter((name) => name !== old))
    .toHaveLength(1)
  await expect.poll(async () => Object.keys(await keptIn(page))).not.toContain(old)
  await context.setOffline(true)
  await page.goto('/contact')
  await expect(page.locator('html')).toHaveAttribute('data-retention-days', '400')
})

changing('on a slow line the kept page comes', async ({ page, ownSite }) => {
  await visit(page)
  process.kill(ownSite.pid, 'SIGSTOP')
  await page.goto('/contact')
  await expect(heading(page)).not.toHaveText(offline)
  process.kill(ownSite.pid, 'SIGCONT')
})

changing('a proxy without its server leads to a kept page', async ({ page, ownSite }) => {
  await visit(page)
  await ownSite.finish()
  const proxy = createServer((_request, response) => response.writeHead(502).end('Bad Gateway'))
  await once(proxy.listen(Number(new URL(ownSite.url).port)), 'listening')
  await page.goto('/apply')
  await expect(page.getByLabel('Internship Domain')).toBeVisible()
  await page.goto('/terms')
  await expect(page.getByText('Bad Gateway')).toBeVisible()
  proxy.closeAllConnections()
  proxy.close()
})

changing('OFFLINE_PAGES=off makes browsers forget', async ({ page, context, ownSite }) => {
  await visit(page)
  await ownSite.finish()
  await ownSite.boot({ OFFLINE_PAGES: 'off' })
  await page.goto('/internships')
  await expect.poll(() => keptIn(page)).toEqual({})
  // The first page still had the worker.
  await page.clock.install()
  await page.goto('/about')
  await untilAtRest(page)
  await expect.poll(() => workers(page)).toBe(0)
  expect(await keptIn(page)).toEqual({})
  await context.setOffline(true)
  await expect(page.goto('/')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
})
