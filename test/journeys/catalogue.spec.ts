import type { Page } from '@playwright/test'
import { internships, titlesFound } from '../support/internships.ts'
import { expectProgrammeFacts } from './filled-forms.ts'
import {
  bothScreens,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  structuredData,
  test,
  watchRequests,
} from './site-test.ts'

const search = (page: Page) => page.getByPlaceholder('Search internships...')
const category = (page: Page) => page.getByLabel('Filter by category')
const links = (page: Page) => page.getByRole('navigation', { name: 'Categories' }).getByRole('link')
const near = (page: Page) => page.getByRole('navigation', { name: 'Nearest categories' })
const found = (page: Page) => page.getByRole('status').filter({ hasText: 'found' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const titles = (page: Page, name: string) =>
  section(page, name).getByRole('heading', { level: 3 }).allTextContents()
const firstResult = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 3 }).first()
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
test('the catalogue shows the twelve internships of the specification, at most three featured, and the facts', async ({
  page,
}) => {
  await page.goto('/internships')
  await expect(found(page)).toHaveText('12 internships found')
  await expectProgrammeFacts(page.getByRole('main'))
  expect(await titles(page, 'Featured Internships')).toEqual([
    'Frontend Web Development',
    'Full Stack Web Development',
    'Machine Learning Fundamentals',
  ])
  const all = section(page, 'All Internships')
  expect(await titles(page, 'All Internships')).toHaveLength(12)
  await expect(all.getByText('Featured', { exact: true })).toHaveCount(5)
  expect(await category(page).locator('option').allTextContents()).toEqual(['All', ...categories])
  await expect(category(page)).toHaveValue('All')
  const list = await structuredData(page, 'ItemList')
  expect(list).toMatchObject({ numberOfItems: internships.length })
  expect(JSON.stringify(list)).toMatch(/"position":5,[^}]*internships\/5"/)

  const card = (title: string) =>
    all.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) })
  for (const text of ['No experience needed', 'First project: Marks report from an untidy file'])
    await expect(card('Python Programming')).toContainText(text)
  await expect(card('Java Development')).toContainText('Needs some programming')
  const ofAi = card('Generative AI Applications')
  for (const text of ['✨', 'Generative AI', 'Featured', '4 weeks'])
    await expect(ofAi.getByText(text, { exact: true })).toBeVisible()
  await expect(ofAi.getByText(/^Build useful applications on large language/)).toBeVisible()
  const details = ofAi.getByRole('link', { name: 'View Details of Generative AI Applications' })
  await expect(details).toHaveAttribute('href', '/internships/12')
  await ofAi.getByRole('link', { name: 'Apply Now for Generative AI Applications' }).click()
  await expect(page).toHaveURL('/apply?internship=12')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Generative AI')
})

test('the list follows what is typed without a request, and the field keeps the focus and the text', async ({
  page,
}) => {
  await page.goto('/internships', { waitUntil: 'networkidle' })
  await search(page).focus()
  const requests = watchRequests(page)
  const before = await page.evaluate(() => window.scrollY)
  await page.keyboard.type('POSTGRES', { delay: 15 })
  await expect(found(page)).toHaveText(numberFound(titlesFound('postgres').length))
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('POSTGRES')
  await expect(page).toHaveURL('/internships?q=POSTGRES')
  expect(await titles(page, 'All Internships')).toEqual(titlesFound('postgres'))
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  expect(requests).toEqual([])
  const plain = internships.find(({ featured }) => !featured)
  await search(page).fill(plain?.title ?? '')
  await expect(found(page)).toHaveText('1 internship found')
  await expect(section(page, 'Featured Internships')).toHaveCount(0)

  const said = page.getByText('A search can be at most 100 characters.')
  await search(page).fill('y'.repeat(150))
  await expect(page).toHaveURL(`/internships?q=${'y'.repeat(101)}`)
  await expect(search(page)).toHaveValue('y'.repeat(150))
  await expect(said).toBeVisible()
  await search(page).fill('python')
  await expect(said).toHaveCount(0)
})

