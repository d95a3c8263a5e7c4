import type { Page } from '@playwright/test'
import { fillApplication, submitButton } from './apply-form.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './site-test.ts'

const whatsApp = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'WhatsApp (opens in a new tab)' })

/** What the message says that the link begins. */
async function message(page: Page): Promise<string> {
  const link = new URL((await whatsApp(page).getAttribute('href')) ?? '')
  expect(link.origin + link.pathname).toBe('https://wa.me/')
  await expect(whatsApp(page)).toHaveAttribute('target', '_blank')
  await expect(whatsApp(page)).toHaveAttribute('rel', /\bnoopener\b/)
  return link.searchParams.get('text') ?? ''
}

test('an internship is sent on WhatsApp, or by what the phone has to share', async ({
  page,
  context,
  site,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  await page.goto('/internships/4')
  expect(await message(page)).toBe(
    `Data Science & Analysis: an online internship of 6 weeks ${site.url}/internships/4`,
  )
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${site.url}/internships/4`,
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.addInitScript(() => {
    navigator.share = async (shared) => {
      document.documentElement.dataset['shared'] = shared?.url ?? ''
    }
  })
  await page.reload()
  await page.getByRole('button', { name: 'Share link' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-shared', `${site.url}/internships/4`)
})

test('where nothing can be copied, the link is shown and selected', async ({ page, site }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share')
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.goto('/internships/4')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('We could not copy the link.')).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${site.url}/internships/4`)
})

test('after applying, the internship can be sent to a friend', async ({ page, site }, {
  project,
}) => {
  await page.goto('/apply?internship=3')
  await fillApplication(page, {
    name: 'Asha Example',
    email: `shares-${project.name}@example.com`,
  })
  await submitButton(page).click()
  await expect(page.getByRole('heading', { name: 'Application Submitted!' })).toBeVisible()
  expect(await message(page)).toBe(
    `Full Stack Web Development: an online internship of 8 weeks ${site.url}/internships/3`,
  )
  await expect(page.getByText('Tell a friend about this internship')).toBeVisible()
  await expectAccessible(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the link to WhatsApp is there, and no button that would do nothing', async ({
    page,
    site,
  }) => {
    await page.goto('/internships/8')
    expect(await message(page)).toContain(`${site.url}/internships/8`)
    await expect(page.getByRole('button', { name: /link/i })).toHaveCount(0)
  })
})
