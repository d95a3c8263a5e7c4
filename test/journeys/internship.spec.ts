import { internships, titlesFound } from '../support/internships.ts'
import { expectProgrammeFacts, programmeFacts } from './programme-facts.ts'
import { bothScreens, expect, expectAccessible, test } from './site-test.ts'

test('a detail page says all there is to know', async ({ page }) => {
  await page.goto('/internships/1')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Frontend Web Development')
  for (const text of ['🌐', 'Featured', 'Category', 'Web Development', '4 weeks', 'Mode']) {
    await expect(
      main.getByText(text, { exact: true }).filter({ visible: true }).first(),
    ).toBeVisible()
  }
  for (const name of ['Overview', 'Skills You Will Learn', 'Projects You Will Work On']) {
    await expect(main.getByRole('heading', { level: 2, name })).toBeVisible()
  }
  const projects = main.getByRole('region', { name: 'Projects You Will Work On' })
  await expect(projects.getByRole('heading', { name: 'College fest website' })).toBeVisible()
  await expect(projects.getByText(/^Build a four-page site/)).toBeVisible()
  await expect(
    main.getByRole('region', { name: 'Skills You Will Learn' }).getByRole('listitem'),
  ).toHaveCount(8)
})

test('the card beside it lists requirements and benefits and leads to the form', async ({
  page,
}) => {
  await page.goto('/internships/1')
  const card = page.getByRole('complementary', { name: 'Apply for this Internship' })
  await expect(card.getByRole('heading', { name: 'Requirements' })).toBeVisible()
  await expect(card.getByRole('heading', { name: 'Benefits' })).toBeVisible()
  await expectProgrammeFacts(card, '4 weeks')
  await card.getByRole('link', { name: 'Apply Now for Frontend Web Development' }).click()
  await expect(page).toHaveURL('/apply?internship=1')
  await expect(page.getByLabel('Internship Domain')).toHaveValue('Web Development')
})

test('the fee and the facts are on the first screen of every internship, on a small phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const { id, title, duration } of internships) {
    await page.goto(`/internships/${id}`)
    const main = page.getByRole('main')
    const bar = main.locator('.bottom-bar')
    await expect(bar.getByRole('paragraph')).toHaveText(`₹105 fee · ${duration}`)
    const facts = programmeFacts(main).first()
    const [place, cover] = [await facts.boundingBox(), await bar.boundingBox()]
    expect((place?.y ?? Infinity) + (place?.height ?? 0), title).toBeLessThanOrEqual(cover?.y ?? 0)
    await expect(facts).toContainText('₹105 documentation fee for internship completion')
    await expect(facts).toContainText(duration)
  }
})

test('the way to apply stays on the screen while one reads', bothScreens, async ({ page }) => {
  await page.goto('/internships/1')
  await page.getByRole('heading', { name: 'Hostel budget tracker' }).scrollIntoViewIfNeeded()
  const apply = page.getByRole('main').getByRole('link', { name: /^Apply Now/ })
  await expect
    .poll(() =>
      apply.evaluateAll((links) =>
        links.some((link) => {
          const { top, bottom, height } = link.getBoundingClientRect()
          return height >= 44 && top >= 0 && bottom <= window.innerHeight
        }),
      ),
    )
    .toBe(true)
})

test('the way back and the breadcrumb lead to the catalogue', async ({ page }) => {
  await page.goto('/internships/11')
  const main = page.getByRole('main')
  await expect(main.getByText('Featured', { exact: true })).toHaveCount(0)
  const breadcrumb = main.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb.getByRole('link', { name: 'Internships' })).toHaveAttribute(
    'href',
    '/internships',
  )
  await expect(breadcrumb.getByText('Network Security')).toHaveAttribute('aria-current', 'page')
  await main.getByRole('link', { name: 'Back to Internships' }).click()
  await expect(page).toHaveURL('/internships')
})

test('related internships are of the same category, without the one that is shown', async ({
  page,
}) => {
  await page.goto('/internships/1')
  const related = page.getByRole('region', { name: 'Related Internships' })
  const others = titlesFound('', 'Web Development').filter(
    (title) => title !== 'Frontend Web Development',
  )
  expect(others).toContain('Full Stack Web Development')
  expect(await related.getByRole('heading', { level: 3 }).allTextContents()).toEqual(
    others.slice(0, 3),
  )
  await expect(related.getByRole('link', { name: 'View All Internships' })).toHaveAttribute(
    'href',
    '/internships',
  )
  await related.getByRole('link', { name: 'View Details of Full Stack Web Development' }).click()
  await expect(page).toHaveURL('/internships/3')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Full Stack Web Development')
  await expect(page).toHaveTitle(/^Full Stack/)
})