test('a category narrows the list, heads it, and stands before the featured ones', async ({
  page,
}) => {
  await page.goto('/internships')
  await category(page).selectOption('Machine Learning')
  await expect(page).toHaveURL('/internships?category=Machine+Learning')
  await expect(page).toHaveTitle(/Machine Learning/)
  const inCategory = titlesFound('', 'Machine Learning')
  expect(await titles(page, 'Machine Learning Internships')).toEqual(inCategory)
  expect(inCategory).toContain('Data Science & Analysis')
  const featured = internships.filter((one) => one.featured && one.category === 'Machine Learning')
  expect(await titles(page, 'Featured Internships')).toEqual(featured.map(({ title }) => title))
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings.first()).toHaveText('Machine Learning Internships')
  await expect(headings.nth(1)).toHaveText('Featured Internships')
  await search(page).fill('science')
  const both = titlesFound('science', 'Machine Learning')
  await expect(found(page)).toHaveText(numberFound(both.length))
  await category(page).selectOption('All')
  await expect(page).toHaveURL('/internships?q=science')
})

test('the back button takes back a choice, leaves the catalogue, and finds it as it was', async ({
  page,
}) => {
  await page.goto('/about')
  await page.goto('/internships', { waitUntil: 'networkidle' })
  await search(page).pressSequentially('web')
  await expect(page).toHaveURL('/internships?q=web')
  await category(page).selectOption('Web Development')
  await expect(page).toHaveURL('/internships?q=web&category=Web+Development')
  await section(page, 'Web Development Internships')
    .getByRole('link', { name: 'View Details' })
    .first()
    .click()
  await expect(page).toHaveURL('/internships/1')
  await page.goBack()
  await expect(category(page)).toHaveValue('Web Development')
  const all = page.getByRole('contentinfo').getByRole('link', { name: 'Internships', exact: true })
  await all.click()
  await expect(page).toHaveURL('/internships')
  await expect(search(page)).toHaveValue('')
  await expect(category(page)).toHaveValue('All')
  await page.goBack()
  await expect(search(page)).toHaveValue('web')
  const both = titlesFound('web', 'Web Development')
  await expect(found(page)).toHaveText(numberFound(both.length))
  await page.goBack()
  await expect(page).toHaveURL('/internships?q=web')
  await expect(category(page)).toHaveValue('All')
  await expect(search(page)).toHaveValue('web')
  await page.goBack()
  await expect(page).toHaveURL('/about')
})

