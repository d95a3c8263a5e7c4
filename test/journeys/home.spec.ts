import type { Page } from '@playwright/test'
import { expectBriefFacts, expectProgrammeFacts } from './programme-facts.ts'
import { expect, test } from './site-test.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name })

test('the nine sections come in order, under one h1', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText(
    'Learn by doing, from wherever you study',
  )
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Your first step into work',
    'Internship Domains',
    'Why students choose the council',
    'What students say',
    'What you can count on',
    'Trusted By',
    'Educational Partners',
    'Ready for your first project?',
  ])
  await expect(page.getByRole('main').locator('section')).toHaveCount(9)
})

test('the hero has three calls to action and the figures', async ({ page }) => {
  await page.goto('/')
  const hero = region(page, 'Learn by doing')
  for (const [name, path] of [
    ['Apply Now', '/apply'],
    ['Explore Internships', '/internships'],
    ['Verify Certificate', '/verification'],
  ] as const) {
    await expect(hero.getByRole('link', { name })).toHaveAttribute('href', path)
  }
  for (const figure of ['5000+', '4.9/5']) await expect(hero.getByText(figure)).toBeVisible()
})

test('mission, vision and values have a card each', async ({ page }) => {
  await page.goto('/')
  const council = region(page, 'Your first step')
  await expect(council.getByRole('heading', { level: 3 })).toHaveText([
    'Mission',
    'Vision',
    'Values',
  ])
})

test('eight domains lead to the internships', async ({ page }) => {
  await page.goto('/')
  const domains = region(page, 'Internship Domains')
  const names = [
    'Web Development',
    'Machine Learning',
    'Graphic Design',
    'Python Programming',
    'Java Development',
    'Android Development',
    'Cyber Security',
    'Generative AI',
  ]
  await expect(domains.getByRole('heading', { level: 3 })).toHaveText(names)
  for (const name of names) {
    await expect(
      domains.getByRole('link', { name: `Learn more about ${name}`, exact: true }),
    ).toHaveAttribute('href', '/internships')
  }
  await domains.getByRole('link', { name: 'View All Internships' }).click()
  await expect(page).toHaveURL('/internships')
})

test('four benefits say why, with a way to apply', async ({ page }) => {
  await page.goto('/')
  const why = region(page, 'Why students choose the council')
  await expectBriefFacts(why, '4, 6 or 8 weeks')
  await expect(why.getByRole('heading', { level: 3 })).toHaveCount(4)
  await expect(why.getByRole('link', { name: 'Apply Now' })).toHaveAttribute('href', '/apply')
})

test('badges, partners and the closing call are there', async ({ page }) => {
  await page.goto('/')
  await expect(region(page, 'What you can count on').getByRole('heading', { level: 3 })).toHaveText(
    [
      '100% Satisfaction Guarantee',
      'Industry-Recognized Certification',
      '10,000+ Successful Placements',
    ],
  )

  const companies = region(page, 'Trusted By')
  await expect(companies.getByRole('listitem')).toHaveCount(7)
  await expect(companies.getByRole('listitem').last()).toContainText('20+')
  await companies.scrollIntoViewIfNeeded()
  const logos = companies.locator('img')
  await expect(logos).toHaveCount(6)
  const loaded = () =>
    logos.evaluateAll((all: HTMLImageElement[]) => all.filter((logo) => logo.naturalWidth).length)
  await expect.poll(loaded).toBe(6)

  const colleges = region(page, 'Educational Partners').getByRole('listitem')
  await expect(colleges).toHaveCount(7)
  await expect(colleges.last()).toContainText('30+')

  const closing = region(page, 'Ready for your first project?')
  await expectProgrammeFacts(closing)
  await expect(closing.getByRole('link', { name: 'Apply Now' })).toHaveAttribute('href', '/apply')
  await expect(closing.getByRole('link', { name: 'Explore Programs' })).toHaveAttribute(
    'href',
    '/internships',
  )
})

test('search engines and shares are told what the page is', async ({ page, site }) => {
  await page.goto('/')
  await expect(page).toHaveTitle(/National Academic Internship Council/)
  const content = (selector: string) => page.locator(`head ${selector}`).getAttribute('content')
  expect(await content('meta[name="description"]')).toContain('online internships')
  expect(await content('meta[property="og:locale"]')).toBe('en_IN')
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${site.url}/`)

  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const council = scripts.map((script) => JSON.parse(script)).find((data) => data.foundingDate)
  expect(council).toMatchObject({
    '@type': 'EducationalOrganization',
    foundingDate: '2023',
    address: { addressLocality: 'Bangalore', addressCountry: 'India' },
    contactPoint: { availableLanguage: ['English', 'Hindi'] },
  })
})

test('a logo that fails to load leaves initials in its place', async ({ page, complaints }) => {
  await page.route('**/partners/sample-cloud.svg', (route) => route.abort())
  await page.goto('/')
  await region(page, 'Trusted By').scrollIntoViewIfNeeded()
  await expect(region(page, 'Trusted By').getByText('SC', { exact: true })).toBeVisible()
  await expect(region(page, 'Trusted By').locator('img')).toHaveCount(5)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
})
