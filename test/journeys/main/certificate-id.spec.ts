import type { Page } from '@playwright/test'
import { holder } from '#support/issue-certificate.ts'
import { answerWith, id, summary, test } from '../certificate-page.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hold,
  watchRequests,
} from '../site-test.ts'

/** From an ID that is typed or in an address to the page of its result. */

const field = (page: Page) =>
  page.getByLabel('Certificate ID', { exact: false }).and(page.locator('input'))
const button = (page: Page) => page.locator('main form button')
const notChecked = 'Could not be checked'

test('the page says how it works, where help is, and the way home', async ({ page }) => {
  await page.goto('/verification')
  const steps = page.getByRole('region', { name: 'How it works' }).getByRole('listitem')
  await expect(steps).toHaveCount(3)
  for (const [name, href] of [
    ['Contact Support', '/contact'],
    ['National Academic Internship Council', '/'],
  ] as const) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', href)
  }
  await field(page).fill('NAIC25ABCDE')
  await expectAccessible(page)
})

test('other pages lead to a sample certificate, and to where one is checked', async ({ page }) => {
  for (const start of ['/', '/verification']) {
    await page.goto(start)
    await page.getByRole('link', { name: 'See a sample certificate' }).click()
    await expect(page).toHaveURL('/verify/NAIC25A7K2M')
  }
  for (const [start, name] of [
    ['/about', 'Verify a certificate'],
    ['/internships/1', 'See how'],
    ['/contact', 'Check a certificate'],
  ] as const) {
    await page.goto(start)
    const link = page.getByRole('main').getByRole('link', { name })
    await expect(link).toHaveAttribute('href', '/verification')
  }
})

test('only letters and digits are kept, upper-cased, at most fifteen, and the caret stays', async ({
  page,
}) => {
  await page.goto('/verification')
  await expect(field(page)).toHaveAttribute('required')
  await field(page).fill('  naic25/abcde/fghij/klm ')
  await expect(field(page)).toHaveValue('NAIC25ABCDEFGHI')
  await field(page).fill('')
  await field(page).pressSequentially('naic a_b.é2c')
  await expect(field(page)).toHaveValue('NAICAB2C')
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('-2x5')
  await expect(field(page)).toHaveValue('NAIC2X5AB2C')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('5')
  await expect(field(page)).toHaveValue('NAIC25AB2C')
})

test('the button waits for an ID, verifies for 0.5 s, and the result page for 0.8 s, however fast the register is', async ({
  page,
  issued,
}) => {
  await answerWith(page, issued.answer)
  await page.clock.install()
  await page.goto('/verification')
  await expect(button(page)).toHaveText('Verify Certificate')
  await field(page).pressSequentially('   ')
  await expect(field(page)).toHaveValue('')
  await expect(button(page)).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/verification')

  await field(page).fill(id.toLowerCase())
  await expect(button(page)).toBeEnabled()
  await page.clock.pauseAt(Date.now() + 60_000)
  const answered = page.waitForResponse('**/api/certificates/*')
  await page.keyboard.press('Enter')
  await expect(button(page)).toHaveText('Verifying...')
  await expect(button(page)).toBeDisabled()
  await page.clock.runFor(400)
  await expect(page).toHaveURL('/verification')
  await page.clock.runFor(100)
  const verifying = page.getByRole('heading', { name: 'Verifying certificate...' })
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(verifying).toBeVisible({ timeout: 100 })
  }).toPass({ intervals: [10] })
  await expect(page).toHaveURL(`/verify/${id}`)
  await answered
  await page.clock.runFor(700)
  await expect(verifying).toBeVisible()
  await page.clock.runFor(150)
  await expect(summary(page)).toContainText(holder)
})

test('what was typed before the script came counts', async ({ page }) => {
  const release = await hold(page, '**/assets/*.js')
  await page.goto('/verification', { waitUntil: 'commit' })
  await field(page).fill('naic25-abcde')
  release()
  await expect(field(page)).toHaveValue('NAIC25ABCDE')
  await expect(button(page)).toBeEnabled()
})

test('the form works before its script has come, and its button looks the same then', async ({
  page,
}) => {
  const look = () =>
    button(page).evaluate((element) => {
      const { backgroundColor, color } = getComputedStyle(element)
      return {
        backgroundColor,
        color,
        box: JSON.stringify(element.getBoundingClientRect()),
      }
    })
  const release = await hold(page, '**/assets/*.js')
  await page.goto('/verification', { waitUntil: 'commit' })
  await expect(button(page)).toBeVisible()
  const before = await look()
  release()
  await expect(button(page)).toBeDisabled()
  await expect.poll(look).toEqual(before)

  await hold(page, '**/assets/*.js')
  await page.goto('/verification', { waitUntil: 'commit' })
  await field(page).fill('naic25-a7k2m')
  await button(page).click()
  await expect(page).toHaveURL('/verify/NAIC25A7K2M')
})

test('a visitor who goes offline after typing gets our own page, and can try again', async ({
  page,
  context,
  issued,
}) => {
  const asked = watchRequests(page)
  const scripts = () =>
    asked.flatMap((line) => /\/assets\/certificate-page.*[.]js$/.exec(line)?.[0] ?? [])
  await page.goto('/verification', { waitUntil: 'networkidle' })
  // A visitor who only reads the page does not fetch the result page.
  await field(page).focus()
  expect(scripts()).toEqual([])
  await field(page).pressSequentially(id)
  await expect.poll(() => scripts().length).toBe(1)
  await page.evaluate((paths) => Promise.all(paths.map((path) => import(path))), scripts())
  expect(asked.filter((path) => /api|[.]data$/.test(path))).toEqual([])

  await context.setOffline(true)
  await button(page).click()
  await expect(page).toHaveURL(`/verify/${id}`)
  await expect(page.getByRole('heading', { name: notChecked })).toBeVisible()
  await expect(page.getByText(/No certificate found|Passed/)).toHaveCount(0)

  await context.setOffline(false)
  await answerWith(page, issued.answer)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(summary(page)).toContainText(holder)
})

