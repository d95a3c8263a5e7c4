import type { Locator, Page } from '@playwright/test'
import { expectBriefFacts } from './programme-facts.ts'
import { expect, expectNoSidewaysScroll, phoneOnly, test } from './site-test.ts'

const heightOf = (element: Locator) =>
  element.evaluate((shown) => Math.ceil(shown.getBoundingClientRect().height))

const footer = (page: Page) => page.getByRole('contentinfo')

/** Of links and controls that stand by themselves: those in a sentence are as high as its lines. */
const targetsIn = (part: Locator) => part.locator('a:not(p > a), button, input')

type Box = { name: string; left: number; top: number; right: number; bottom: number }

const boxesOf = (targets: Locator): Promise<Box[]> =>
  targets.evaluateAll((all) =>
    all
      .filter((target) => target.checkVisibility({ visibilityProperty: true }))
      .map((target) => {
        const { left, top, right, bottom } = target.getBoundingClientRect()
        const name = target.textContent || target.getAttribute('aria-label') || target.id
        return { name, left, top, right, bottom }
      }),
  )

const overlap = (one: Box, other: Box) =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5

async function expectTargetsForThumbs(part: Locator, atLeast: number) {
  const boxes = await boxesOf(targetsIn(part))
  expect(boxes.length).toBeGreaterThanOrEqual(atLeast)
  const small = boxes.filter(
    ({ left, top, right, bottom }) => bottom - top < 43.9 || right - left < 43.9,
  )
  expect(small).toEqual([])
  const clashes = boxes.flatMap((one, index) =>
    boxes.slice(index + 1).filter((other) => overlap(one, other)),
  )
  expect(clashes).toEqual([])
}

/** As a browser shows a page whose letters were set to twice their size. */
const enlargeLetters = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })

test('a phone scrolls ten screens to the end of the home page', phoneOnly, async ({ page }) => {
  await page.goto('/')
  expect(await heightOf(page.locator('body'))).toBeLessThan(7_500)
})

for (const path of ['/', '/contact', '/internships', '/terms']) {
  test(
    `the footer of ${path} takes little more than a screen of a phone`,
    phoneOnly,
    async ({ page }) => {
      await page.goto(path)
      expect(await heightOf(footer(page))).toBeLessThan(900)
    },
  )
}

test(
  'what the footer offers is large enough for a thumb, one beside the other',
  phoneOnly,
  async ({ page }) => {
    await page.goto('/terms')
    await expectTargetsForThumbs(footer(page), 25)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectTargetsForThumbs(footer(page), 25)
    await expectNoSidewaysScroll(page)
  },
)

test(
  'what the home page offers is large enough for a thumb, one beside the other',
  phoneOnly,
  async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Next testimonial' })).toBeVisible()
    await expectTargetsForThumbs(page.getByRole('main'), 20)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectTargetsForThumbs(page.getByRole('main'), 20)
    await expectNoSidewaysScroll(page)
  },
)

for (const path of ['/', '/contact', '/submit-task']) {
  test(
    `with letters twice as large, nothing of ${path} is cut or one on the other`,
    phoneOnly,
    async ({ page }) => {
      await page.goto(path)
      await enlargeLetters(page)
      await expectNoSidewaysScroll(page)
      await expectTargetsForThumbs(page.locator('body'), 8)
    },
  )
}

test('what everybody must know stands where the home page first asks to apply', async ({
  page,
}) => {
  await page.goto('/')
  const hero = page.getByRole('region', { name: 'Learn by doing' })
  await expectBriefFacts(hero, '4, 6 or 8 weeks')
  const facts = await hero.getByRole('list', { name: 'Before you apply' }).boundingBox()
  const apply = await hero.getByRole('link', { name: 'Apply Now' }).boundingBox()
  expect(facts?.y).toBeLessThan(apply?.y ?? 0)
  const height = page.viewportSize()?.height ?? 0
  expect((apply?.y ?? 0) + (apply?.height ?? 0)).toBeLessThan(height)
})
