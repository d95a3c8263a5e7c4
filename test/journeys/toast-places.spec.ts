import type { Page } from '@playwright/test'
import { errorSummary, fillApplication, submitButton } from './apply-form.ts'
import { hiddenWhileFocused } from './layout-faults.ts'
import { fillMessage } from './message-form.ts'
import { desktopOnly, expect, test as base } from './site-test.ts'

/** Answers that fail, and pages that are not there, are told of on the console. */
const test = base.extend({
  complaints: async ({ complaints }, use) => {
    await use(complaints)
    complaints.splice(0)
  },
})

/** A phone, the same with its keyboard open, and a desktop. */
const windows = [
  { width: 360, height: 740 },
  { width: 360, height: 440 },
  { width: 1280, height: 900 },
]

const toasts = (page: Page) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')

const applicant = { name: 'Asha Example', email: 'asha@example.com' }

const answerForms = (page: Page, status: number, json: object) =>
  page.route(/\/api\//, (route) => route.fulfill({ status, json }))

async function sendApplication(page: Page) {
  await page.goto('/apply')
  await fillApplication(page, applicant)
  await submitButton(page).press('Enter')
}

async function sendMessage(page: Page) {
  await page.goto('/contact')
  await fillMessage(page, 'asha@example.com')
  await submitButton(page).press('Enter')
}

/** Every toast of the site, and how it comes about. */
const cases: { title: string; tone: string; bring: (page: Page) => Promise<unknown> }[] = [
  {
    title: 'Please fix the form errors',
    tone: 'warning',
    async bring(page) {
      await page.goto('/apply')
      await page.getByLabel('I agree to the').check()
      await submitButton(page).press('Enter')
      await expect(errorSummary(page)).toBeFocused()
    },
  },
  {
    title: 'Agreement Required',
    tone: 'warning',
    async bring(page) {
      await page.goto('/apply')
      await fillApplication(page, applicant)
      await page.getByLabel('I agree to the').uncheck()
      await submitButton(page).press('Enter')
      await expect(errorSummary(page)).toBeFocused()
    },
  },
  {
    title: 'Validation Error',
    tone: 'destructive',
    async bring(page) {
      await answerForms(page, 400, {
        name: ['This name is blocked.'],
        email: ['This address is blocked.'],
        phone: ['This number is blocked.'],
        college: ['We do not know this college.'],
        message: ['This message is blocked.'],
      })
      await sendApplication(page)
      await expect(errorSummary(page)).toBeFocused()
    },
  },
  {
    title: 'Submission Failed',
    tone: 'destructive',
    async bring(page) {
      await answerForms(page, 503, { detail: 'Please try again in a minute.' })
      await sendApplication(page)
      await expect(page.getByText('Your application was not sent.')).toBeInViewport()
      await expect(submitButton(page)).toBeInViewport()
    },
  },
  {
    title: 'Application Submitted',
    tone: 'success',
    async bring(page) {
      await answerForms(page, 201, { id: '7f3k92qd' })
      await sendApplication(page)
      await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeFocused()
    },
  },
  {
    title: 'Message Not Sent',
    tone: 'destructive',
    async bring(page) {
      await answerForms(page, 503, { detail: 'Please try again in a minute.' })
      await sendMessage(page)
      await expect(page.getByText('Your message was not sent.')).toBeInViewport()
      await expect(submitButton(page)).toBeInViewport()
    },
  },
  {
    title: 'Message Sent',
    tone: 'success',
    async bring(page) {
      await answerForms(page, 201, { id: '7f3k92qd' })
      await sendMessage(page)
      await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeFocused()
    },
  },
  { title: 'Error', tone: 'destructive', bring: (page) => page.goto('/internships/99') },
]

/** @returns what the toast lies over of what matters now, and whether it is itself cut off. */
const coveredByToast = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const item = document.querySelector('[data-tone]')
    if (!item) return ['there is no toast']
    // It comes in from a little above.
    await Promise.all(item.getAnimations().map(({ finished }) => finished))
    const toast = item.getBoundingClientRect()
    const focused = document.activeElement as HTMLElement
    const isUnknown = location.pathname === '/internships/99'
    // Of the form or the part of the page that the focus is in.
    const part = focused.closest('form, section') ?? document
    const stops = [
      ...part.querySelectorAll<HTMLElement>('main :is(a[href], button, input, select, textarea)'),
    ]
    const next = stops
      .filter(
        (stop) =>
          stop.checkVisibility() &&
          focused.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING,
      )
      .slice(0, 3)
    const matters = new Map<string, Element | null>([
      ['the focus', focused.matches('body, #main') ? null : focused],
      ['the error summary', document.querySelector('[aria-labelledby=error-summary-title]')],
      ['the heading', document.querySelector(isUnknown ? 'main h1' : 'main h2[tabindex]')],
      ...next.map((stop) => [`next: ${stop.textContent || stop.id}`, stop] as const),
    ])
    const covered = [...matters].flatMap(([name, element]) => {
      const rect = element?.getBoundingClientRect()
      const over =
        rect &&
        rect.top < toast.bottom &&
        rect.bottom > toast.top &&
        rect.left < toast.right &&
        rect.right > toast.left
      return over ? [name] : []
    })
    const within =
      toast.top >= 0 && toast.bottom <= innerHeight && toast.left >= 0 && toast.right <= innerWidth
    return within ? covered : [...covered, 'the toast is not all in the window']
  })

