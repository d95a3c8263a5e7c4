import type { Locator, Page } from '@playwright/test'
import { expectBriefFacts } from './programme-facts.ts'
import { bothScreens, expect, test } from './site-test.ts'

const heightOf = (element: Locator) =>
  element.evaluate((shown) => Math.ceil(shown.getBoundingClientRect().height))

const footer = (page: Page) => page.getByRole('contentinfo')

test('a phone scrolls ten screens to the end of the home page', async ({ page }) => {
  await page.goto('/')
  expect(await heightOf(page.locator('body'))).toBeLessThan(7_500)
})

test('the footer takes little more than a screen of a phone', async ({ page }) => {
  for (const path of ['/', '/contact', '/internships', '/terms']) {
    await page.goto(path)
    expect(await heightOf(footer(page)), path).toBeLessThan(900)
  }
})

test(
  'what everybody must know stands where the home page first asks to apply',
  bothScreens,
  async ({ page }) => {
    await page.goto('/')
    const hero = page.getByRole('region', { name: 'Learn by doing' })
    await expectBriefFacts(hero, '4, 6 or 8 weeks')
    const facts = await hero.getByRole('list', { name: 'Before you apply' }).boundingBox()
    const apply = await hero.getByRole('link', { name: 'Apply Now' }).boundingBox()
    expect(facts?.y).toBeLessThan(apply?.y ?? 0)
    const height = page.viewportSize()?.height ?? 0
    expect((apply?.y ?? 0) + (apply?.height ?? 0)).toBeLessThan(height)
  },
)
