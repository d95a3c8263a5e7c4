import type { Page } from '@playwright/test'
import { brokenStorages, desktopOnly, expect, expectAccessible, test } from '../site-test.ts'

const saveOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: /^(All|Saved|Python Programming) Internships$/ })
    .getByRole('button', { name: `Save ${title}`, exact: true })
const savedLink = (page: Page) => page.getByRole('link', { name: /^Saved \(/ })
const savedTitles = (page: Page) =>
  page.getByRole('region', { name: 'Saved Internships' }).getByRole('heading', { level: 3 })
const savedToast = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: 'See it under Internships, Saved.' })
const nothing = 'Nothing is saved on this device.'

test('a saved internship is found under Saved, and not sent', async ({ page, context }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/internships')
  await expect(savedLink(page)).toHaveCount(0)
  const python = saveOf(page, 'Python Programming')
  const box = await python.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await expect(python).toHaveAttribute('aria-pressed', 'false')
  await python.click()
  await expect(python).toHaveAttribute('aria-pressed', 'true')
  await expect(savedToast(page)).toContainText('Saved on this phone.')
  await page.goto('/internships/9')
  const java = page.getByRole('button', { name: 'Save Java Development' })
  await java.press('Enter')
  await expect(java).toContainText('Saved')
  await expect(java).toHaveAttribute('aria-pressed', 'true')
  await page.goto('/internships')
  await expect(savedLink(page)).toHaveText('Saved (2)')
  await savedLink(page).click()
  await expect(page).toHaveURL('/internships?saved=1')
  await expect(savedTitles(page)).toHaveText(['Java Development', 'Python Programming'])
  const status = page.getByRole('status').filter({ hasText: 'saved' })
  await expect(status).toHaveText('2 internships saved')
  await expectAccessible(page)
  expect(sent.filter((each) => each.includes('saved'))).toEqual([])
  expect(await context.cookies()).toEqual([])

  const heading = page.getByRole('heading', { name: 'Saved Internships' })
  await saveOf(page, 'Java Development').press('Enter')
  await expect(savedTitles(page)).toHaveText(['Python Programming'])
  await expect(heading).toBeFocused()
  await saveOf(page, 'Python Programming').press('Enter')
  await expect(page.getByText(nothing)).toBeVisible()
  await expect(heading).toBeFocused()
  await expectAccessible(page)
})

test('several tabs have one list, whatever was stored', desktopOnly, async ({ page, context }) => {
  await page.goto('/internships')
  const other = await context.newPage()
  await other.goto('/internships/9')
  await other.getByRole('button', { name: 'Save Java Development' }).click()
  await expect(savedLink(page)).toHaveText('Saved (1)')
  await saveOf(page, 'Python Programming').click()
  await other.getByRole('button', { name: 'Save Java Development' }).click()
  await expect(savedLink(page)).toHaveText('Saved (1)')
  await expect(saveOf(page, 'Java Development')).toHaveAttribute('aria-pressed', 'false')
  await other.evaluate(() => localStorage.clear())
  await expect(savedLink(page)).toHaveCount(0)
  // What is no list of internships counts as nothing saved.
  for (const text of ['{"8":true}', '[8,', '["8",null,8.5,[8],999,-1]']) {
    await page.evaluate((value) => localStorage.setItem('saved-internships', value), text)
    await page.goto('/internships?saved=1')
    await expect(page.getByText(nothing), text).toBeVisible()
  }
})

test('while storage is full or forbidden, saving says so', async ({ context }) => {
  for (const refuse of brokenStorages) {
    const page = await context.newPage()
    await page.addInitScript(refuse)
    await page.goto('/internships?saved=1')
    await expect(page.getByText(nothing)).toBeVisible()
    await page.goto('/internships/8')
    const save = page.getByRole('button', { name: 'Save Python Programming' })
    await save.click()
    await expect(page.getByText('Not saved')).toBeVisible()
    await expect(save).toHaveAttribute('aria-pressed', 'false')
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('nothing offers to save, and the whole list is shown', async ({ page }) => {
    for (const path of ['/internships/8', '/internships?saved=1']) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
    }
    await expect(page.getByRole('region', { name: 'All Internships' })).toBeVisible()
  })
})
