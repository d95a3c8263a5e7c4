import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './site-test.ts'

const carousel = (page: Page) => page.getByRole('region', { name: 'What students say' })
const slide = (page: Page, number: number) => page.getByRole('group', { name: `${number} of 3` })
const button = (page: Page, name: string | RegExp) => carousel(page).getByRole('button', { name })

/** Controls come to life with the page's script. */
async function openCarousel(page: Page) {
  await page.goto('/')
  await expect(button(page, 'Next testimonial')).toBeVisible()
}

test.describe('the testimonials', () => {
  test('the buttons go through three and wrap at both ends', async ({ page }) => {
    await openCarousel(page)
    await expect(slide(page, 1)).toContainText('5.0')
    for (const shown of [2, 3, 1]) {
      await button(page, 'Next testimonial').click()
      await expect(slide(page, shown)).toContainText('5.0')
      await expect(page.getByRole('group', { name: / of 3$/ })).toHaveCount(1)
    }
    for (const shown of [3, 2, 1]) {
      await button(page, 'Previous testimonial').click()
      await expect(slide(page, shown)).toBeVisible()
    }
  })

  test('a dot for each jumps to it', async ({ page }) => {
    await openCarousel(page)
    const dots = button(page, /^Show testimonial/)
    await expect(dots).toHaveCount(3)
    for (const number of [3, 2, 1]) {
      await dots.nth(number - 1).click()
      await expect(slide(page, number)).toBeVisible()
      await expect(dots.nth(number - 1)).toHaveAttribute('aria-current', 'true')
    }
  })

  test('they rotate every 5000 ms, and silently', async ({ page }) => {
    await page.clock.install()
    await openCarousel(page)
    await expect(page.locator('#testimonial-slides')).toHaveAttribute('aria-live', 'off')
    for (const [before, after] of [
      [1, 2],
      [2, 3],
      [3, 1],
    ] as const) {
      await page.clock.runFor(3_000)
      await expect(slide(page, before)).toBeVisible()
      await page.clock.runFor(2_000)
      await expect(slide(page, after)).toBeVisible()
    }
  })

  test('they stand still while hovered, focused or paused', async ({ page }) => {
    await page.clock.install()
    await openCarousel(page)
    const slides = page.locator('#testimonial-slides')
    const expectStill = async () => {
      await expect(slides).toHaveAttribute('aria-live', 'polite')
      await page.clock.runFor(6_000)
      await expect(slide(page, 1)).toBeVisible()
    }
    const leave = () => page.mouse.move(0, 0)

    await slides.hover()
    await expectStill()
    await leave()
    await expect(slides).toHaveAttribute('aria-live', 'off')

    await button(page, 'Next testimonial').focus()
    await expectStill()
    await button(page, 'Next testimonial').blur()
    await expect(slides).toHaveAttribute('aria-live', 'off')

    await button(page, 'Pause rotation').click()
    await button(page, 'Start rotation').blur()
    await leave()
    await expectStill()

    await button(page, 'Start rotation').click()
    await button(page, 'Pause rotation').blur()
    await leave()
    await expect(slides).toHaveAttribute('aria-live', 'off')
    await page.clock.runFor(5_000)
    await expect(slide(page, 2)).toBeVisible()
  })

  test('they do not rotate where reduced motion is asked for', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.clock.install()
    await openCarousel(page)
    await expect(button(page, /rotation/)).toHaveCount(0)
    await page.clock.runFor(20_000)
    await expect(slide(page, 1)).toBeVisible()
    await button(page, 'Next testimonial').click()
    await expect(slide(page, 2)).toBeVisible()
  })

  test('they change by keyboard alone', async ({ page }) => {
    await openCarousel(page)
    await button(page, 'Pause rotation').focus()
    await page.keyboard.press('Enter')
    await expect(button(page, 'Start rotation')).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(slide(page, 2)).toBeVisible()
    await expectAccessible(page)
  })

  test('nothing moves from before the script to the last of them', async ({ page, complaints }) => {
    const height = async () => (await carousel(page).boundingBox())?.height

    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/')
    for (const number of [1, 2, 3]) await expect(slide(page, number)).toBeVisible()
    const before = await height()
    await page.unroute('**/assets/*.js')
    complaints.splice(0)

    await openCarousel(page)
    for (const number of [1, 2, 3]) {
      await expect(slide(page, number)).toBeVisible()
      expect(await height()).toBe(before)
      await button(page, 'Next testimonial').click()
    }
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('all three testimonials can be read, and no dead button stands by', async ({ page }) => {
    await page.goto('/')
    for (const number of [1, 2, 3]) {
      await slide(page, number).scrollIntoViewIfNeeded()
      await expect(slide(page, number)).toBeInViewport()
    }
    const [first, second] = [await slide(page, 1).boundingBox(), await slide(page, 2).boundingBox()]
    expect(second?.x).toBe(first?.x)
    await expect(carousel(page).getByRole('button')).toHaveCount(0)
  })
})
