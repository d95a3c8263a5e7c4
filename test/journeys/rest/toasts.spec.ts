import type { Page } from '@playwright/test'
import {
  answerForms,
  applied,
  errorSummary,
  fillApplication,
  fillMessage,
  messageSent,
  submitButton,
  toasts,
} from '../filled-forms.ts'
import { expect, openAlive, test } from '../site-test.ts'

// Forms that fail, and pages that are not there, say so on the console.
test.use({ forgiven: /./ })

const phoneWithKeyboard = { width: 360, height: 440 }
const windows = [phoneWithKeyboard, { width: 1280, height: 900 }]
const fixErrors = 'Please fix the form errors: Fill in all required fields before submitting.'

const later = { detail: 'Please try again in a minute.' }
const forms = {
  '/apply': { fill: fillApplication, sentHeading: applied, lost: 'Your application was not sent.' },
  '/contact': { fill: fillMessage, sentHeading: messageSent, lost: 'Your message was not sent.' },
}

type Sent = 'nothing' | 'not agreed' | { answered: 201 | 400 | 503; json: object }
const failed: Sent = { answered: 503, json: later }
const done: Sent = { answered: 201, json: { id: '7f3k92qd' } }

/** The toasts of both forms: their texts, their tones, and what was sent. Others: `internship.spec.ts`, `saved.spec.ts`. */
const cases: Record<keyof typeof forms, [text: string, tone: string, sent: Sent][]> = {
  '/apply': [
    [fixErrors, 'warning', 'nothing'],
    [
      'Agreement Required: Please read and agree to our Privacy Policy and Terms of Service before submitting.',
      'warning',
      'not agreed',
    ],
    [
      'Validation Error: Please correct the following issues:',
      'destructive',
      { answered: 400, json: { email: ['This address is blocked.', 'Second.'] } },
    ],
    [
      'Submission Failed: There was an error submitting your application. Please check your inputs and try again.',
      'destructive',
      failed,
    ],
    [
      "Application Submitted: Your internship application has been received. We'll contact you soon!",
      'success',
      done,
    ],
  ],
  '/contact': [
    ['Message Not Sent: What you wrote is still in the form.', 'warning', failed],
    ["Message Sent: Thank you for your message. We'll get back to you soon!", 'success', done],
  ],
}

async function send(page: Page, path: keyof typeof forms, sent: Sent) {
  const { fill, sentHeading, lost } = forms[path]
  if (typeof sent === 'object') await answerForms(page, sent.answered, sent.json)
  await openAlive(page, path)
  if (sent !== 'nothing') await fill(page)
  if (path === '/apply') await page.getByLabel('I agree to the').setChecked(sent !== 'not agreed')
  await submitButton(page).press('Enter')
  const answered = typeof sent === 'object' ? sent.answered : 400
  if (answered === 201) return expect(sentHeading(page)).toBeFocused()
  if (answered === 400) return expect(errorSummary(page)).toBeFocused()
  await expect(page.getByText(lost)).toBeInViewport()
  return expect(submitButton(page)).toBeInViewport()
}

/** @returns the things that matter now and that the toast covers; and if it is cut off itself. */
const coveredByToast = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const item = document.querySelector('[data-tone]') as Element
    // It comes in from a little above.
    await Promise.all(item.getAnimations().map(({ finished }) => finished))
    const toast = item.getBoundingClientRect()
    const focused = document.activeElement as HTMLElement
    const matters = {
      'the focus': focused.matches('body, #main') ? null : focused,
      'the error summary': document.querySelector('[aria-labelledby=error-summary-title]'),
      'the heading': document.querySelector('main h2[tabindex]'),
    }
    const covered = Object.entries(matters).flatMap(([name, element]) => {
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

for (const path of ['/apply', '/contact'] as const) {
  test(`each toast of ${path} comes alone and covers nothing needed`, async ({ page }) => {
    for (const window of windows) {
      await page.setViewportSize(window)
      for (const [text, tone, sent] of cases[path]) {
        await send(page, path, sent)
        await expect(toasts(page)).toHaveCount(1)
        await expect(toasts(page)).toContainText(text)
        await expect(toasts(page)).toHaveAttribute('data-tone', tone)
        if (text.startsWith('Validation'))
          await expect(toasts(page)).toContainText('Email Address: This address is blocked.')
        const what = `${text}, ${window.width} x ${window.height}`
        expect(await coveredByToast(page), what).toEqual([])
        await page.unrouteAll()
      }
    }
  })
}

test('Escape and a large button dismiss a toast, and the focus returns', async ({ page }) => {
  await page.setViewportSize(phoneWithKeyboard)
  await openAlive(page, '/contact')
  const dismiss = toasts(page).getByRole('button', { name: 'Dismiss' })
  await submitButton(page).press('Enter')
  const box = await dismiss.boundingBox()
  expect(Math.round(Math.min(box?.width ?? 0, box?.height ?? 0))).toBeGreaterThanOrEqual(44)
  await page.keyboard.press('Escape')
  await expect(toasts(page)).toHaveCount(0)
  await expect(errorSummary(page)).toBeFocused()
  const subject = page.getByLabel('Subject')
  for (const key of ['Escape', 'Enter']) {
    await submitButton(page).press('Enter')
    await subject.focus()
    await dismiss.focus()
    await page.keyboard.press(key)
    await expect(toasts(page)).toHaveCount(0)
    await expect(subject).toBeFocused()
  }

  await submitButton(page).press('Enter')
  await expect(toasts(page)).toHaveCount(1)
  // Under the toast.
  await subject.evaluate((field) => {
    field.scrollIntoView({ block: 'start', behavior: 'instant' })
    window.scrollBy({ top: 80, behavior: 'instant' })
  })
  await subject.focus()
  for (let next = 0; next < 4; next += 1) {
    expect(await coveredByToast(page)).toEqual([])
    await page.keyboard.press('Tab')
  }
})

test('a toast stays as long as it has the focus, on its page', async ({ page }) => {
  await page.clock.install()
  await openAlive(page, '/contact')
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

  await submitButton(page).click()
  await expect(toasts(page)).toHaveCount(1)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click()
  await expect(page).toHaveURL('/about')
  await expect(toasts(page)).toHaveCount(0)
})

test('success, warning and failure are told apart, and read out once', async ({ page }) => {
  await openAlive(page, '/apply')
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
  await page.getByLabel('I agree to the').check()
  await submitButton(page).click()
  await expect(toasts(page)).toContainText(fixErrors)
  const picture = () => toasts(page).locator('svg').first().innerHTML()
  const pictures = [await picture()]
  await fillApplication(page)
  for (const [status, title] of [
    [503, 'Submission Failed'],
    [201, 'Application Submitted'],
  ] as const) {
    await answerForms(page, status, { ...later, id: 'x' })
    await submitButton(page).click()
    await expect(toasts(page)).toContainText(title)
    await expect(toasts(page)).toHaveCount(1)
    pictures.push(await picture())
  }
  expect(new Set(pictures).size).toBe(3)
  await page.emulateMedia({ forcedColors: 'active' })
  const inks = toasts(page)
    .locator('svg')
    .first()
    .evaluate((svg) => [getComputedStyle(svg).color, getComputedStyle(document.body).color])
  expect(new Set(await inks).size).toBe(1)
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toEqual([
    expect.stringMatching(/^polite: Please fix the form errors: /),
    expect.stringMatching(/^assertive: Submission Failed: /),
    expect.stringMatching(/^polite: Application Submitted: /),
  ])
})
