import { expectProgrammeFacts } from '../filled-forms.ts'
import { expect, failedLoads, openAlive, test } from '../site-test.ts'

test.use({ forgiven: failedLoads })

test('the about page tells the story, six values and four figures', async ({ page }) => {
  await page.goto('/about')
  const main = page.getByRole('main')
  const region = (name: string) => page.getByRole('region', { name })
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('About the council')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Our Story',
    'Mission and Vision',
    'Core Values',
    'Our Impact',
    'Is this genuine?',
    'Join us',
  ])
  await expect(region('Our Story')).toContainText('founded in 2018')
  await expect(region('Our Story')).toContainText('began with 50 students')
  await expect(region('Core Values').getByRole('heading', { level: 3 })).toHaveText([
    'Excellence',
    'Accessibility',
    'Innovation',
    'Practical Learning',
    'Student-Centric',
    'Industry Alignment',
  ])
  const figures = region('Our Impact').getByRole('definition')
  await expect(figures).toHaveText(['5000+', '15+', '100+', '80%'])
  await expectProgrammeFacts(region('Join us'))
  for (const [name, href] of [
    ['Apply as a Student', '/apply'],
    ['Partner with Us', '/contact'],
  ] as const) {
    await expect(region('Join us').getByRole('link', { name })).toHaveAttribute('href', href)
  }
})

test('the fee stands beside what a parent asks before paying', async ({ page }) => {
  const way = page.getByRole('main').getByRole('link', { name: 'Is this genuine?' }).first()
  for (const path of ['/', '/internships', '/apply', '/about', '/internships/8']) {
    await page.goto(path)
    await expect(way, path).toHaveAttribute('href', '/about#is-this-genuine')
    const inHindi = page.getByRole('main').getByRole('link', { name: 'हिन्दी' }).first()
    await expect(inHindi, path).toHaveAttribute('hreflang', 'hi')
  }
  await way.click()
  const answers = page.getByRole('region', { name: 'Is this genuine?' })
  await expect(answers.getByRole('heading', { level: 2 })).toBeInViewport()
  for (const answer of [
    'unpaid',
    'documentation fee of ₹105',
    'ask us when and how to pay before you pay anything',
    'never asks for card details, bank passwords, OTPs or UPI PINs',
    'within 30 days of purchase, only if the service was not used or accessed',
    'NAIC/REG/2020/00000',
    '+91 80 0000 0001',
    'info@example.org',
  ]) {
    await expect(answers).toContainText(answer)
  }
})

const texts = [
  ['/privacy', 'Privacy Policy', []],
  ['/cookies', 'Cookie Policy', ['The internships that you save, by their numbers']],
  ['/code-of-conduct', 'Code of Conduct', []],
  [
    '/terms',
    'Terms of Service',
    ['a documentation fee of ₹105 for internship completion and certificate issuance'],
  ],
  [
    '/refund-policy',
    'Refund Policy',
    [
      'within 30 days of purchase',
      'only if the service was not used or accessed',
      'must be requested through the contact form',
      '2-3 business days',
      '5-10 business days',
    ],
  ],
  [
    '/accessibility',
    'Accessibility Statement',
    ['partially conformant with WCAG 2.1 level AA', 'reply within 3 business days'],
  ],
] as const

test('each legal text has its title, date, fixed words and contents', async ({ page }) => {
  const article = page.getByRole('article')
  for (const [path, title, said] of texts) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page).toHaveTitle(`${title} | NAIC`)
    await expect(page.getByText(/^Last Updated: \d{1,2} [A-Z][a-z]+ \d{4}$/)).toBeVisible()
    for (const words of said) await expect(article).toContainText(words)
    const inShort = article.getByRole('region', { name: 'In short' })
    await expect(inShort.getByRole('listitem')).not.toHaveCount(0)
    const sections = article.getByRole('heading', { level: 2 })
    const entries = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    expect(await entries.allTextContents()).toEqual(await sections.allTextContents())
    await entries.last().click()
    await expect(sections.last()).toBeInViewport()
  }
  await page.goto('/refund-policy')
  await article.getByRole('link', { name: 'Terms of Service' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Service')
})

const lastUpdated = 'Last Updated: 5 March 2031'

test("the date is the visitor's own day, from the first moment", async ({ page }) => {
  await page.clock.setFixedTime('2031-03-04T20:00:00Z')
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      // Nothing is painted before the styles have come.
      const painted = document.styleSheets.length > 0
      for (const place of painted ? document.querySelectorAll('.today') : []) {
        if (getComputedStyle(place).visibility === 'visible') seen.push(place.textContent ?? '')
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const seen = () => page.evaluate(() => [...new Set((window as unknown as { seen: [] }).seen)])
  await openAlive(page, '/privacy')
  await expect(page.getByText(lastUpdated, { exact: true })).toBeVisible()
  await expect.poll(seen).toEqual(['5 March 2031', '2031'])
  for (const name of ['Cookie Policy', 'Sitemap']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByText(lastUpdated, { exact: true })).toBeVisible()
  }
  expect(await seen()).toEqual(['5 March 2031', '2031'])

  // Where no script comes, it is the day on which the page was made.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/privacy')
  const today = new Date().toLocaleDateString('en-IN', {
    dateStyle: 'long',
    timeZone: 'Asia/Kolkata',
  })
  await expect(page.getByText(`Last Updated: ${today}`)).toBeVisible()
})