for (const { title, tone, bring } of cases) {
  test(`the toast "${title}" covers nothing that somebody needs now, in any window`, async ({
    page,
  }) => {
    for (const window of windows) {
      await page.setViewportSize(window)
      await bring(page)
      await expect(toasts(page)).toHaveCount(1)
      await expect(toasts(page)).toContainText(`${title}: `)
      await expect(toasts(page)).toHaveAttribute('data-tone', tone)
      const size = `${window.width} x ${window.height}`
      expect(await coveredByToast(page), size).toEqual([])
      expect(await hiddenWhileFocused(page), size).toEqual([])
      await page.unrouteAll()
    }
  })
}

test('what comes to have the focus comes out from under the toast', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 440 })
  await page.goto('/contact')
  await submitButton(page).press('Enter')
  await expect(toasts(page)).toHaveCount(1)
  await page.getByLabel('Subject').evaluate((field) => {
    field.scrollIntoView({ block: 'start', behavior: 'instant' })
    window.scrollBy({ top: 80, behavior: 'instant' })
  })
  const toast = await toasts(page).boundingBox()
  const before = await page.getByLabel('Subject').boundingBox()
  expect(before?.y).toBeLessThan((toast?.y ?? 0) + (toast?.height ?? 0))
  await page.getByLabel('Subject').focus()
  expect(await coveredByToast(page)).toEqual([])
})

test('Escape sends a toast away, and its button is large enough for a thumb', async ({ page }) => {
  await page.goto('/contact')
  await submitButton(page).press('Enter')
  const button = await toasts(page).getByRole('button', { name: 'Dismiss' }).boundingBox()
  expect(Math.round(Math.min(button?.width ?? 0, button?.height ?? 0))).toBeGreaterThanOrEqual(44)
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveCount(0)
  await expect(errorSummary(page)).toBeFocused()

  await submitButton(page).press('Enter')
  await page.getByLabel('Subject').focus()
  await toasts(page).getByRole('button', { name: 'Dismiss' }).focus()
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveCount(0)
  await expect(page.getByLabel('Subject')).toBeFocused()
})

test('a toast does not follow to another page', desktopOnly, async ({ page }) => {
  await page.goto('/contact')
  await submitButton(page).click()
  await expect(toasts(page)).toHaveCount(1)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL('/about')
  await expect(toasts(page)).toHaveCount(0, { timeout: 3_000 })
  await page.goBack()
  await expect(page.getByLabel('Subject')).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
})

test(
  'each toast is put once into the one place where it is read out',
  desktopOnly,
  async ({ page }) => {
    await page.goto('/contact')
    await page.evaluate(() => {
      const said: string[] = []
      Object.assign(window, { said })
      for (const place of document.querySelectorAll('section [aria-live]')) {
        new MutationObserver((changes) => {
          for (const { addedNodes } of changes)
            for (const node of addedNodes)
              said.push(`${place.getAttribute('aria-live')}: ${node.textContent}`)
        }).observe(place, { childList: true, subtree: true, characterData: true })
      }
    })
    await submitButton(page).click()
    await fillMessage(page, 'asha@example.com')
    await answerForms(page, 503, { detail: 'Please try again in a minute.' })
    await submitButton(page).click()
    await expect(toasts(page)).toContainText('Message Not Sent')
    expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([
      expect.stringMatching(/^polite: Please fix the form errors: /),
      expect.stringMatching(/^assertive: Message Not Sent: /),
    ])
  },
)
