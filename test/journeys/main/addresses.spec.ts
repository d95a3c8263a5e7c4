import type { Page } from '@playwright/test'
import { expect, failedLoads, notFoundLogged, test, testOfAnswers } from '../site-test.ts'

/** Addresses that are not there, or in other letter case. More: `addresses.test.ts`, `real-path.test.ts`. */

// The browser and the router say so of an answer that is an error.
test.use({ forgiven: new RegExp(`${failedLoads.source}|${notFoundLogged.source}`) })

/** Those of certificates have no header; the router's `*` matches no line break. */
const neverThere = ['/no/such/page', '/verify/%ff', '/about%', '/a%0Ab']

async function expectNotFoundPage(page: Page, path: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Oops! Page not found')
  await expect(page.getByText('404', { exact: true })).toBeVisible()
  for (const part of ['h1', 'main', 'footer']) await expect(page.locator(part)).toHaveCount(1)
  await expect(page.getByRole('banner')).toHaveCount(path.startsWith('/verify/') ? 0 : 1)
  await expect(page).toHaveTitle(/^Page not found/)
}

/** The page's own line on the console says, too, that its script runs. */
async function expectLogged(complaints: string[], path: string) {
  const own = () => complaints.filter((text) => text.startsWith('No page at '))
  await expect.poll(own).toEqual([`No page at ${path}`])
  complaints.splice(0)
}

test('an address that never was is one page, and is logged', async ({ page, complaints }) => {
  for (const path of neverThere) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expectLogged(complaints, path)
    await expectNotFoundPage(page, path)
    await expect(page).toHaveURL(path)
  }
  const main = page.getByRole('main')
  await expect(main).toContainText(
    "The page you're looking for might have been moved or doesn't exist.",
  )
  const internships = main.getByRole('link', { name: 'Internships' })
  await expect(internships).toHaveAttribute('href', '/internships')
  await main.getByRole('link', { name: 'Return to Home' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expectNotFoundPage(page, '/a%0Ab')
  await expectLogged(complaints, '/a%0Ab')
})

testOfAnswers('files of the build are found in other letter case', async ({ request }) => {
  for (const [asked, real] of [
    ['/Robots.TXT', '/robots.txt'],
    ['/Share/Home.png', '/share/home.png'],
  ] as const) {
    const answer = await request.get(asked, { maxRedirects: 0 })
    expect([answer.status(), answer.headers()['location']], asked).toEqual([301, real])
    const there = await request.get(real, { maxRedirects: 0 })
    expect([301, 404], real).not.toContain(there.status())
  }
})
