import { expect, test, testOfAnswers } from '../site-test.ts'

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
  const twins = ['', '/apply', '/apply?internship=8', '/verification'].flatMap((path) => [
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
    const ways = [...html.matchAll(/<a (?=[^>]*hreflang)[^>]*href="([^"]+)"/gi)].map(([, to]) => to)
    expect(new Set(ways), address).toEqual(new Set([other]))
  }
})
