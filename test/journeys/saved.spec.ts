import type { Page } from '@playwright/test'
import { desktopOnly, expect, expectAccessible, expectNoSidewaysScroll, test } from './site-test.ts'

const saveOf = (page: Page, title: string) =>
  page
    .getByRole('region', { name: /^(All|Saved|Python Programming) Internships$/ })
    .getByRole('button', { name: `Save ${title}`, exact: true })
const savedLink = (page: Page) => page.getByRole('link', { name: /^Saved \(/ })
const savedTitles = (page: Page) =>
  page.getByRole('region', { name: 'Saved Internships' }).getByRole('heading', { level: 3 })
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('saved-internships'))
const keep = (page: Page, text: string) =>
  page.addInitScript((value) => localStorage.setItem('saved-internships', value), text)

test('what is saved on a card is found again under Saved, with its number, and can be removed', async ({
  page,
}) => {
  await page.goto('/internships')
  await expect(savedLink(page)).toHaveCount(0)
  const python = saveOf(page, 'Python Programming')
  await expect(python).toHaveAttribute('aria-pressed', 'false')
  const box = await python.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await python.click()
  await expect(python).toHaveAttribute('aria-pressed', 'true')
  await saveOf(page, 'Java Development').press('Enter')
  await expect(savedLink(page)).toHaveText('Saved (2)')
  await page.reload()
  await savedLink(page).click()
  await expect(page).toHaveURL('/internships?saved=1')
  await expect(savedTitles(page)).toHaveText(['Java Development', 'Python Programming'])
  await expect(page.getByRole('status').filter({ hasText: 'saved' })).toHaveText(
    '2 internships saved',
  )
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await saveOf(page, 'Java Development').press('Enter')
  await expect(savedTitles(page)).toHaveText(['Python Programming'])
  await expect(page.getByRole('heading', { name: 'Saved Internships' })).toBeFocused()
  await saveOf(page, 'Python Programming').press('Enter')
  await expect(page.getByText('Nothing is saved on this device.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Saved Internships' })).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All internships', exact: true }).click()
  await expect(page).toHaveURL('/internships')
  await expect(page.getByRole('heading', { name: 'All Internships' })).toBeVisible()
})

test('a search leaves the saved ones, and going back leads to them', async ({ page }) => {
  await keep(page, '[8]')
  await page.goto('/internships')
  await savedLink(page).click()
  await expect(savedTitles(page)).toHaveText(['Python Programming'])
  await page.getByRole('navigation', { name: 'Categories' }).getByText('Java').click()
  await expect(page.getByRole('region', { name: 'Java Development Internships' })).toBeVisible()
  await page.goBack()
  await expect(savedTitles(page)).toHaveText(['Python Programming'])
  await page.getByPlaceholder('Search internships...').fill('kotlin')
  await expect(page.getByRole('region', { name: 'All Internships' })).toBeVisible()
})

test('an internship is saved on its own page as well, and one sees that it is', async ({
  page,
}) => {
  await page.goto('/internships/8')
  const save = page.getByRole('button', { name: 'Save Python Programming' })
  await save.click()
  await expect(save).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText('You find it again under Saved')).toBeVisible()
  await page.goto('/internships')
  await expect(saveOf(page, 'Python Programming')).toHaveAttribute('aria-pressed', 'true')
})

test('several tabs have one list', desktopOnly, async ({ page, context }) => {
  await page.goto('/internships')
  const other = await context.newPage()
  await other.goto('/internships/9')
  await other.getByRole('button', { name: 'Save Java Development' }).click()
  await expect(savedLink(page)).toHaveText('Saved (1)')
  await saveOf(page, 'Python Programming').click()
  expect(await kept(other)).toBe('[9,8]')
  await other.getByRole('button', { name: 'Save Java Development' }).click()
  await expect(savedLink(page)).toHaveText('Saved (1)')
  await expect(saveOf(page, 'Java Development')).toHaveAttribute('aria-pressed', 'false')
  await other.evaluate(() => localStorage.clear())
  await expect(savedLink(page)).toHaveCount(0)
})

test('what is no list of numbers in the storage counts as nothing saved', async ({ page }) => {
  for (const text of ['{"8":true}', '[8,', '["8",null,8.5,[8]]']) {
    await page.goto('/internships')
    await page.evaluate((value) => localStorage.setItem('saved-internships', value), text)
    await page.goto('/internships?saved=1')
    await expect(page.getByText('Nothing is saved on this device.'), text).toBeVisible()
  }
  await page.goto('/internships')
  await saveOf(page, 'Python Programming').click()
  await expect(savedLink(page)).toHaveText('Saved (1)')
})

test('an internship that there is no more is not counted', desktopOnly, async ({ page }) => {
  await keep(page, '[999,8,8,-1]')
  await page.goto('/internships')
  await expect(savedLink(page)).toHaveText('Saved (1)')
  await savedLink(page).click()
  await expect(savedTitles(page)).toHaveText(['Python Programming'])
})

test('where the storage is full, it says so and nothing looks saved', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  })
  await page.goto('/internships/8')
  const save = page.getByRole('button', { name: 'Save Python Programming' })
  await save.click()
  await expect(page.getByText('Not saved')).toBeVisible()
  await expect(save).toHaveAttribute('aria-pressed', 'false')
})

test(
  'where no storage is allowed, the pages work and saving says so',
  desktopOnly,
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('', 'SecurityError')
        },
      })
    })
    await page.goto('/internships?saved=1')
    await expect(page.getByText('Nothing is saved on this device.')).toBeVisible()
    await page.goto('/internships')
    await saveOf(page, 'Python Programming').click()
    await expect(page.getByText('Not saved')).toBeVisible()
  },
)

test(
  'nothing of what is saved is sent, not even as a cookie',
  desktopOnly,
  async ({ page, context }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await page.goto('/internships')
    await saveOf(page, 'Python Programming').click()
    await savedLink(page).click()
    await expect(savedTitles(page)).toHaveCount(1)
    expect(sent.filter((each) => each.includes('saved'))).toEqual([])
    expect(await context.cookies()).toEqual([])
    await page.goto('/cookies')
    await expect(page.getByText('The internships that you save, by their numbers')).toBeVisible()
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('nothing offers to save, and the address of the saved ones shows the whole list', async ({
    page,
  }) => {
    for (const path of ['/internships?saved=1', '/internships/8']) {
      await page.goto(path)
      await expect(page.getByRole('button', { name: /^Save/ })).toHaveCount(0)
    }
    await page.goto('/internships?saved=1')
    await expect(page.getByRole('region', { name: 'All Internships' })).toBeVisible()
  })
})

test('what is said of saving does not lie over the search', async ({ page }) => {
  await page.goto('/internships')
  await saveOf(page, 'Python Programming').click()
  const toast = await page
    .getByRole('listitem')
    .filter({ hasText: 'You find it again' })
    .boundingBox()
  const search = await page.getByPlaceholder('Search internships...').boundingBox()
  expect(toast?.y).toBeGreaterThanOrEqual((search?.y ?? 0) + (search?.height ?? 0))
})
