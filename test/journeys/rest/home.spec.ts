import type { Page } from '@playwright/test'
import { categories as domains, categoryPath } from '@naic/content/categories.ts'
import { internships } from '@naic/content/internships-on-disk.ts'
import partners from '@naic/content/partners.json' with { type: 'json' }
import { expectProgrammeFacts, programmeFacts } from '../filled-forms.ts'
import { bothScreens, expect, failedLoads, structuredData, test, hold } from '../site-test.ts'

test.use({ forgiven: failedLoads })

const region = (page: Page, name: string) => page.getByRole('region', { name })
const headings = (page: Page, name: string) => region(page, name).getByRole('heading', { level: 3 })

test('the nine sections come in order, with what the specification names', async ({ page }) => {
  await page.goto('/')
  const main = page.getByRole('main')
  await expect(page).toHaveTitle(/National Academic Internship Council/)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Build something you can show')
  await expect(main.locator('section')).toHaveCount(9)
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'About the council',
    'Internship Domains',
    'Why students choose the council',
    'What students say',
    'What you can count on',
    'Trusted By',
    'Educational Partners',
    'Ready for your first project?',
  ])
  const domainsOf = 'Internship Domains'
  for (const [name, link, href] of [
    ['Build something', 'Apply Now', '/apply'],
    ['Build something', 'Explore Internships', '/internships'],
    ['Build something', 'Verify Certificate', '/verification'],
    ...domains.map((one) => [domainsOf, `Learn more about ${one}`, categoryPath(one)] as const),
    [domainsOf, 'View All Internships', '/internships'],
    ['Why students choose the council', 'Apply Now', '/apply'],
    ['Ready for your first project?', 'Apply Now', '/apply'],
    ['Ready for your first project?', 'Explore Programs', '/internships'],
  ] as const) {
    const named = { name: link, exact: link !== 'Apply Now' }
    await expect(region(page, name).getByRole('link', named)).toHaveAttribute('href', href)
  }
  for (const figure of ['5000+', '4.9/5'])
    await expect(region(page, 'Build something').getByText(figure)).toBeVisible()
  await expect(headings(page, 'About the council')).toHaveText(['Mission', 'Vision', 'Values'])
  await expect(headings(page, domainsOf)).toHaveText(domains)
  await expect(headings(page, 'Why students choose the council')).toHaveCount(4)
  await expect(headings(page, 'What you can count on')).toHaveText([
    '100% Satisfaction Guarantee',
    'Industry-Recognized Certification',
    '10,000+ Successful Placements',
  ])
  const { companies, companyCount, colleges, collegeCount } = partners
  for (const [name, of, total] of [
    ['Trusted By', companies.map((company) => company.name), companyCount],
    ['Educational Partners', colleges, collegeCount],
  ] as const) {
    const tiles = region(page, name).getByRole('listitem')
    await expect(tiles).toContainText([...of, total])
    await expect(tiles).toHaveCount(of.length + 1)
  }
  await region(page, 'Trusted By').scrollIntoViewIfNeeded()
  const logos = region(page, 'Trusted By').locator('img')
  const loaded = () =>
    logos.evaluateAll((all: HTMLImageElement[]) => all.filter((logo) => logo.naturalWidth).length)
  await expect.poll(loaded).toBe(companies.length)
  await expectProgrammeFacts(region(page, 'Ready for your first project?'))

  expect(await structuredData(page, 'EducationalOrganization')).toMatchObject({
    foundingDate: '2023',
    address: { addressLocality: 'Bangalore', addressCountry: 'India' },
    contactPoint: { availableLanguage: ['English', 'Hindi'] },
  })

  const projects = page.getByRole('list', { name: 'What you will make' }).getByRole('link')
  await expect(projects).toHaveCount(3)
  for (const project of await projects.all()) {
    const [href = '', name = ''] = [await project.getAttribute('href'), await project.innerText()]
    const internship = internships.find(({ id }) => href === `/internships/${id}`)
    expect(internship?.projects.some(({ title }) => title.startsWith(name.trim()))).toBe(true)
  }

  await page.route('**/partners/sample-cloud.svg', (route) => route.abort())
  await page.reload()
  await region(page, 'Trusted By').scrollIntoViewIfNeeded()
  await expect(region(page, 'Trusted By').getByText('SC', { exact: true })).toBeVisible()
  await expect(logos).toHaveCount(companies.length - 1)
})

test('the facts come right before the first way to apply', bothScreens, async ({ page }) => {
  await page.goto('/')
  const hero = region(page, 'Build something')
  await expectProgrammeFacts(hero, '4, 6 or 8 weeks', '₹105 documentation fee')
  const facts = await programmeFacts(hero).boundingBox()
  const apply = await hero.getByRole('link', { name: 'Apply Now' }).boundingBox()
  expect(facts?.y).toBeLessThan(apply?.y ?? 0)
  const height = page.viewportSize()?.height ?? 0
  for (const last of ['Apply Now', 'Explore Internships', 'Verify Certificate', 'Cricket']) {
    const seen = await hero.getByRole('link', { name: last }).boundingBox()
    expect((seen?.y ?? 0) + (seen?.height ?? 0), last).toBeLessThan(height)
  }
  const badges = region(page, 'What you can count on').getByRole('listitem')
  const drops = await badges.evaluateAll((all) =>
    all.map((badge) => {
      const [icon = 0, title = 0] = ['svg', 'h3'].map(
        (part) => badge.querySelector(part)?.getBoundingClientRect().y,
      )
      return title - icon
    }),
  )
  expect(new Set(drops.map(Math.round)).size).toBe(1)
  expect((await page.locator('body').boundingBox())?.height).toBeLessThan(5_500)
  expect((await page.getByRole('contentinfo').boundingBox())?.height).toBeLessThan(830)
})

