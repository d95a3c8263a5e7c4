import type { Page } from '@playwright/test'
import { RunningSite } from '../support/start-site.ts'
import { desktopOnly, expect, expectAccessible, test } from './site-test.ts'

const undecodable = [
  '/verify/%E0%A4%A',
  '/verify/%ff',
  '/Verify/%ff',
  '/internships/%E0%A4%A',
  '/internships/3%',
  '/about%',
  '/%',
]

/** Paths that were never there, some of them near those that are. */
const neverThere = [
  '/verify/a/b',
  '/Verify/a/b',
  '/x/verify/y',
  '/internships/3/x',
  '/About/us',
  // Line breaks of four kinds, which the router's `*` does not match.
  '/no-such-page/x%E2%80%A8',
  '/a%0Ab',
  '/about%0D',
  '/verify/a/%E2%80%A9b',
]

async function expectNotFoundPage(page: Page) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404: Oops! Page not found')
  await expect(page.locator('h1')).toHaveCount(1)
  await expect(page.locator('main')).toHaveCount(1)
  await expect(page.locator('footer')).toHaveCount(1)
  await expect(page).toHaveTitle(/^Page not found/)
}

const headersOn = (path: string) => (path.toLowerCase().includes('/verify/') ? 0 : 1)

/** Says that the script runs, too. What the browser itself says of the answer is not the page's. */
async function expectLogged(complaints: string[], path: string) {
  const ofThePage = () =>
    complaints.filter((text) => !/^Failed to load resource|could not be decoded/.test(text))
  await expect.poll(ofThePage).toEqual([`No page at ${path}`])
  complaints.splice(0)
}

test('an address that never was is one page, not found, and is logged to the console', async ({
  page,
  complaints,
}) => {
  for (const path of [...undecodable, ...neverThere]) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expectLogged(complaints, path)
    await expectNotFoundPage(page)
    await expect(page.getByRole('banner')).toHaveCount(headersOn(path))
    await expect(page).toHaveURL(path)
  }
})

for (const path of ['/verify/%ff', '/internships/%ff']) {
  test(`whoever goes back to ${path} finds the same page`, async ({ page, complaints }) => {
    await page.goto(path)
    await expectLogged(complaints, path)
    await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner')).toHaveCount(1)
    await page.goBack()
    await expectNotFoundPage(page)
    await expectLogged(complaints, path)
  })
}

test('a 404 without the header is accessible, and leads home', async ({ page, complaints }) => {
  await page.goto('/verify/a/b')
  await expectLogged(complaints, '/verify/a/b')
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Return to Home' }).click()
  await expect(page.getByRole('banner')).toHaveCount(1)
})

/** What is asked for, and where it leads. */
const otherCase = [
  ['/About', '/about'],
  ['/ABOUT/', '/about/'],
  ['/%41bout', '/about'],
  ['/Internships/3', '/internships/3'],
  ['/APPLY?domain=Web%20Development', '/apply?domain=Web%20Development'],
  ['/Verify/naic25-A7k2m', '/verify/naic25-A7k2m'],
  ['/VERIFY', '/verify'],
  ['/Verification?id=naic25a7k2m', '/verification?id=naic25a7k2m'],
  ['/Submit-Task', '/submit-task'],
  ['/Robots.TXT', '/robots.txt'],
  ['/Share/Home.png', '/share/home.png'],
  ['/Internships/3.data', '/internships/3.data'],
  ['/Verify/NAIC25A7K2M.data?_routes=x', '/verify/NAIC25A7K2M.data?_routes=x'],
  ['/API/Certificates/naic25a7k2m', '/api/certificates/naic25a7k2m'],
  ['/Credentials/NAIC25A7K2M.json', '/credentials/NAIC25A7K2M.json'],
  ['/LOG/Checkpoint', '/log/checkpoint'],
] as const

test(
  'a path in other letter case leads to the real one, once',
  desktopOnly,
  async ({ request }) => {
    for (const [asked, real] of otherCase) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await request.fetch(asked, { method, maxRedirects: 0 })
        expect(answer.status(), asked).toBe(301)
        expect(answer.headers()['location'], asked).toBe(real)
      }
      const there = await request.get(real, { maxRedirects: 0 })
      expect(there.status(), real).not.toBe(301)
      expect(there.status(), real).not.toBe(404)
    }
  },
)

test('only real addresses lead anywhere', desktopOnly, async ({ request, site }) => {
  for (const path of [
    '/About/Us',
    '/NO/Such/Page',
    '//About',
    '//evil.example/About',
    '/x/..//evil.example/About',
    '/%2F%2Fevil.example/About',
    '/%5Cevil.example/About',
    '/Verify/A/B',
    '/API/nothing',
  ]) {
    const answer = await request.fetch(site.url + path, { maxRedirects: 0 })
    expect(answer.status(), path).toBe(404)
    expect(answer.headers()['location'], path).toBeUndefined()
  }
})

test('a visitor who types capitals sees the page', async ({ page }) => {
  await page.goto('/Apply?domain=Web+Development')
  await expect(page).toHaveURL('/apply?domain=Web+Development')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await page.goto('/Verify/NAIC25A7K2M')
  await expect(page).toHaveURL('/verify/NAIC25A7K2M')
  await expect(page.getByText('Asha Example')).toBeVisible()
})

test('page, its data and the API count the same look-ups', desktopOnly, async ({ request }) => {
  const site = await RunningSite.start({ LOOKUPS_PER_MINUTE: '1', TRUST_PROXY: '127.0.0.1,::1' })
  const statusOf = async (from: string, path: string) => {
    const answer = await request.get(site.url + path, { headers: { 'X-Forwarded-For': from } })
    if (answer.status() === 429) expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0)
    return answer.status()
  }
  const waysTo = (id: string) => [
    `/verify/${id}`,
    `/verify/${id}.data`,
    `/api/certificates/${id}`,
    `/credentials/${id}.json`,
  ]
  for (const [at, path] of waysTo('NAIC25XXXXX').entries()) {
    expect(await statusOf(`192.0.2.${at}`, path), path).toBe(404)
    for (const again of waysTo('NAIC25A7K2M')) {
      expect(await statusOf(`192.0.2.${at}`, again), again).toBe(429)
    }
  }
  for (const path of waysTo('NAIC25A7K2M')) {
    expect(await statusOf('203.0.113.1', path), path).toBe(200)
  }
  await site.stop()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an address that never was is one page, not found', async ({ page, complaints }) => {
    for (const path of [...undecodable, ...neverThere]) {
      const response = await page.goto(path)
      expect(response?.status(), path).toBe(404)
      await expectNotFoundPage(page)
      await expect(page.getByRole('banner')).toHaveCount(headersOn(path))
    }
    complaints.splice(0)
  })

  test('a visitor who types capitals sees the page', async ({ page }) => {
    await page.goto('/About')
    await expect(page).toHaveURL('/about')
    await page.goto('/Verify/NAIC25A7K2M')
    await expect(page).toHaveURL('/verify/NAIC25A7K2M')
    await expect(page.locator('noscript dl')).toContainText('Asha Example')
  })
})
