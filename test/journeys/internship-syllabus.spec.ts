import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Locator } from '@playwright/test'
import { internships } from '../support/internships.ts'
import { desktopOnly, expect, expectAccessible, expectNoSidewaysScroll, test } from './site-test.ts'

/** As `apps/site/server/http/pages/site-files.ts` compresses pages. */
const asTheServerDoes = {
  [constants.BROTLI_PARAM_QUALITY]: 9,
  [constants.BROTLI_PARAM_LGWIN]: 16,
}

const longest = internships.find(({ weeks }) => weeks.length === 8)

test('a syllabus has all weeks with their hours, the first two open', async ({ page }) => {
  await page.goto(`/internships/${longest?.id}`)
  const weeks = page.getByRole('region', { name: 'Week by Week' })
  await expect(weeks).toContainText('72 hours in 8 weeks')
  const shown = weeks.locator('summary')
  await expect(shown).toHaveCount(8)
  for (const [index, { title, hours }] of (longest?.weeks ?? []).entries()) {
    await expect(shown.nth(index)).toHaveText(`Week ${index + 1}${title}${hours} hours`)
  }
  await expect(weeks.getByText('Draw a data model')).toBeVisible()
  const third = weeks.getByText('Design tables, constraints and migrations')
  await expect(third).toBeHidden()
  const summary = shown.nth(2)
  expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(third).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('the weeks of another internship are open and closed as at first', async ({ page }) => {
  await page.goto('/internships/1')
  const weeks = page.getByRole('region', { name: 'Week by Week' }).locator('details')
  await weeks.first().locator('summary').click()
  await expect(weeks.first()).not.toHaveAttribute('open')
  await page.getByRole('link', { name: 'View Details of Full Stack Web Development' }).click()
  await expect(page).toHaveURL('/internships/3')
  await expect(weeks).toHaveCount(8)
  await expect(weeks.first()).toHaveAttribute('open')
})

test('what one must know and download stands right below the overview', async ({ page }) => {
  await page.goto('/internships/11')
  const headings = page.getByRole('main').getByRole('heading', { level: 2 })
  expect((await headings.allTextContents()).slice(0, 5)).toEqual([
    'Overview',
    'Before You Start',
    'Week by Week',
    'Skills You Will Learn',
    'Projects You Will Work On',
  ])
  const before = page.getByRole('region', { name: 'Before You Start' })
  await expect(before).toContainText('A promise to test only what you own')
  await expect(before).toContainText('Together it is about 1.2 GB.')
  await expect(before.getByRole('listitem').filter({ hasText: 'Wireshark' })).toContainText('90 MB')
})

test('each project says what is handed in and when it is done', async ({ page }) => {
  await page.goto('/internships/8')
  const region = page.getByRole('region', { name: 'Projects You Will Work On' })
  const projects = region.locator('ol > li')
  const expected = internships.find(({ id }) => id === 8)?.projects ?? []
  await expect(projects).toHaveCount(expected.length)
  for (const [index, { title, handIn, doneWhen }] of expected.entries()) {
    const project = projects.nth(index)
    await expect(project.getByRole('heading', { name: title })).toBeVisible()
    await expect(project).toContainText(`You hand in: ${handIn}`)
    await expect(project.getByRole('listitem')).toHaveText(doneWhen)
  }
})

/** Brought into sight, nothing lies over it, and it is within the window. */
async function expectInPlainSight(text: Locator) {
  await text.scrollIntoViewIfNeeded()
  const problem = await text.evaluate((node) => {
    node.scrollIntoView({ block: 'nearest' })
    const { left, top, bottom, height } = node.getBoundingClientRect()
    if (top < 0 || bottom > window.innerHeight) return `outside: ${top} to ${bottom}`
    const covered = [top + 1, top + height / 2, bottom - 1].filter((y) => {
      const on = document.elementFromPoint(left + 2, y)
      return !on || !(node.contains(on) || on.contains(node))
    })
    return covered.length > 0 ? `covered at ${covered.join(', ')} of ${top} to ${bottom}` : ''
  })
  expect([await text.textContent(), problem]).toEqual([expect.anything(), ''])
}

test('in any window the last line of the card can be read, and of the texts', async ({ page }) => {
  for (const [width, height] of [
    [1280, 900],
    [1280, 600],
    [1280, 480],
    [360, 740],
    [360, 440],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/internships/11')
    const card = page.getByRole('complementary', { name: 'Apply for this Internship' })
    await expectInPlainSight(card.getByRole('listitem').last())
    await expectInPlainSight(card.getByRole('link', { name: /^Apply Now/ }))
    const projects = page.getByRole('region', { name: 'Projects You Will Work On' })
    await expectInPlainSight(projects.getByRole('listitem').last())
    await expectInPlainSight(card.getByRole('listitem').last())
  }
})

test('search engines get the syllabus as a course, with its hours and its fee', async ({
  page,
  site,
}) => {
  await page.goto('/internships/3')
  const scripts = await page.locator('head script[type="application/ld+json"]').allTextContents()
  const course = scripts
    .map((script) => JSON.parse(script))
    .find((data) => data['@type'] === 'Course')
  expect(course).toMatchObject({
    name: 'Full Stack Web Development Internship',
    url: `${site.url}/internships/3`,
    provider: { name: 'National Academic Internship Council' },
    offers: { category: 'Paid', name: 'Documentation fee', price: 105, priceCurrency: 'INR' },
    hasCourseInstance: {
      courseMode: 'Online',
      courseWorkload: 'PT72H',
      courseSchedule: { duration: 'PT9H', repeatFrequency: 'Weekly', repeatCount: 8 },
    },
  })
  expect(course.offers.description).toContain('documentation fee for internship completion')
})

test(
  'a page carries its own syllabus, and no script carries any',
  desktopOnly,
  async ({ request }) => {
    const scripts = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'))
    const all = scripts
      .map((name) => readFileSync(`build/client/assets/${name}`, 'utf8'))
      .join('\n')
    for (const { id, weeks, projects } of internships) {
      const html = await (await request.get(`/internships/${id}`)).text()
      for (const text of [weeks[0]?.points[0], projects[0]?.handIn]) {
        expect(html).toContain(text)
        expect(all).not.toContain(text)
      }
      const withoutStyles = html.replaceAll(/<style[^>]*>.*?<\/style>/gs, '')
      const sent = brotliCompressSync(withoutStyles, { params: asTheServerDoes })
      expect(sent.length, `page ${id}`).toBeLessThan(11_500)
    }
  },
)

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a closed week opens', async ({ page }) => {
    await page.goto('/internships/3')
    const point = page.getByText('Record a demonstration of ten minutes')
    await expect(point).toBeHidden()
    await page.getByText('Online, backed up and shown').click()
    await expect(point).toBeVisible()
  })
})