const carousel = (page: Page) => region(page, 'What students say')
const slide = (page: Page, number: number) => page.getByRole('group', { name: `${number} of 3` })
const slides = (page: Page) => page.locator('#testimonial-slides')
const button = (page: Page, name: string | RegExp) => carousel(page).getByRole('button', { name })

/** Controls come to life once they are seen. */
async function openCarousel(page: Page) {
  await page.goto('/')
  await carousel(page).scrollIntoViewIfNeeded()
  await expect(button(page, 'Next testimonial')).toBeVisible()
}

test('the testimonials go forth and back, at one height', async ({ page }) => {
  const height = async () => (await carousel(page).boundingBox())?.height
  const release = await hold(page, '**/assets/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await expect(slide(page, 1)).toBeVisible()
  const before = await height()
  release()
  await carousel(page).scrollIntoViewIfNeeded()
  await button(page, 'Pause rotation').click()
  for (const [name, shown] of [
    ['Next testimonial', 2],
    ['Next testimonial', 3],
    ['Next testimonial', 1],
    ['Previous testimonial', 3],
  ] as const) {
    await button(page, name).click()
    await expect(slide(page, shown)).toContainText('5.0')
    await expect(page.getByRole('group', { name: / of 3$/ })).toHaveCount(1)
    expect(await height()).toBe(before)
  }
  const dots = button(page, /^Show testimonial/)
  await dots.nth(1).press('Space')
  await expect(slide(page, 2)).toBeVisible()
  await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')
  // A finger moves the row along, and the dots follow.
  await slides(page).evaluate((row) => row.scrollTo({ left: 2 * row.clientWidth }))
  await expect(slide(page, 3)).toBeInViewport()
  await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true')
})

test('they rotate silently every 5000 ms, unless somebody reads', async ({ page }) => {
  const leave = async () => {
    await page.mouse.move(0, 0)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  }
  await page.clock.install()
  await openCarousel(page)
  await button(page, /^Show testimonial/)
    .first()
    .click()
  await expect(slides(page)).toHaveAttribute('aria-live', 'polite')
  await page.clock.pauseAt(Date.now() + 60_000)
  await leave()
  for (const after of [2, 3, 1]) {
    await expect(slides(page)).toHaveAttribute('aria-live', 'off')
    await page.clock.runFor(4_900)
    await expect(slide(page, after)).toHaveCount(0)
    await page.clock.runFor(100)
    await expect(slide(page, after)).toBeVisible()
    // What scrolls to the row stops it on its way.
    const position = () => slides(page).evaluate((row) => row.scrollLeft / row.clientWidth)
    await expect.poll(position).toBe(after - 1)
  }
  const standsStill = async () => {
    await expect(slides(page)).toHaveAttribute('aria-live', 'polite')
    await page.clock.runFor(6_000)
    await expect(slide(page, 1)).toBeVisible()
  }
  for (const stop of [
    () => slides(page).hover(),
    () => button(page, 'Next testimonial').focus(),
    () => button(page, 'Pause rotation').click(),
  ]) {
    await expect(slides(page)).toHaveAttribute('aria-live', 'off')
    await stop()
    await standsStill()
    await leave()
  }
  await standsStill()
  await button(page, 'Start rotation').click()
  await leave()
  await page.clock.runFor(5_000)
  await expect(slide(page, 2)).toBeVisible()

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openCarousel(page)
  await expect(button(page, /rotation/)).toHaveCount(0)
  await page.clock.runFor(20_000)
  await expect(slide(page, 1)).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('all three testimonials can be read, and there is no dead button', async ({ page }) => {
    await page.goto('/')
    for (const number of [1, 2, 3]) {
      await slide(page, number).scrollIntoViewIfNeeded()
      await expect(slide(page, number)).toBeInViewport()
    }
    const [first, second] = [await slide(page, 1).boundingBox(), await slide(page, 2).boundingBox()]
    expect(second?.x).toBe(first?.x)
    await expect(carousel(page).getByRole('button')).toHaveCount(0)
  })
})

test('three weeks follow what somebody likes, without a script', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await page.goto('/')
  const council = region(page, 'About the council')
  for (const [like, ofInternship] of [
    ['Phones', 'Android App Development'],
    ['Writing', 'Generative AI Applications'],
  ] as const) {
    await council.getByRole('link', { name: like }).click()
    await expect(council.getByRole('link', { name: like })).toHaveAttribute('aria-current', 'true')
    const {
      weeks = [],
      projects = [],
      id,
    } = internships.find(({ title }) => title === ofInternship) ?? {}
    const told = council.getByRole('listitem').filter({ hasText: /^Week \d/ })
    await expect(told).toHaveCount(3)
    for (const one of await told.all()) {
      const [, number = '', title] = /^Week (\d)\s*(.*)/.exec((await one.textContent()) ?? '') ?? []
      const week = weeks[Number(number) - 1]
      expect(week?.title).toBe(title)
      const shown = await one.getByRole('img').getAttribute('aria-label')
      const ofWeek = week?.projects.map((project) => projects[project - 1]?.shows)
      expect(ofWeek).toContain(shown)
    }
    await expect(council.getByRole('link', { name: ofInternship })).toHaveAttribute(
      'href',
      `/internships/${id}`,
    )
  }
  await council.getByRole('link', { name: 'All internships for this' }).click()
  await expect(page).toHaveURL('/internships?like=writing')
  await context.close()
})
