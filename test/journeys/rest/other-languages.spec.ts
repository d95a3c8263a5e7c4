import help from '@naic/content/hi/form-help.json' with { type: 'json' }
import { errorSummary, submitButton } from '../filled-forms.ts'
import { expect, test } from '../site-test.ts'

test('a parent reads in Hindi what the internships are, and what they cost', async ({ page }) => {
  await page.goto('/hi')
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('हिन्दी')
  for (const fact of ['8-10 घंटे', '4, 6 या 8 हफ़्ते', '₹105', 'UPI PIN']) {
    await expect(page.getByRole('main').getByText(fact).first()).toBeVisible()
  }
  // Around the page everything is in English, and says so.
  for (const role of ['banner', 'contentinfo'] as const) {
    const spoken = await page.getByRole(role).evaluate((part) => {
      return part.closest('[lang]')?.getAttribute('lang')
    })
    expect(spoken).toBe('en-IN')
  }
})

test('a page that exists in two languages names both, from either', async ({ page }) => {
  for (const path of ['/', '/hi', '/apply', '/hi/apply', '/verification', '/hi/verification']) {
    const english = path.replace(/^\/hi/, '') || '/'
    await page.goto(path)
    const named = await page
      .locator('link[rel="alternate"]')
      .evaluateAll((links: HTMLLinkElement[]) =>
        links.map(({ hreflang, href }) => `${hreflang} ${new URL(href).pathname}`),
      )
    const hindi = english === '/' ? '/hi' : `/hi${english}`
    expect(named).toEqual([`en-IN ${english}`, `hi ${hindi}`, `x-default ${english}`])
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href')
    expect(new URL(String(canonical)).pathname).toBe(path)
  }
})

test('no script that comes with an English page has the words of another language', async ({
  page,
}) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  const all = (await Promise.all(scripts)).join('\n')
  expect(all.length).toBeGreaterThan(100_000)
  expect(all.includes('अप्लाई')).toBe(false)
})

test('the form says below each English hint and error the same in Hindi', async ({ page }) => {
  await page.goto('/hi/apply')
  const name = page.getByLabel('Full Name')
  await expect(name).toHaveAccessibleDescription(help.hints.name)
  await submitButton(page).press('Enter')
  await expect(errorSummary(page)).toBeFocused()
  await expect(name).toHaveAccessibleDescription(
    `${help.hints.name} Name is required ${help.errors['Name is required']}`,
  )
  const inHindi = page.locator('[lang="en-IN"] [lang="hi"]')
  await expect(inHindi.filter({ hasText: help.errors['Please upload your resume'] })).toBeVisible()
})
