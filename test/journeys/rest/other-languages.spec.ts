import type { Page } from '@playwright/test'
import words from '@naic/content/hi/internships-in-short.json' with { type: 'json' }
import machineLearning from '@naic/content/hi/internships/05-machine-learning-fundamentals.json' with { type: 'json' }
import {
  expect,
  expectAccessible,
  openAlive,
  test,
  testOfAnswers,
  untilAlive,
} from '../site-test.ts'

test('a parent reads in Hindi what the internships are, and what they cost', async ({ page }) => {
  const facts = ['8-10 घंटे', '4, 6 या 8 हफ़्ते', '₹105 की डॉक्यूमेंटेशन फ़ीस', 'हमसे पूछिए']
  for (const path of ['/hi/apply', '/hi']) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('हिन्दी')
    for (const fact of facts)
      await expect(page.getByRole('main').getByText(fact).first(), path).toBeVisible()
  }
  // Around the page everything is in English, and says so.
  for (const role of ['banner', 'contentinfo'] as const) {
    const spoken = await page.getByRole(role).evaluate((part) => {
      return part.closest('[lang]')?.getAttribute('lang')
    })
    expect(spoken).toBe('en-IN')
  }
})

testOfAnswers('a page in two languages names both, and leads to the other', async ({ request }) => {
  const twins = [
    '',
    '/internships',
    '/internships?like=drawing&like=phones',
    '/internships/5',
    '/apply',
    '/apply?internship=8',
    '/verification',
  ].flatMap((path) => [
    { address: path || '/', other: `/hi${path}` },
    { address: `/hi${path}`, other: path || '/' },
  ])
  for (const { address, other } of twins) {
    const html = await (await request.get(address)).text()
    const [path = ''] = address.split('?')
    const english = path.replace(/^\/hi/, '') || '/'
    const link = /<link rel="alternate" hrefLang="([^"]+)" href="https?:\/\/[^/]+([^"]*)"/gi
    const named = [...html.matchAll(link)].map(([, language, to]) => `${language} ${to}`)
    const hindi = english === '/' ? '/hi' : `/hi${english}`
    expect(named, path).toEqual([`en-IN ${english}`, `hi ${hindi}`, `x-default ${english}`])
    const ways = [...html.matchAll(/<a (?=[^>]*hreflang)[^>]*href="([^"]+)"/gi)].map(([, to]) =>
      to?.replaceAll('&amp;', '&'),
    )
    expect(new Set(ways), address).toEqual(new Set([other]))
  }
})

testOfAnswers('what the other language lacks stays behind', async ({ request }) => {
  for (const [address, other] of [
    ['/internships?q=python&like=drawing&saved=1', '/hi/internships?like=drawing'],
    ['/internships?category=Web+Development', '/hi/internships'],
    ['/about', '/hi'],
    ['/hi/internships?like=drawing&utm=1', '/internships?like=drawing'],
    ['/hi/verification?id=NAIC25A7K2M', '/verification?id=NAIC25A7K2M'],
  ] as const) {
    const html = await (await request.get(address)).text()
    expect(html, address).toContain(`<a href="${other}" lang="`)
  }
  const unknown = await request.get('/hi/internships/99')
  expect(unknown.status()).toBe(404)
  expect(await unknown.text()).toContain('href="/hi/internships/12"')
})

const main = (page: Page) => page.getByRole('main')
const cards = (page: Page) => main(page).getByRole('article')
/** On a phone the links are in the footer, too. */
const inOther = (page: Page, name: 'English' | 'हिन्दी') =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true })

