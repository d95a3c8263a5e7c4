import { readdirSync, readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { internships } from '@naic/content/internships-on-disk.ts'
import { titlesFound } from '#support/internships.ts'
import { expectProgrammeFacts, programmeFacts, toasts, wholeFee } from '../filled-forms.ts'
import {
  bothScreens,
  expect,
  expectAccessible,
  failedLoads,
  structuredData,
  test,
  testOfAnswers,
} from '../site-test.ts'

test.use({ forgiven: failedLoads })

const part = (page: Page, name: string) => page.getByRole('region', { name })
const card = (page: Page) => page.getByRole('complementary', { name: 'Apply for this Internship' })

test('a detail page says all there is to know, and leads to the form', async ({ page, site }) => {
  await page.goto('/internships/1')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Frontend Web Development')
  for (const text of ['🌐', 'Featured']) await expect(main.getByText(text).first()).toBeVisible()
  await expect(main.getByRole('definition')).toHaveText(['Web Development', /Virtual$/])
  const headings = await main.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings.slice(0, 5)).toEqual([
    'Overview',
    'Week by Week',
    'Apply for this Internship',
    'Skills You Will Learn',
    'Projects You Will Work On',
  ])
  const skills = part(page, 'Skills You Will Learn').getByRole('listitem')
  await expect(skills).toHaveCount(8)
  const projects = part(page, 'Projects You Will Work On')
  const expected = internships.find(({ id }) => id === 1)?.projects ?? []
  await expect(projects.locator('ol > li')).toHaveCount(expected.length)
  const [{ title = '', description = '', handIn = '', doneWhen = [] } = {}] = expected
  const project = projects.locator('ol > li').first()
  const [task = '', goal = ''] = description.split(' Stretch goal: ')
  await expect(project.getByText(task)).toBeVisible()
  await expect(project.getByText('You hand in:')).toBeHidden()
  await project.getByText(`What you hand in for ${title}`).click()
  await expect(project).toContainText(`You hand in: ${handIn}`)
  await expect(project.getByRole('listitem')).toHaveText(doneWhen)
  await expect(project.getByText(`Stretch goal: ${goal}`)).toBeVisible()
  for (const name of ['Requirements', 'Benefits'])
    await expect(card(page).getByRole('heading', { name })).toBeVisible()
  await expectProgrammeFacts(card(page), '4 weeks')
  const offers = { price: 105, priceCurrency: 'INR' }
  expect(await structuredData(page, 'EducationalOccupationalProgram')).toMatchObject({
    timeToComplete: 'P4W',
    offers,
  })
  const breadcrumbs = await structuredData(page, 'BreadcrumbList')
  expect(breadcrumbs['itemListElement']).toHaveLength(3)
  expect(await structuredData(page, 'Course')).toMatchObject({
    url: `${site.url}/internships/1`,
    provider: { name: 'National Academic Internship Council' },
    offers: { ...offers, name: 'Documentation fee' },
    hasCourseInstance: { courseWorkload: 'PT36H' },
  })

  await card(page).getByRole('link', { name: 'Apply Now for Frontend Web Development' }).click()
  await expect(page).toHaveURL('/apply?internship=1')
})

test('a syllabus has the first week in sight and opens each other', async ({ page }) => {
  const longest = internships.find(({ id }) => id === 3)
  const weeks = part(page, 'Week by Week')
  const shown = weeks.locator('ol > li')
  await page.goto('/internships/1')
  await shown.nth(1).locator('summary').click()
  await expect(shown.nth(1).locator('details')).toHaveAttribute('open')
  const related = part(page, 'Related Internships')
  const others = titlesFound('', 'Web Development').filter((title) => !/Frontend/.test(title))
  await expect(related.getByRole('heading', { level: 3 })).toHaveText(others.slice(0, 3))
  await expect(related.getByRole('link').last()).toHaveText('View All Internships')
  await related.getByRole('link', { name: 'View Details of Full Stack Web Development' }).click()
  await expect(page).toHaveURL('/internships/3')
  await expect(page).toHaveTitle(/^Full Stack/)
  await expect(weeks).toContainText('72 hours in 8 weeks')
  await expect(weeks).toContainText('Your first week: for example 4 evenings of 2 hours')
  await expect(weeks.getByText('Draw a data model')).toBeVisible()
  await expect(weeks.locator('details[open]')).toHaveCount(0)
  await expect(shown).toHaveCount(8)
  const [{ title = '', hours = 0, points = [], projects = [] } = {}] =
    longest?.weeks.slice(-1) ?? []
  await expect(shown.last()).toContainText(`Week 8${title}${hours} hours`)
  await shown.last().locator('summary').press('Enter')
  for (const point of points) await expect(shown.last().getByText(point)).toBeVisible()
  const titles = projects.map((number) => longest?.projects[number - 1]?.title)
  await expect(shown.last().getByText(`You work on: ${titles.join(', ')}`)).toBeVisible()
  await expectAccessible(page)
})

/** Brought into sight, nothing lies over it, and it is within the window. */
async function expectInPlainSight(text: Locator) {
  const hidden = await text.evaluate((node) => {
    node.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    const { left, top, bottom, height } = node.getBoundingClientRect()
    return [top + 1, top + height / 2, bottom - 1].filter((y) => {
      const on = document.elementFromPoint(left + 2, y)
      return !on || !(node.contains(on) || on.contains(node))
    })
  })
  expect(hidden, (await text.textContent()) ?? '').toEqual([])
}