test('a visitor who was offline before typing reads so next to the button, and keeps ID and focus', async ({
  page,
  context,
  issued,
}) => {
  await page.goto('/verification', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await field(page).fill(id)
  await button(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText(notChecked)
  await expect(field(page)).toHaveValue(id)
  await expect(button(page)).toBeFocused()
  await expect(page).toHaveURL('/verification')
  await expectAccessible(page)

  await context.setOffline(false)
  await answerWith(page, issued.answer)
  await button(page).click()
  await expect(summary(page)).toContainText(holder)
})

test('a script that is gone after an update of the site is no obstacle', async ({
  page,
  issued,
}) => {
  await answerWith(page, issued.answer)
  // However often this page asks: some browsers remember that a script did not come.
  await page.route('**/assets/certificate-page-*.js', (route) =>
    new URL(page.url()).pathname === '/verification'
      ? route.fulfill({ status: 404, body: '' })
      : route.continue(),
  )
  await page.goto('/verification')
  await field(page).fill(id)
  await button(page).click()
  await expect(page).toHaveURL(`/verify/${id}`)
  await expect(summary(page)).toContainText(holder)
})

const notFound = (page: Page) => page.locator('p', { hasText: 'No certificate found with ID: ' })

test('an ID that is not found is shown as it was asked for, however strange, and nothing turns or piles up', async ({
  page,
}) => {
  for (const [asked, shown] of [
    ['🎓 <b>&amp;', '🎓 <b>&amp;'],
    ['%ff', '%ff'],
    ['a/b', 'a/b'],
    ['z-'.repeat(2_000), `${'z-'.repeat(50)}…`],
    ['x\u202e\u2069\nevil', 'x\u202e\u2069\nevil'],
  ] as const) {
    const response = await page.goto(`/verify/${encodeURIComponent(asked)}`)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    expect(await notFound(page).textContent()).toBe(`No certificate found with ID: ${shown}`)
    await expectNoSidewaysScroll(page)
    // The second time the page is made in the browser.
    await page.getByRole('link', { name: 'How to find the ID' }).click()
    await expect(page.getByRole('heading', { name: 'How it works' })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
    expect(await notFound(page).textContent()).toBe(`No certificate found with ID: ${shown}`)
  }
})

test('a character that turns the direction of text or is invisible is named and turns nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/verify/${encodeURIComponent('\u2069\u202eab\u200b')}`)
  const shown = notFound(page).locator('bdi')
  await expect(shown).toBeVisible()
  const names = await shown
    .locator('span[data-name]')
    .evaluateAll((marks) => marks.map((mark) => getComputedStyle(mark, '::before').content))
  expect(names).toEqual(['"U+2069"', '"U+202E"', '"U+200B"'])
  const [a, b] = await shown.evaluate((element) => {
    const text = [...element.childNodes].find((node) => node.nodeValue === 'ab') as Text
    return [0, 1].map((at) => {
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + 1)
      return range.getBoundingClientRect().left
    })
  })
  expect(a).toBeLessThan(b ?? 0)
  await expectAccessible(page)
})

test('marks that pile up on a letter paint nothing over the rest of the page', async ({ page }) => {
  const shoot = async (asked: string) => {
    await page.goto(`/verify/${encodeURIComponent(asked)}`)
    await expect(notFound(page)).toBeVisible()
    return [
      await page.getByRole('heading', { name: 'Verification Failed' }).screenshot(),
      await page.getByText('Please check the verification code and try again.').screenshot(),
    ]
  }
  expect(await shoot(`z${'\u0300\u0323'.repeat(49)}`)).toEqual(await shoot('z'))
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled })

    test('an ID is cleaned, and one with I in place of 1 leads to the certificate that was meant', async ({
      page,
    }) => {
      await page.goto('/verification')
      await field(page).fill(' naic25-c8d/it ')
      await button(page).click()
      await expect(page).toHaveURL('/verify/NAIC25C8DIT')
      await expect(notFound(page)).toContainText('NAIC25C8DIT')
      await expect(page.locator('p', { hasText: 'Did you mean NAIC25C8D1T?' })).toBeVisible()
      await expectNoSidewaysScroll(page)
      await page.getByRole('link', { name: 'NAIC25C8D1T' }).click()
      await expect(page).toHaveURL('/verify/NAIC25C8D1T')
      await expect(page).toHaveTitle(/^Meera Muster, /)
      const response = await page.goto(`/verify/%20naic25-a7k2m${'-'.repeat(200)}`)
      expect(response?.status()).toBe(200)
      await expect(page).toHaveTitle(/^Asha Example, /)
      await page.goto('/verify/NAIC26K7M2P9X0')
      await expect(page.locator('p', { hasText: 'never has 0, O, 1 or I' })).toBeVisible()
    })
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an ID of which nothing is left leads back to the form', async ({ page }) => {
    await page.goto('/verification')
    await field(page).fill('???')
    await button(page).click()
    await expect(page).toHaveURL('/verification?id=%3F%3F%3F')
    await expect(button(page)).toBeVisible()
  })
})
