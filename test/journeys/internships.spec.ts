import type { Page } from '@playwright/test'
import { internships, titlesFound } from '../support/internships.ts'
import { expectProgrammeFacts } from './programme-facts.ts'
import { expect, expectAccessible, test } from './site-test.ts'

const search = (page: Page) => page.getByPlaceholder('Search internships...')
const category = (page: Page) => page.getByLabel('Filter by category')
const found = (page: Page) => page.getByRole('status').filter({ hasText: 'found' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const titles = (page: Page, name: string) =>
  section(page, name).getByRole('heading', { level: 3 }).allTextContents()

const numberFound = (number: number) =>
  number === 1 ? '1 internship found' : `${number} internships found`
const everything = numberFound(internships.length)

const categories = [
  'Web Development',
  'Machine Learning',
  'Graphic Design',
  'Python Programming',
  'Java Development',
  'Android Development',
  'Cyber Security',
  'Generative AI',
]

// With `content/specified-internships.test.ts` the only one that holds how many there are.
test('the catalogue shows the twelve internships of the specification and at most three featured ones', async ({
  page,
}) => {
  await page.goto('/internships')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(found(page)).toHaveText('12 internships found')
  expect(await titles(page, 'Featured Internships')).toEqual([
    'Frontend Web Development',
    'Full Stack Web Development',
    'Machine Learning Fundamentals',
  ])
  expect(await titles(page, 'All Internships')).toHaveLength(12)
  await expect(section(page, 'All Internships').getByText('Featured', { exact: true })).toHaveCount(
    5,
  )
})

test('the categories are All and then the eight', async ({ page }) => {
  await page.goto('/internships')
  expect(await category(page).locator('option').allTextContents()).toEqual(['All', ...categories])
  await expect(category(page)).toHaveValue('All')
})

test('a card tells what the internship is and leads to its page and to the form', async ({
  page,
}) => {
  await page.goto('/internships')
  const card = section(page, 'All Internships')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Generative AI Applications' }) })
  for (const text of ['✨', 'Generative AI', 'Featured', '4 weeks']) {
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(card.getByText(/^Build useful applications on large language models/)).toBeVisible()
  await expect(
    card.getByRole('link', { name: 'View Details of Generative AI Applications' }),
  ).toHaveAttribute('href', '/internships/12')
  await card.getByRole('link', { name: 'Apply Now for Generative AI Applications' }).click()
  await expect(page).toHaveURL('/apply?internship=12')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Generative AI')
})

test('the list follows what is typed, and the field keeps the focus and the text', async ({
  page,
}) => {
  await page.goto('/internships')
  await page.waitForLoadState('networkidle')
  await search(page).focus()
  const requests: string[] = []
  page.on('request', (request) => {
    // The browser itself looks at the icon again with each address.
    if (!request.url().endsWith('.svg')) requests.push(request.url())
  })
  const scrolled = () => page.evaluate(() => window.scrollY)
  const before = await scrolled()
  await page.keyboard.type('POSTGRES', { delay: 15 })
  await expect(found(page)).toHaveText(numberFound(titlesFound('postgres').length))
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('POSTGRES')
  await expect(page).toHaveURL('/internships?q=POSTGRES')
  expect(await titles(page, 'All Internships')).toEqual(titlesFound('postgres'))
  expect(await titles(page, 'All Internships')).toContain('Backend Web Development')
  expect(await scrolled()).toBe(before)
  expect(requests).toEqual([])
})

test('what is searched for is not cut while it is typed, however long it is', async ({ page }) => {
  await page.goto('/internships')
  const long = `python ${'and more '.repeat(30)}`
  await search(page).pressSequentially(long.slice(0, 100))
  await expect(search(page)).toHaveValue(long.slice(0, 100))
  await search(page).fill(long)
  await expect(found(page)).toHaveText('0 internships found')
  await expect(search(page)).toHaveValue(long)
})

test('a category narrows the list and heads it', async ({ page }) => {
  await page.goto('/internships')
  await category(page).selectOption('Machine Learning')
  await expect(page).toHaveURL('/internships?category=Machine+Learning')
  await expect(page.getByRole('heading', { name: 'All Internships' })).toHaveCount(0)
  const inCategory = titlesFound('', 'Machine Learning')
  expect(await titles(page, 'Machine Learning Internships')).toEqual(inCategory)
  expect(inCategory).toContain('Data Science & Analysis')
  const featured = internships.filter((one) => one.featured && one.category === 'Machine Learning')
  expect(await titles(page, 'Featured Internships')).toEqual(
    featured.slice(0, 3).map(({ title }) => title),
  )
  await search(page).fill('science')
  await expect(found(page)).toHaveText(
    numberFound(titlesFound('science', 'Machine Learning').length),
  )
  await category(page).selectOption('All')
  await expect(page).toHaveURL('/internships?q=science')
})

test('where none of those found is featured, no heading says so', async ({ page }) => {
  const plain = internships.find(({ featured }) => !featured)
  await page.goto(`/internships?${new URLSearchParams({ q: plain?.title ?? '' })}`)
  await expect(found(page)).toHaveText('1 internship found')
  await expect(page.getByRole('heading', { name: 'Featured Internships' })).toHaveCount(0)
})

test('an address with text and category shows just that, and can be shared', async ({ page }) => {
  await page.goto('/internships?q=react&category=Web+Development')
  await expect(search(page)).toHaveValue('react')
  await expect(category(page)).toHaveValue('Web Development')
  await expect(found(page)).toHaveText(numberFound(titlesFound('react', 'Web Development').length))
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    /\/internships\?category=Web\+Development$/,
  )
})

test('the back button takes back a choice from the list of categories, and what was typed stays', async ({
  page,
}) => {
  await page.goto('/about')
  await page.goto('/internships', { waitUntil: 'networkidle' })
  await search(page).fill('web')
  await expect(page).toHaveURL('/internships?q=web')
  await category(page).selectOption('Web Development')
  await expect(page).toHaveURL('/internships?q=web&category=Web+Development')
  await category(page).selectOption('Java Development')
  await page.goBack()
  await expect(category(page)).toHaveValue('Web Development')
  await page.goBack()
  await expect(page).toHaveURL('/internships?q=web')
  await expect(category(page)).toHaveValue('All')
  await expect(search(page)).toHaveValue('web')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('the back button leaves the catalogue, and coming back finds it as it was', async ({
  page,
}) => {
  await page.goto('/about')
  await page.goto('/internships')
  await page.waitForLoadState('networkidle')
  await search(page).pressSequentially('python')
  await expect(page).toHaveURL('/internships?q=python')
  const details = section(page, 'All Internships').getByRole('link', { name: 'View Details' })
  const first = internships.find(({ title }) => title === titlesFound('python')[0])
  await details.first().click()
  await expect(page).toHaveURL(`/internships/${first?.id}`)
  await page.goBack()
  await expect(page).toHaveURL('/internships?q=python')
  await expect(search(page)).toHaveValue('python')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('a link to the whole catalogue empties the fields, and the back button fills them', async ({
  page,
}) => {
  await page.goto('/internships')
  await search(page).fill('java')
  await category(page).selectOption('Java Development')
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Internships', exact: true })
    .click()
  await expect(page).toHaveURL('/internships')
  await expect(search(page)).toHaveValue('')
  await expect(category(page)).toHaveValue('All')
  await page.goBack()
  await expect(search(page)).toHaveValue('java')
  await expect(category(page)).toHaveValue('Java Development')
  await expect(found(page)).toHaveText(numberFound(titlesFound('java', 'Java Development').length))
})

test('nothing found is said with a hint, and Clear Filters brings everything back', async ({
  page,
}) => {
  await page.goto('/internships?q=astronomy&category=Cyber+Security')
  await expect(page.getByRole('heading', { name: 'No internships found' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible()
  await expect(found(page).first()).toHaveText('0 internships found')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear Filters' }).press('Enter')
  await expect(found(page)).toHaveText(everything)
  await expect(page).toHaveURL('/internships')
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
  await expect(category(page)).toHaveValue('All')
  await expect(page.getByRole('button', { name: 'Clear Filters' })).toHaveCount(0)
})

test('the fee and the facts stand in plain sight above the catalogue', async ({ page }) => {
  await page.goto('/internships')
  await expectProgrammeFacts(page.getByRole('main'))
})

test('the questions are answered on demand and lead to the contact page', async ({ page }) => {
  await page.goto('/internships')
  const questions = section(page, 'Frequently Asked Questions')
  for (const [question, answer] of [
    ['Are the internships paid?', /unpaid. Top performers may receive stipends or job/],
    ['Who can apply?', /All college students and recent graduates across India/],
    ['How much time do I need?', /8-10 hours per week/],
    ['What equipment do I need?', /Only a computer with internet/],
    ['Is there any fee?', /₹105/],
  ] as const) {
    await expect(questions.getByText(answer)).toBeHidden()
    await questions.getByText(question).press('Enter')
    await expect(questions.getByText(answer)).toBeVisible()
  }
  await expectAccessible(page)
  await questions.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page).toHaveURL('/contact')
})

test('search engines get the list with its addresses', async ({ page }) => {
  await page.goto('/internships')
  const data = await page.locator('head script[type="application/ld+json"]').textContent()
  const list = JSON.parse(data ?? '')
  expect(list).toMatchObject({ '@type': 'ItemList', numberOfItems: internships.length })
  expect(list.itemListElement[4]).toMatchObject({
    position: 5,
    url: expect.stringMatching(/^http.*\/internships\/5$/),
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the search is a form with a button, and its answer a page', async ({ page }) => {
    await page.goto('/internships')
    await search(page).fill('design')
    await category(page).selectOption('Graphic Design')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/internships?q=design&category=Graphic+Design')
    await expect(found(page)).toHaveText(
      numberFound(titlesFound('design', 'Graphic Design').length),
    )
    await expect(search(page)).toHaveValue('design')
    await expect(category(page)).toHaveValue('Graphic Design')
    await expect(section(page, 'Graphic Design Internships')).toBeVisible()
  })

  test('an empty or meaningless search shows everything', async ({ page }) => {
    for (const query of ['?q=&category=All', '?q=%20', '?category=Nonsense', '?q=%E0%A4%A']) {
      const response = await page.goto(`/internships${query}`)
      expect(response?.status()).toBe(200)
    }
    await page.goto('/internships?q=&category=All')
    await expect(found(page)).toHaveText(everything)
  })

  test('Clear Filters leads to the whole list', async ({ page }) => {
    await page.goto('/internships?q=astronomy')
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(found(page)).toHaveText(everything)
    await expect(search(page)).toHaveValue('')
  })
})

test('a search that is too long is told of, and nothing of it is cut while it is typed', async ({
  page,
}) => {
  await page.goto(`/internships?q=${'x'.repeat(7_000)}`)
  const said = page.getByText('A search can be at most 100 characters.')
  await expect(said).toBeVisible()
  await search(page).fill('y'.repeat(150))
  await expect(page).toHaveURL(`/internships?q=${'y'.repeat(101)}`)
  await expect(search(page)).toHaveValue('y'.repeat(150))
  await expect(said).toBeVisible()
  await search(page).fill('python')
  await expect(said).toHaveCount(0)
})
