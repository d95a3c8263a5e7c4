import type { Page } from '@playwright/test'
import { internships, posterPaths } from '#support/internships.ts'
import { printedSheets, printedTexts } from '#support/printed-sheets.ts'
import { readCode } from '../certificate-page.ts'
import { expectProgrammeFacts } from '../filled-forms.ts'
import { desktopOnly, expect, failedLoads, notFoundLogged, test } from '../site-test.ts'

const print = (page: Page) => page.pdf({ format: 'A4', preferCSSPageSize: true })

test('an internship leads to its poster, which says what one makes, what it costs and where to apply', async ({
  page,
  site,
}) => {
  await page.goto('/internships/8')
  await page.getByRole('link', { name: 'Poster', exact: true }).click()
  await expect(page).toHaveURL('/internships/8/poster')
  await expect(page).toHaveTitle('Poster: Python Programming | NAIC')
  const poster = page.getByRole('article')
  await expect(poster.getByRole('heading', { level: 1 })).toHaveText('Python Programming')
  const made = internships.find(({ id }) => id === 8)?.projects ?? []
  await expect(
    poster.getByRole('region', { name: 'What you make' }).getByRole('listitem'),
  ).toHaveText(made.map(({ title }) => title))
  await expectProgrammeFacts(poster, '4 weeks')
  await expect(poster.getByText(`${site.url}/internships/8`, { exact: true })).toBeVisible()
  await expect(poster).toContainText(
    `Anyone can check one of our certificates at ${site.url}/verification.`,
  )
  await expect(poster).toContainText('Applying is free.')
  // Drawn by the browser, since a link led here.
  await expect.poll(() => readCode(page)).toBe(`${site.url}/internships/8`)
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to Python Programming' }).click()
  await expect(page).toHaveURL('/internships/8')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a poster has its code, and no button that would do nothing', async ({ page, site }) => {
    await page.goto('/internships/12/poster')
    expect(await readCode(page)).toBe(`${site.url}/internships/12`)
    await expect(page.getByRole('button')).toHaveCount(0)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  })
})

test(
  'every poster fills one sheet of A4 and stays within its margins',
  desktopOnly,
  async ({ page }) => {
    for (const [index, path] of posterPaths.entries()) {
      await page.goto(path)
      const pdf = await print(page)
      const [text = '', ...others] = await printedTexts(pdf)
      expect([path, others.length]).toEqual([path, 0])
      const words = text.replaceAll(/\s/g, '')
      for (const { title } of internships[index]?.projects ?? [])
        expect(words).toContain(title.replaceAll(/\s/g, ''))
      for (const left of ['Backto', 'Newsletter']) expect(words).not.toContain(left)
      if (index > 0) continue
      const [sheet] = await printedSheets(pdf)
      expect([Math.round(sheet?.width ?? 0), Math.round(sheet?.height ?? 0)]).toEqual([210, 297])
      for (const edge of Object.values(sheet?.edges ?? { none: 0 }))
        expect(edge).toBeGreaterThan(11)
      expect(sheet?.edges?.bottom).toBeLessThan(25)
    }
  },
)

test.describe('an internship that is not there', () => {
  test.use({ forgiven: new RegExp(`${failedLoads.source}|${notFoundLogged.source}`) })

  test('has no poster', async ({ page }) => {
    for (const path of ['/internships/999/poster', '/internships/01/poster']) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByText('Oops! Page not found')).toBeVisible()
    }
  })
})
