import type { Page } from '@playwright/test'
import { allPaths } from '../support/all-paths.ts'
import { issueUncheckedIn } from '../support/issue-unchecked.ts'
import { order } from '../support/start-registry.ts'
import { desktopOnly, expect, test as base } from './site-test.ts'

/** What the page's security policy stood against, and whether a script of a stranger ran. */
type Seen = { violations: string[]; ran: () => Promise<boolean> }

const expected = /^(Failed to load resource|No page at)/

const test = base.extend<{ seen: Seen }>({
  seen: async ({ page }, use) => {
    const violations: string[] = []
    await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
    await page.addInitScript(() => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        reportViolation(`${violatedDirective}: ${blockedURI}`),
      )
    })
    const ran = () => page.evaluate(() => 'strangerRan' in window)
    await use({ violations, ran })
  },

  // Pages that are answered with another status than 200 say so.
  forgiven: expected,
})

/** Ways that text may take to become a script: in HTML, in an attribute, in JSON, in a comment. */
const hostile = [
  '<script>window.strangerRan=1</script>',
  '</script><script>window.strangerRan=1</script>',
  '"><img src=x onerror=window.strangerRan=1>',
  '<!--<script>',
  '</title></textarea></noscript><svg onload=window.strangerRan=1>',
  '\\"];window.strangerRan=1;//\u2028',
  '<script nonce="of-the-build">window.strangerRan=1</script>',
]

/** React has taken the page over. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))

/** Pages that show something of their address, which ends in it. */
const addresses = [
  '/verify/',
  '/verification?id=',
  '/internships/',
  '/internships?q=',
  '/apply?domain=',
]

test('no page does anything that its own policy forbids', desktopOnly, async ({ page, seen }) => {
  for (const path of allPaths) {
    const response = await page.goto(path)
    expect(response?.headers()['content-security-policy'], path).toContain("default-src 'none'")
    await hydrated(page)
    expect([path, ...seen.violations]).toEqual([path])
  }
})

test('no text in an address becomes a script', desktopOnly, async ({ page, seen }) => {
  for (const text of hostile.map(encodeURIComponent)) {
    for (const path of addresses) {
      await page.goto(path + text)
      await hydrated(page)
      expect(await seen.ran(), path + text).toBe(false)
      expect([path, ...seen.violations]).toEqual([path])
    }
  }
})

test(
  'nothing typed into a form becomes a script in the page that comes back',
  desktopOnly,
  async ({ page, seen }) => {
    for (const text of hostile) {
      await page.goto('/apply')
      await hydrated(page)
      const answered = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.locator('main form').evaluate((form: HTMLFormElement, typed) => {
        for (const field of form.querySelectorAll('input:not([type=file]), textarea, select')) {
          if (field instanceof HTMLSelectElement) field.add(new Option(typed))
          const named = field as HTMLInputElement
          if (named.name !== 'website') named.value = typed
        }
        // As without JavaScript, and yet the page that comes back runs its scripts.
        form.submit()
      }, text)
      expect((await answered).status()).toBe(400)
      await hydrated(page)
      await expect(page.getByLabel('Full Name')).toHaveValue(text)
      expect(await seen.ran(), text).toBe(false)
      expect([text, ...seen.violations]).toEqual([text])
    }
  },
)

test(
  'a name on a certificate becomes no script, in its page and in what the page hydrates with',
  desktopOnly,
  async ({ page, site, seen }) => {
    const holder = `Asha ${hostile[4]}${hostile[1]}`
    // Staff cannot issue it any more, but a registry may have it.
    const settings = { DATA_DIR: site.dataDir, SITE_URL: site.url }
    const [id] = await issueUncheckedIn(settings, [order({ holder })])
    const response = await page.goto(`/verify/${id}`)
    expect(response?.status()).toBe(200)
    expect(await response?.text()).toContain('window.strangerRan=1')
    await expect(page.getByRole('article')).toContainText(holder)
    expect(await seen.ran()).toBe(false)
    expect(seen.violations).toEqual([])
  },
)

for (const path of ['/', '/submit-task', '/verify/NAIC26A1B2C', '/no-such-page']) {
  test(
    `a script that gets into ${path} on its way does not run, and the page works`,
    desktopOnly,
    async ({ page, seen, complaints, request }) => {
      const earlier = (await request.get('/verify')).headers()['content-security-policy'] ?? ''
      const used = /'nonce-([^']*)'/.exec(earlier)?.[1]
      const strangers = [
        '<script>window.strangerRan=1</script>',
        '<script nonce="of-the-build">window.strangerRan=1</script>',
        `<script nonce="${used}">window.strangerRan=1</script>`,
        '<script src="data:text/javascript,window.strangerRan=1"></script>',
        '<img alt="" src="data:," onerror="window.strangerRan=1">',
      ]
      await page.route(path, async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(/<body[^>]*>/, `$&${strangers.join('')}`)
        await route.fulfill({ response, body })
      })
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(await seen.ran()).toBe(false)
      expect(seen.violations.sort()).toEqual([
        'script-src-attr: inline',
        'script-src-elem: data',
        ...Array.from({ length: 3 }, () => 'script-src-elem: inline'),
      ])
      complaints.splice(0)
    },
  )
}

test('only scripts carry the nonce, and what they load', desktopOnly, async ({ request }) => {
  const html = await (await request.get('/verify/NAIC26A1B2C')).text()
  const elements = [...html.matchAll(/<(\w+)([^>]*) nonce="[^"]+"/g)].map(([, name, attributes]) =>
    attributes?.includes('rel="modulepreload"') ? 'preloaded module' : name,
  )
  expect(new Set(elements)).toEqual(new Set(['script', 'preloaded module']))
})
