import type { Page } from '@playwright/test'
import { RunningSite } from '#support/start-site.ts'
import { expect, expectAccessible, failedLoads, test, notFoundLogged } from '../site-test.ts'

/** Addresses that are not there, or in other letter case. More: `addresses.test.ts`, `real-path.test.ts`. */

// The browser and the router say so of an answer that is an error.
test.use({ forgiven: new RegExp(`${failedLoads.source}|${notFoundLogged.source}`) })

/** Some are near real ones; some hold line breaks, which the router's `*` does not match. */
const neverThere = [
  '/no/such/page',
  '/verify/%E0%A4%A',
  '/Verify/%ff',
  '/internships/%E0%A4%A',
  '/about%',
  '/%',
  '/verify/a/b',
  '/x/verify/y',
  '/internships/3/x',
  '/About/us',
  '/a%0Ab',
  '/verify/a/%E2%80%A9b',
]

async function expectNotFoundPage(page: Page, path: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404: Oops! Page not found')
  for (const part of ['h1', 'main', 'footer']) await expect(page.locator(part)).toHaveCount(1)
  const headers = path.toLowerCase().includes('/verify/') ? 0 : 1
  await expect(page.getByRole('banner')).toHaveCount(headers)
  await expect(page).toHaveTitle(/^Page not found/)
}

/** The page's own line on the console says, too, that its script runs. */
async function expectLogged(complaints: string[], path: string) {
  const own = () => complaints.filter((text) => text.startsWith('No page at '))
  await expect.poll(own).toEqual([`No page at ${path}`])
  complaints.splice(0)
}

test('an address that never was is one page, not found, and is logged to the console', async ({
  page,
  complaints,
}) => {
  for (const path of neverThere) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expectLogged(complaints, path)
    await expectNotFoundPage(page, path)
    await expect(page).toHaveURL(path)
  }
})

test('the page says what to do, is accessible without its header, and is the same on the way back', async ({
  page,
  complaints,
}) => {
  await page.goto('/verify/%ff')
  await expectLogged(complaints, '/verify/%ff')
  const main = page.getByRole('main')
  await expect(main).toContainText(
    "The page you're looking for might have been moved or doesn't exist.",
  )
  const links = await main.getByRole('link').all()
  expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
    '/',
    '/internships',
  ])
  await expectAccessible(page)
  await main.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner')).toHaveCount(1)
  await page.goBack()
  await expectNotFoundPage(page, '/verify/')
  await expectLogged(complaints, '/verify/%ff')
})

test('a path in other letter case leads to the real one, once, and a false one nowhere', async ({
  request,
  site,
}) => {
  for (const [asked, real] of [
    ['/About', '/about'],
    ['/ABOUT/', '/about/'],
    ['/%41bout', '/about'],
    ['/APPLY?domain=Web%20Development', '/apply?domain=Web%20Development'],
    ['/Verify/naic25-A7k2m', '/verify/naic25-A7k2m'],
    ['/VERIFY', '/verify'],
    ['/Robots.TXT', '/robots.txt'],
    ['/Share/Home.png', '/share/home.png'],
    ['/Internships/3.data', '/internships/3.data'],
    ['/Verify/NAIC25A7K2M.data?_routes=x', '/verify/NAIC25A7K2M.data?_routes=x'],
    ['/LOG/Checkpoint', '/log/checkpoint'],
  ] as const) {
    const answer = await request.get(asked, { maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']], asked).toEqual([301, real])
    const there = await request.get(real, { maxRedirects: 0 })
    expect([301, 404], real).not.toContain(there.status())
  }
  for (const path of [
    '/NO/Such/Page',
    '//About',
    '//evil.example/About',
    '/%5Cevil.example/About',
  ]) {
    const answer = await request.get(site.url + path, { maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']], path).toEqual([404, undefined])
  }
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('a visitor who types capitals sees the page, and one who mistypes the 404', async ({
      page,
    }) => {
      await page.goto('/Apply?domain=Web+Development')
      await expect(page).toHaveURL('/apply?domain=Web+Development')
      await page.goto('/Verify/NAIC25A7K2M')
      await expect(page).toHaveURL('/verify/NAIC25A7K2M')
      await expect(page).toHaveTitle(/^Asha Example, /)
      for (const path of ['/verify/%ff', '/internships/3%', '/a%0Ab']) {
        expect((await page.goto(path))?.status()).toBe(404)
        await expectNotFoundPage(page, path)
      }
    })
  })
}

test('a page, its data and the API count the same look-ups', async ({ request }) => {
  const site = await RunningSite.start({ LOOKUPS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1,::1' })
  const waysTo = (id: string) => [
    `/verify/${id}`,
    `/verify/${id}.data`,
    `/api/certificates/${id}`,
    `/credentials/${id}.json`,
  ]
  for (const [at, missing] of waysTo('NAIC25XXXXX').entries()) {
    const headers = { 'X-Forwarded-For': `192.0.2.${at}` }
    expect((await request.get(site.url + missing, { headers })).status(), missing).toBe(404)
    for (const path of waysTo('NAIC25A7K2M'))
      expect((await request.get(site.url + path, { headers })).status(), path).toBe(429)
  }
  await site.stop()
})