test('what one must know stands beside the way to apply, in any window', async ({ page }) => {
  const list = '/internships?category=Cyber+Security'
  await page.goto(list)
  await page.getByRole('link', { name: 'View Details of Network Security' }).first().click()
  await expect(page).toHaveURL('/internships/11')
  const bar = page.locator('.bottom-bar')
  await expect(bar.getByRole('paragraph')).toHaveText('₹105 fee · 4 weeks')
  const facts = await programmeFacts(page.getByRole('main')).first().boundingBox()
  const bottom = (facts?.y ?? Infinity) + (facts?.height ?? 0)
  expect(bottom).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0)
  const main = page.getByRole('main')
  await expect(card(page)).toContainText('Promise to test only what you own')
  await card(page).getByText('What you download').click()
  await expect(card(page)).toContainText('Together it is about 1.2 GB.')
  // It is the only one of its category.
  await expect(page.getByRole('heading', { name: 'Related Internships' })).toHaveCount(0)
  await expect(main).toContainText('Looking for something else?')
  for (const [width, height] of [
    [1280, 480],
    [360, 740],
    [360, 440],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectInPlainSight(card(page).getByRole('listitem').last())
    await expectInPlainSight(card(page).getByRole('link', { name: /^Apply Now/ }))
    const projects = part(page, 'Projects You Will Work On')
    await expectInPlainSight(projects.locator('summary').last())
    await expectInPlainSight(card(page).getByRole('listitem').last())
  }
  const back = main.getByRole('link', { name: 'Back to Internships' })
  await back.click()
  await expect(page).toHaveURL(list)
  // Followed before the script has come.
  await page.goto('/internships/11', { referer: page.url() })
  await expect(back).toHaveAttribute('href', list)
})

test('the way to apply stays on the screen while one reads', bothScreens, async ({ page }) => {
  await page.goto('/internships/1')
  await page.getByRole('heading', { name: 'Hostel budget tracker' }).scrollIntoViewIfNeeded()
  const apply = page.getByRole('main').getByRole('link', { name: /^Apply Now/ })
  const onScreen = () =>
    apply.evaluateAll((links) =>
      links.some((link) => {
        const { top, bottom, height } = link.getBoundingClientRect()
        return height >= 44 && top >= 0 && bottom <= window.innerHeight
      }),
    )
  await expect.poll(onScreen).toBe(true)
})

testOfAnswers('a page carries its own syllabus, and no script one', async ({ request }) => {
  const scripts = readdirSync('build/client/assets')
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(`build/client/assets/${name}`, 'utf8'))
    .join('\n')
  const keywords = new Set<string | undefined>()
  for (const { id, weeks, projects } of internships) {
    const html = await (await request.get(`/internships/${id}`)).text()
    for (const text of [weeks[0]?.points[0], projects[0]?.handIn]) {
      expect(html).toContain(text)
      expect(scripts).not.toContain(text)
    }
    keywords.add(/<meta name="keywords" content="([^"]+)"/.exec(html)?.[1])
  }
  expect(keywords.size).toBe(internships.length)
  expect(keywords).not.toContain(undefined)
  for (const id of ['abc', '01', '1e0', '1.0'])
    expect([id, (await request.get(`/internships/${id}`)).status()]).toEqual([id, 404])
})

test('an internship is shared as a link', async ({ page, context, site }) => {
  const address = `${site.url}/internships/4`
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'))
  await page.goto('/internships/4')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  })
  await page.reload()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('main').getByText('We could not copy the link.')).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(address)

  await page.addInitScript(() => {
    navigator.share = async (shared) => {
      document.documentElement.dataset['shared'] = shared?.url ?? ''
    }
  })
  await page.reload()
  await page.getByRole('button', { name: 'Share link' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-shared', address)
})

test('an internship that is not there is a 404, with one toast', async ({ page }) => {
  expect((await page.goto('/internships/999'))?.status()).toBe(404)
  const main = page.getByRole('main')
  const loading = page.getByText('Loading internship details...')
  await expect(loading).toBeVisible()
  await expect(toasts(page)).toHaveText(/Error: Internship not found\./)
  await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(loading).toBeVisible()
  await expect(main).toContainText('We have no internship at this address.')
  // Nothing turns for ever.
  const turning = await main.evaluate((node) => node.getAnimations({ subtree: true }).length)
  expect(turning).toBe(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await main.getByRole('link', { name: 'Back to Internships' }).click()
  await expect(page).toHaveURL('/internships')
  await page.goBack()
  await expect(loading).toBeVisible()
  await expect(toasts(page)).toHaveCount(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a closed week opens, and no button is there in vain', async ({ page, site }) => {
    await page.goto('/internships/3')
    const point = page.getByText('Record a demonstration of ten minutes')
    await expect(point).toBeHidden()
    await page.getByText('Online, backed up and shown').click()
    await expect(point).toBeVisible()
    const main = page.getByRole('main')
    const share = main.getByRole('link', { name: 'WhatsApp (opens in a new tab)' })
    const link = new URL((await share.getAttribute('href')) ?? '')
    expect(link.origin + link.pathname).toBe('https://wa.me/')
    expect(link.searchParams.get('text')).toBe(
      `Full Stack Web Development: online internship, 8 weeks, 8-10 hours a week, unpaid. ${wholeFee}. ${site.url}/internships/3`,
    )
    await expect(page.getByRole('button', { name: /link/i })).toHaveCount(0)
    await page.getByRole('link', { name: 'Apply Now for Full Stack' }).first().click()
    await expect(page.getByLabel('Internship Domain')).toHaveValue('Web Development')
  })
})
