import type { Page } from '@playwright/test'
import { submitButton } from './apply-form.ts'
import { fillMessage } from './message-form.ts'
import { desktopOnly, expect, expectAccessible, test } from './site-test.ts'

const toasts = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
const toast = (page: Page, title: string) => toasts(page).filter({ hasText: title })

const fixErrors = 'Please fix the form errors: Fill in all required fields before submitting.'

/** How a toast looks: its picture, and how well that stands out from its ground. */
async function lookOf(page: Page, title: string) {
  await expect(toast(page, title)).toBeVisible()
  return toast(page, title).evaluate((item) => {
    const icon = item.querySelector('svg') as SVGElement
    const luminance = (colour: string) => {
      const pencil = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
      pencil.fillStyle = colour
      pencil.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0] = [...pencil.getImageData(0, 0, 1, 1).data].map((part) =>
        part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
      )
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const ground = luminance(getComputedStyle(item).backgroundColor)
    const against = (colour: string) => {
      const [dark = 0, light = 0] = [ground, luminance(colour)].toSorted((a, b) => a - b)
      return (light + 0.05) / (dark + 0.05)
    }
    return {
      tone: item.dataset['tone'],
      picture: icon.innerHTML,
      iconContrast: against(getComputedStyle(icon).color),
      edgeContrast: against(getComputedStyle(item).borderLeftColor),
      live: item.closest('[aria-live]')?.getAttribute('aria-live'),
    }
  })
}

test('success, warning and failure are told apart by their pictures, each in place of the one before', async ({
  page,
  complaints,
}) => {
  await page.goto('/contact')
  await submitButton(page).click()
  const warning = await lookOf(page, fixErrors)
  await fillMessage(page, 'asha@example.com')
  await page.route(/\/api\//, (route) => route.abort())
  await submitButton(page).click()
  const destructive = await lookOf(page, 'Message Not Sent')
  expect(await toasts(page).count()).toBe(1)
  await page.unroute(/\/api\//)
  await page.route(/\/api\//, (route) => route.fulfill({ status: 201, json: { id: 'x' } }))
  await submitButton(page).click()
  const success = await lookOf(page, 'Message Sent')
  expect(await toasts(page).count()).toBe(1)

  const looks = [success, warning, destructive]
  expect(looks.map(({ tone }) => tone)).toEqual(['success', 'warning', 'destructive'])
  expect(looks.map(({ live }) => live)).toEqual(['polite', 'polite', 'assertive'])
  expect(new Set(looks.map(({ picture }) => picture)).size).toBe(3)
  for (const { iconContrast, edgeContrast } of looks) {
    expect(iconContrast).toBeGreaterThanOrEqual(3)
    expect(edgeContrast).toBeGreaterThanOrEqual(3)
  }
  await expectAccessible(page)

  complaints.splice(0)
})

test('a toast can be made out in forced colours, light and dark', desktopOnly, async ({ page }) => {
  await page.goto('/contact')
  await submitButton(page).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    const { iconContrast, edgeContrast } = await lookOf(page, fixErrors)
    expect(iconContrast).toBeGreaterThanOrEqual(7)
    expect(edgeContrast).toBeGreaterThanOrEqual(7)
  }
})

test('whoever dismisses a toast is back where they were', async ({ page }) => {
  await page.goto('/contact')
  await submitButton(page).click()
  await page.getByLabel('Subject').focus()
  const dismiss = toasts(page).getByRole('button', { name: 'Dismiss' })
  await dismiss.focus()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(0)
  await expect(page.getByLabel('Subject')).toBeFocused()

  await submitButton(page).click()
  await page.getByLabel('Your Name').focus()
  await dismiss.click()
  await expect(page.getByLabel('Your Name')).toBeFocused()
})

test('a toast stays as long as it has the focus or the pointer', desktopOnly, async ({ page }) => {
  await page.clock.install()
  await page.goto('/contact')
  await submitButton(page).click()
  await toasts(page).getByRole('button', { name: 'Dismiss' }).focus()
  await toasts(page).hover()
  await page.mouse.move(0, 0)
  await page.clock.runFor(20_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.getByLabel('Subject').focus()
  await page.clock.runFor(7_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(2_000)
  await expect(toasts(page)).toHaveCount(0)
})
