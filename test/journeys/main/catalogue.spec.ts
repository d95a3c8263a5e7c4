import type { Page } from '@playwright/test'
import { categories } from '@naic/content/categories.ts'
import { internships } from '@naic/content/internships-on-disk.ts'
import { titlesFound } from '#support/internships.ts'
import { expectProgrammeFacts } from '../filled-forms.ts'
import {
  expect,
  expectAccessible,
  openAlive,
  setLetterSize,
  structuredData,
  test,
  watchRequests,
} from '../site-test.ts'

const search = (page: Page) => page.getByPlaceholder('Search internships...')
const category = (page: Page) => page.getByLabel('Filter by category')
const choice = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const answers = (page: Page) => page.getByRole('region', { name: 'What your search may mean' })
const found = (page: Page) => page.getByRole('status').filter({ hasText: 'found' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const titles = (page: Page, name: string) => section(page, name).getByRole('heading', { level: 3 })
const firstResult = (page: Page) =>
  page.getByRole('main').getByRole('heading', { level: 3 }).first()
const numberFound = (number: number) =>
  number === 1 ? '1 internship found' : `${number} internships found`
const everything = numberFound(internships.length)

// With `content/specified-internships.test.ts` the only one that holds how many there are.
test('the catalogue shows the twelve internships of the specification', async ({ page }) => {
  await page.goto('/internships')
  await expect(found(page)).toHaveText('12 internships found')
  await expectProgrammeFacts(page.getByRole('main'))
  await expect(titles(page, 'Featured Internships')).toHaveText([
    'Frontend Web Development',
    'Full Stack Web Development',
    'Machine Learning Fundamentals',
  ])
  const all = section(page, 'All Internships')
  const allTitles = await titles(page, 'All Internships').allTextContents()
  expect(allTitles).toHaveLength(12)
  // The featured ones are not repeated right below themselves.
  expect(allTitles.slice(0, 2)).toEqual(['Backend Web Development', 'Data Science & Analysis'])
  await expect(all.getByText('Featured', { exact: true })).toHaveCount(5)
  expect(await category(page).locator('option').allTextContents()).toEqual(['All', ...categories])
  await expect(category(page)).toHaveValue('All')
  const list = await structuredData(page, 'ItemList')
  expect(list).toMatchObject({ numberOfItems: internships.length })

  const ofAi = all.getByRole('article').filter({ hasText: 'Generative AI Applications' })
  for (const text of ['✨', 'Generative AI', 'Featured', '4 weeks'])
    await expect(ofAi.getByText(text, { exact: true })).toBeVisible()
  await expect(all.getByText('First project: Marks report from an untidy file')).toBeVisible()
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
  const details = ofAi.getByRole('link', { name: 'View Details of Generative AI Applications' })
  await expect(details).toHaveAttribute('href', '/internships/12')
  await ofAi.getByRole('link', { name: 'Apply Now for Generative AI Applications' }).click()
  await expect(page).toHaveURL('/apply?internship=12')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Generative AI')
})

test('the list follows what is typed, which is not sent', async ({ page }) => {
  await openAlive(page, '/internships')
  await search(page).focus()
  const requests = watchRequests(page)
  const before = await page.evaluate(() => window.scrollY)
  await page.keyboard.type('POSTGRES', { delay: 15 })
  await expect(found(page)).toHaveText(numberFound(titlesFound('postgres').length))
  await expect(search(page)).toBeFocused()
  await expect(search(page)).toHaveValue('POSTGRES')
  await expect(page).toHaveURL('/internships?q=POSTGRES')
  await expect(titles(page, 'All Internships')).toHaveText(titlesFound('postgres'))
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  expect(requests).toEqual([])
  await search(page).fill('Network Security')
  await expect(section(page, 'Featured Internships')).toHaveCount(0)

  const said = page.getByText('A search can be at most 100 characters.')
  await search(page).fill('y'.repeat(150))
  await expect(page).toHaveURL(`/internships?q=${'y'.repeat(101)}`)
  await expect(search(page)).toHaveValue('y'.repeat(150))
  await expect(said).toBeVisible()
  await search(page).fill('python')
  await expect(said).toHaveCount(0)
})

test('what is typed while the list is drawn stays', async ({ page }) => {
  await openAlive(page, '/internships?q=science&category=Machine+Learning')
  await page.evaluate(() => {
    const enter = (id: string, value: string) => {
      const field = document.getElementById(id) as HTMLInputElement
      field.value = value
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    new MutationObserver((_, drawn) => {
      drawn.disconnect()
      enter('catalogue-text', '')
    }).observe(document.body, { childList: true, subtree: true })
    enter('catalogue-category', 'All')
  })
  await expect(section(page, 'Featured Internships')).toBeVisible()
  await expect(search(page)).toHaveValue('')
  await expect(page).toHaveURL('/internships')
})

test('a category, a level and a length narrow the list until cleared', async ({ page }) => {
  await openAlive(page, '/internships')
  await category(page).selectOption('Machine Learning')
  await expect(page).toHaveURL('/internships?category=Machine+Learning')
  await expect(page).toHaveTitle(/Machine Learning/)
  const inCategory = titlesFound('', 'Machine Learning')
  await expect(titles(page, 'Machine Learning Internships')).toHaveText(inCategory)
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(headings.first()).toHaveText('Machine Learning Internships')
  await expect(headings.nth(1)).toHaveText('Featured Internships')
  await search(page).fill('science')
  const ofScience = titlesFound('science', 'Machine Learning')
  await expect(found(page)).toHaveText(numberFound(ofScience.length))
  await category(page).selectOption('All')
  await expect(page).toHaveURL('/internships?q=science')

  await search(page).fill('')
  await choice(page, '4 weeks').check()
  await expect(page).toHaveURL('/internships?weeks=4')
  await choice(page, 'No experience').press('Space')
  await expect(page).toHaveURL('/internships?level=no+experience&weeks=4')
  await expect(choice(page, 'No experience')).toBeFocused()
  const shown = titles(page, 'All Internships')
  await expect(shown.filter({ hasText: 'Backend Web Development' })).toHaveCount(0)
  await expect(shown.filter({ hasText: 'Python Programming' })).toHaveCount(1)
  await page.goBack()
  await expect(page).toHaveURL('/internships?weeks=4')
  await expect(choice(page, 'No experience')).not.toBeChecked()
  await choice(page, '6 weeks').check()
  await search(page).fill('full stack')
  await expect(page).toHaveURL(/q=full\+stack&weeks=4&weeks=6$/)
  await page.getByRole('button', { name: 'Clear Filters' }).click()
  await expect(page).toHaveURL('/internships')
  await expect(choice(page, '6 weeks')).not.toBeChecked()
  await expect(found(page)).toHaveText(everything)
})

test('what somebody likes is found by a chip, or in their own words', async ({ page }) => {
  await openAlive(page, '/internships')
  await choice(page, 'Phones फ़ोन').check()
  await expect(page).toHaveURL('/internships?like=phones')
  await expect(titles(page, 'All Internships')).toHaveText([
    /Frontend Web/,
    /UI\/UX/,
    /Android App/,
  ])
  await category(page).selectOption('Graphic Design')
  await expect(titles(page, 'Graphic Design Internships')).toHaveText([/UI\/UX/])
  await page.goBack()
  await choice(page, 'Phones फ़ोन').uncheck()
  await search(page).fill('mujhe drawing pasand hai')
  await answers(page).getByRole('link', { name: 'Show 2 internships' }).click()
  await expect(page).toHaveURL('/internships?like=drawing')
  await expect(choice(page, 'Drawing चित्र')).toBeChecked()
})

test('a search is answered with what it means, or with the nearest', async ({ page }) => {
  await openAlive(page, '/internships')
  await search(page).fill('ML')
  await expect(answers(page)).toContainText('ML usually means:')
  const meant = answers(page).getByRole('link')
  await expect(meant.first()).toHaveText('Machine Learning Fundamentals')
  await expect(meant.first()).toHaveAttribute('href', '/internships/5')
  await expect(found(page)).toHaveText(numberFound(titlesFound('ml').length))
  await expectAccessible(page)
  await search(page).fill('naic25-a7k2m')
  const check = answers(page).getByRole('link', { name: 'Check this certificate' })
  await expect(check).toHaveAttribute('href', '/verify/NAIC25A7K2M')
  await search(page).fill('beginner')
  await expect(answers(page).getByRole('link')).toHaveCount(1)
  await answers(page).getByRole('link').click()
  await expect(page).toHaveURL('/internships?level=no+experience')
  await expect(search(page)).toHaveValue('')
  await expect(choice(page, 'No experience')).toBeChecked()
  await expect(answers(page)).toHaveCount(0)

  await page.goto('/internships?q=pyton&category=Cyber+Security')
  await expect(page.getByRole('heading', { name: 'No internships found' })).toBeVisible()
  await expect(page.getByText('Try adjusting your search or filter criteria')).toBeVisible()
  await expect(found(page).first()).toHaveText('0 internships found')
  await answers(page).getByRole('link').first().click()
  await expect(page).toHaveURL('/internships?category=Python+Programming')
  await search(page).fill('zzzzzz')
  await expect(answers(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Clear Filters' }).press('Enter')
  await expect(found(page)).toHaveText(everything)
  await expect(search(page)).toBeFocused()
  await expect(category(page)).toHaveValue('All')
})

test('the back button finds the catalogue as it was', async ({ page }) => {
  await page.goto('/about')
  await openAlive(page, '/internships')
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

test('the first result and the search stay in sight in any window', async ({ page }) => {
  for (const query of ['q=python', 'category=Machine+Learning', 'weeks=8']) {
    await page.goto(`/internships?${query}`)
    const { y = 0, height = 740 } = (await firstResult(page).boundingBox()) ?? {}
    expect(y + height, query).toBeLessThan(400)
  }

  await page.setViewportSize({ width: 360, height: 440 })
  await openAlive(page, '/internships')
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
  }

  await search(page).fill('')
  await expect(found(page)).toHaveText(everything)
  for (const [width, height] of [
    [320, 225],
    [1280, 480],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.evaluate(() => scrollTo({ top: 1800, behavior: 'instant' }))
    await expect(search(page)).toBeInViewport({ ratio: 1 })
    await expect(category(page)).toBeInViewport({ ratio: 1 })
  }
})

test('with large letters no filter lies over another', async ({ page }) => {
  await page.goto('/internships')
  await setLetterSize(page, 32)
  const chips = page.locator('label:has([type=checkbox]) > span')
  const rects = await chips.evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect()))
  const apart = (one: DOMRect, other: DOMRect) =>
    Math.max(other.left - one.right, other.top - one.bottom)
  const [, ...later] = rects
  for (const [at, chip] of later.entries())
    expect(apart(rects[at] ?? chip, chip)).toBeGreaterThan(4)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('search, category and Clear Filters lead to pages of their own', async ({ page }) => {
    await page.goto('/internships')
    await search(page).fill('design')
    await category(page).selectOption('Graphic Design')
    await choice(page, '4 weeks').check()
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/internships?q=design&category=Graphic+Design&weeks=4')
    await expect(choice(page, '4 weeks')).toBeChecked()
    const both = titlesFound('design', 'Graphic Design')
    await expect(found(page)).toHaveText(numberFound(both.length))
    await expect(search(page)).toHaveValue('design')
    await expect(category(page)).toHaveValue('Graphic Design')
    await page.goto('/internships?like=drawing')
    await expect(found(page)).toHaveText(numberFound(2))
    await page.goto('/internships?q=ml')
    await expect(answers(page)).toContainText('ml usually means:')
    await page.goto('/internships?q=desgin&weeks=8')
    await expect(answers(page).getByRole('link').first()).toContainText('Graphic Design')
    await page.getByRole('button', { name: 'Clear Filters' }).click()
    await expect(search(page)).toHaveValue('')
    for (const query of ['?q=&category=All', '?category=Nonsense', '?q=%E0%A4%A']) {
      expect((await page.goto(`/internships${query}`))?.status()).toBe(200)
    }
    await page.goto('/internships?q=%20')
    await expect(found(page)).toHaveText(everything)
  })
})

test('a followed card’s drawing and title grow into the internship’s page', async ({ page }) => {
  /** What moved on the way to this page. */
  const moved = () => page.evaluate(() => (window as { moved?: Promise<string[]> }).moved ?? [])
  await page.addInitScript(() => {
    addEventListener(
      'pagereveal',
      ({ viewTransition }: Event & { viewTransition?: ViewTransition }) => {
        const names = () => [
          ...new Set(
            document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement),
          ),
        ]
        const part = (name: string | null) =>
          /::view-transition-group\((.*)\)/.exec(name ?? '')?.[1] ?? []
        const moving = viewTransition?.ready.then(() => names().flatMap(part).toSorted())
        Object.assign(window, { moved: moving })
      },
    )
  })
  const follow = async () => {
    await page.goto('/internships?q=design')
    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/internships\/\d+$/)
  }
  await follow()
  expect(await moved()).toEqual(['drawing', 'title'])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await follow()
  expect(await moved()).toEqual([])
})