test('somebody chooses by what she likes, reads and applies, all in Hindi', async ({ page }) => {
  await page.goto('/hi')
  await main(page).getByRole('link', { name: 'सभी 12 इंटर्नशिप देखें' }).click()
  await expect(page).toHaveURL('/hi/internships')
  await expect(cards(page)).toHaveCount(12)

  await page.getByRole('navigation', { name: words.likes }).getByText('गणित').click()
  await expect(page).toHaveURL('/hi/internships?like=numbers')
  await expect(main(page).getByRole('heading', { name: 'गणित: 4 इंटर्नशिप मिलीं' })).toBeVisible()
  await expect(cards(page)).toHaveCount(4)
  await expect(cards(page).first()).toBeInViewport({ ratio: 1 })
  const toAll = main(page).getByRole('link', { name: 'सभी 12 देखें' })
  await expect(toAll).toHaveAttribute('href', '/hi/internships')
  await expect(main(page).locator('[aria-current]')).toHaveText('गणित')
  await expectAccessible(page)
  await cards(page).getByRole('link', { name: 'Machine Learning Fundamentals' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Machine Learning Fundamentals')
  await expect(main(page)).toContainText(machineLearning.makes)
  for (const fact of ['6 हफ़्ते', 'हफ़्ते में 8-10 घंटे', '₹105 की डॉक्यूमेंटेशन फ़ीस', 'हमसे पूछिए'])
    await expect(main(page).getByText(fact).first()).toBeVisible()
  const list = (name: string) => page.getByRole('region', { name }).getByRole('listitem')
  await expect(list(words.page.projects)).toHaveText(machineLearning.projects)
  await expect(list(words.page.weeks)).toHaveCount(6)
  await expect(list(words.page.before)).toContainText([
    ...machineLearning.before,
    machineLearning.computer,
  ])
  await untilAlive(page)
  const back = main(page).getByRole('link', { name: words.page.back })
  await expect(back).toHaveAttribute('href', '/hi/internships?like=numbers')
  await main(page).getByRole('link', { name: words.page.apply }).first().click()
  await expect(page).toHaveURL('/hi/apply?internship=5')
  await expect(main(page).getByText('6 हफ़्ते', { exact: true })).toBeVisible()
  await main(page).getByRole('link', { name: 'हिन्दी में पढ़ें' }).click()
  await expect(page).toHaveURL('/hi/internships/5')
  await back.click()
  await expect(page).toHaveURL('/hi/internships')
})

test('what is chosen in the list goes along to the other language and back', async ({ page }) => {
  await openAlive(page, '/internships')
  await page.getByRole('checkbox', { name: 'Drawing' }).check()
  await page.getByRole('searchbox').fill('design')
  await inOther(page, 'हिन्दी').click()
  await expect(page).toHaveURL('/hi/internships?like=drawing')
  await expect(cards(page)).toHaveCount(2)
  await inOther(page, 'English').click()
  await expect(page).toHaveURL('/internships?like=drawing')
  await expect(page.getByRole('checkbox', { name: 'Drawing' })).toBeChecked()
  await page.goto('/internships/5')
  await inOther(page, 'हिन्दी').click()
  await expect(page).toHaveURL('/hi/internships/5')
  await inOther(page, 'English').click()
  await expect(page).toHaveURL('/internships/5')
})

test('what is typed into the form is there in the other language and back', async ({ page }) => {
  const name = page.getByLabel('Full Name')
  const [applyingFor, domain] = [
    page.getByLabel('Applying for'),
    page.getByLabel('Internship Domain'),
  ]
  await openAlive(page, '/apply?internship=3')
  await name.fill('Asha Example')
  await applyingFor.selectOption('5')
  await domain.selectOption('Data Science')
  await page.getByRole('checkbox').check()
  for (const language of ['हिन्दी', 'English'] as const) {
    await inOther(page, language).click()
    await expect(page).toHaveURL(
      `${language === 'English' ? '' : '/hi'}/apply?internship=5&domain=Data+Science`,
    )
    await untilAlive(page)
    await expect(name).toHaveValue('Asha Example')
    await expect(applyingFor).toHaveValue('5')
    await expect(domain).toHaveValue('Data Science')
    await expect(page.getByRole('checkbox')).toBeChecked()
  }
})

test('an ID that is typed is there in the other language and back', async ({ page }) => {
  const field = main(page).locator('[name=id]')
  await openAlive(page, '/verification')
  await field.fill('naic25-a7k')
  await page.getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page).toHaveURL('/hi/verification')
  await expect(field).toHaveValue('NAIC25A7K')
  await untilAlive(page)
  await field.press('End')
  await field.pressSequentially('2M')
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL('/verification')
  await expect(field).toHaveValue('NAIC25A7K2M')
  await untilAlive(page)
  await expect(page.getByRole('button', { name: 'Verify Certificate' })).toBeEnabled()
  // It goes along once.
  await page.goto('/hi/verification')
  await untilAlive(page)
  await expect(field).toHaveValue('')
  await page.goto('/hi/verification?id=NAIC25A7K2M')
  await expect(field).toHaveValue('NAIC25A7K2M')
})