test('where none is related, the whole catalogue is offered', async ({ page }) => {
  const alone = internships.find(({ category }) => titlesFound('', category).length === 1)
  await page.goto(`/internships/${alone?.id}`)
  await expect(page.getByRole('heading', { name: 'Related Internships' })).toHaveCount(0)
  await page.getByRole('link', { name: 'View All Internships' }).click()
  await expect(page).toHaveURL('/internships')
})

test('each internship has a title, description, keywords and canonical path of its own', async ({
  request,
}) => {
  const seen = new Set<string>()
  for (const { id } of internships) {
    const html = await (await request.get(`/internships/${id}`)).text()
    expect(html).toContain(`/internships/${id}"`)
    for (const pattern of [
      /<title>[^<]+<\/title>/,
      /<meta name="description" content="[^"]+"/,
      /<meta name="keywords" content="[^"]+"/,
      /<link rel="canonical" href="[^"]+"/,
    ]) {
      seen.add(pattern.exec(html)?.[0] ?? `missing in ${id}: ${pattern}`)
    }
  }
  expect([...seen].filter((text) => text.startsWith('missing'))).toEqual([])
  expect(seen.size).toBe(4 * internships.length)
})

test('search engines get the programme, its length and its only cost', async ({ page }) => {
  await page.goto('/internships/3')
  const scripts = await page.locator('head script[type="application/ld+json"]').allTextContents()
  const [programme, breadcrumbs] = scripts.map((script) => JSON.parse(script))
  expect(programme).toMatchObject({
    '@type': 'EducationalOccupationalProgram',
    timeToComplete: 'P8W',
    provider: { name: 'National Academic Internship Council' },
    offers: { price: 105, priceCurrency: 'INR', category: 'Documentation fee' },
  })
  expect(breadcrumbs.itemListElement).toHaveLength(3)
})

test('an internship that is not there: 404, the loading text stays, one toast and the page say so', async ({
  page,
  complaints,
}) => {
  const response = await page.goto('/internships/999')
  expect(response?.status()).toBe(404)
  const loading = page.getByText('Loading internship details...')
  await expect(loading).toBeVisible()
  const notices = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem')
  await expect(notices).toContainText('Error: Internship not found.')
  await expect(notices).toHaveAttribute('data-tone', 'destructive')
  await expect(notices).toHaveCount(1)
  await notices.getByRole('button', { name: 'Dismiss' }).click()
  await expect(loading).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('We have no internship at this address.')
  await expect(main.getByRole('link', { name: 'Cyber Security' })).toHaveAttribute(
    'href',
    '/internships?category=Cyber+Security',
  )
  // Nothing turns for ever.
  const turning = await main.evaluate((node) => node.getAnimations({ subtree: true }).length)
  expect(turning).toBe(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')

  // The same when the page is come back to, without a reload.
  await page.getByRole('main').getByRole('link', { name: 'Back to Internships' }).click()
  await expect(page).toHaveURL('/internships')
  await page.goBack()
  await expect(loading).toBeVisible()
  await expect(notices).toHaveCount(1)
  await expectAccessible(page)
  expect(complaints.splice(0).every((complaint) => complaint.includes('404'))).toBe(true)
})

test('only the ids of the catalogue, plainly written, are internships', async ({ request }) => {
  for (const id of ['abc', '01', '0', '1e0', '-1', '1.0']) {
    const response = await request.get(`/internships/${id}`)
    expect([id, response.status()]).toEqual([id, 404])
  }
  expect(await (await request.get('/internships/abc')).text()).toContain(
    'Loading internship details...',
  )
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a detail page reads whole, and its links work', async ({ page }) => {
    await page.goto('/internships/8')
    await expect(page.getByRole('heading', { name: 'Projects You Will Work On' })).toBeVisible()
    await page.getByRole('link', { name: 'Apply Now for Python' }).first().click()
    await expect(page.getByLabel('Internship Domain')).toHaveValue('Python Programming')
  })

  test('an unknown internship says so and leads back to the catalogue', async ({
    page,
    complaints,
  }) => {
    await page.goto('/internships/999')
    await expect(page.getByText('Loading internship details...')).toBeVisible()
    await expect(page.getByText('We have no internship at this address.')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Back to Internships' }).click()
    await expect(page).toHaveURL('/internships')
    complaints.splice(0)
  })
})