test('nothing found is said with a hint and the nearest categories, and Clear Filters brings everything back', async ({
  page,
}) => {
  await page.goto('/internships?q=pyton&category=Cyber+Security')
  await expect(page.getByRole('heading', { name: 'No internships found' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible()
  await expect(found(page).first()).toHaveText('0 internships found')
  await expectAccessible(page)
  await near(page).getByRole('link').first().click()
  await expect(page).toHaveURL('/internships?category=Python+Programming')
  await expect(search(page)).toHaveValue('')
  await expect(firstResult(page)).toHaveText('Python Programming')
  await page.goto('/internships?q=zzzzzz&category=Cyber+Security')
  await expect(near(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear Filters' }).press('Enter')
  await expect(found(page)).toHaveText(everything)
  await expect(page).toHaveURL('/internships')
  await expect(search(page)).toHaveValue('')
  await expect(search(page)).toBeFocused()
  await expect(category(page)).toHaveValue('All')
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

test('on a phone the first result is in the first screen, also while typing far down with the keyboard open', async ({
  page,
}) => {
  for (const query of ['category=Python+Programming', 'q=python']) {
    await page.goto(`/internships?${query}`)
    await expect(firstResult(page)).toBeInViewport({ ratio: 1 })
    const card = page.getByRole('main').getByRole('article').first()
    expect((await card.boundingBox())?.y).toBeLessThan(500)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
  await page.setViewportSize({ width: 360, height: 440 })
  await page.goto('/internships', { waitUntil: 'networkidle' })
  for (const [top, text] of [
    [0, 'python'],
    [2500, 'java'],
  ] as const) {
    await search(page).fill('')
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
    await search(page).tap()
    await page.keyboard.type(text, { delay: 20 })
    await expect(found(page)).toHaveText(numberFound(titlesFound(text).length))
    await expect(firstResult(page)).toBeInViewport({ ratio: 1 })
    await expect(search(page)).toBeInViewport({ ratio: 1 })
    await expect(search(page)).toBeFocused()
    await expect(search(page)).toHaveValue(text)
  }
})

test('in any window the search stays at hand, and the bars take a quarter at most', async ({
  page,
}) => {
  await page.goto('/internships')
  for (const [width, height] of [
    [360, 740],
    [360, 440],
    [320, 225],
    [1280, 900],
    [1280, 480],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo({ top: 1800, behavior: 'instant' }))
    await expect(search(page)).toBeInViewport({ ratio: 1 })
    await expect(category(page)).toBeInViewport({ ratio: 1 })
    const taken = await page.evaluate(() => {
      const bars = [document.querySelector('header'), document.querySelector('main form')]
      const edges = bars.map((bar) => bar?.getBoundingClientRect())
      return Math.max(0, ...edges.map((edge) => (edge && edge.top < 80 ? edge.bottom : 0)))
    })
    expect(taken, `${width} by ${height}`).toBeLessThanOrEqual(height / 4)
    await expectNoSidewaysScroll(page)
  }
})

test(
  'categories are links in one row that can be touched, and the chosen one is marked',
  bothScreens,
  async ({ page }, { project }) => {
    const marked = page.getByRole('navigation', { name: 'Categories' }).locator('[aria-current]')
    await page.goto('/internships')
    await expect(links(page)).toHaveCount(9)
    const boxes = await Promise.all((await links(page).all()).map((link) => link.boundingBox()))
    for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(44)
    if (project.name === 'phone') expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    await links(page).filter({ hasText: 'Generative AI' }).click()
    await expect(page).toHaveURL('/internships?category=Generative+AI')
    await expect(marked).toHaveText(['Generative AI'])
    await expect(category(page)).toHaveValue('Generative AI')
    await page.reload()
    await expect(marked).toBeInViewport({ ratio: 1 })
    await search(page).fill('truth')
    await links(page).filter({ hasText: 'All' }).click()
    await expect(page).toHaveURL('/internships?q=truth')
    await expect(search(page)).toHaveValue('truth')
    await expectAccessible(page)
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('search, category and Clear Filters lead to pages of their own, and a meaningless search shows everything', async ({
    page,
  }) => {
    await page.goto('/internships')
    await search(page).fill('design')
    await category(page).selectOption('Graphic Design')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/internships?q=design&category=Graphic+Design')
    const both = titlesFound('design', 'Graphic Design')
    await expect(found(page)).toHaveText(numberFound(both.length))
    await expect(search(page)).toHaveValue('design')
    await expect(category(page)).toHaveValue('Graphic Design')
    await expect(section(page, 'Graphic Design Internships')).toBeVisible()
    await page.goto('/internships')
    await links(page).filter({ hasText: 'Java Development' }).click()
    await expect(firstResult(page)).toHaveText('Java Development')
    await page.goto('/internships?q=desgin')
    await expect(near(page).getByRole('link').first()).toHaveText('Graphic Design')
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(search(page)).toHaveValue('')
    for (const query of ['?q=&category=All', '?category=Nonsense', '?q=%E0%A4%A']) {
      expect((await page.goto(`/internships${query}`))?.status()).toBe(200)
    }
    await page.goto('/internships?q=%20')
    await expect(found(page)).toHaveText(everything)
  })
})
