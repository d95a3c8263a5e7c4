import type { Page } from '@playwright/test'
import { readConfig } from '@naic/house/config.ts'
import { openCertificates } from '@naic/house/open-certificates.ts'
import { draftAll } from '@naic/registry/issuing/draft-certificates.ts'
import { issuedFrom } from '@naic/registry/issuing/issue-certificates.ts'
import { order } from '#support/start-registry.ts'
import type { RunningSite } from '#support/start-site.ts'
import {
  desktopOnly,
  expect,
  failedLoads,
  notFoundLogged,
  test as base,
  untilAlive,
} from '../site-test.ts'

/** What the page's security policy stopped, and whether a stranger's script ran. */
type Seen = { violations: string[]; ran: () => Promise<boolean> }

// That no page does anything that its own policy forbids, every journey sees on the console.
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
  forgiven: new RegExp(`${failedLoads.source}|${notFoundLogged.source}`),
})

/** Ways that text may take to become a script: in HTML, in an attribute, in JSON; and in a comment. */
const hostile = [
  [
    '</script><script>window.strangerRan=1</script>',
    '"><img src=x onerror=window.strangerRan=1>',
    '</title></textarea></noscript><svg onload=window.strangerRan=1>',
    '\\"];window.strangerRan=1;//\u2028',
  ].join(''),
  '<!--<script>',
]

async function expectNothingRan(page: Page, seen: Seen, of: string) {
  await untilAlive(page)
  expect([of, await seen.ran(), ...seen.violations]).toEqual([of, false])
}

/** Issues what staff can issue no longer, as a version did that knew less. @returns its ID. */
async function issueUnchecked(site: RunningSite, holder: string): Promise<string> {
  const settings = { DATA_DIR: site.dataDir, SITE_URL: site.url }
  const { registry, close } = await openCertificates(readConfig(settings), 'to issue')
  const id = await registry.log.append(async (firstIndex, keys) => {
    const drafts = await draftAll(registry, [order({ holder })], { keys, logSize: firstIndex })
    const [draft] = drafts
    const parts = [issuedFrom(registry, drafts, firstIndex)]
    return { result: draft?.id ?? '', parts, deed: undefined }
  })
  await close()
  return id
}

test('no text that is shown becomes a script', desktopOnly, async ({ page, site, seen }) => {
  const shown = ['/verify/', '/verification?id=', '/internships/', '/internships?q=']
  for (const text of hostile) {
    for (const path of [...shown, '/apply?domain=']) {
      await page.goto(path + encodeURIComponent(text))
      await expectNothingRan(page, seen, path + text)
    }
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.locator('main form').evaluate((form: HTMLFormElement, typed) => {
      for (const field of form.querySelectorAll('input:not([type=file]), textarea, select')) {
        if (field instanceof HTMLSelectElement) field.add(new Option(typed))
        const named = field as HTMLInputElement
        if (named.name !== 'website') named.value = typed
      }
      // As without JavaScript, but the page that comes back runs its scripts.
      form.submit()
    }, text)
    expect((await answered).status()).toBe(400)
    // As long as a name may be.
    await expect(page.getByLabel('Full Name')).toHaveValue(text.slice(0, 200))
    await expectNothingRan(page, seen, text)
  }

  const holder = `Asha ${hostile[1]}</script><script>window.strangerRan=1</script>`
  const response = await page.goto(`/verify/${await issueUnchecked(site, holder)}`)
  expect(await response?.text()).toContain('window.strangerRan=1')
  await expect(page.getByRole('article')).toContainText(holder)
  await expectNothingRan(page, seen, holder)
})

for (const path of ['/', '/verify/NAIC26A1B2C']) {
  test(`no strange script in ${path}`, desktopOnly, async ({ page, seen, complaints }) => {
    const strangers = [
      '<script>window.strangerRan=1</script>',
      '<script src="data:text/javascript,window.strangerRan=1"></script>',
      '<img alt="" src="data:," onerror="window.strangerRan=1">',
    ]
    await page.route(path, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const body = html.replace(/<body[^>]*>/, `$&${strangers.join('')}`)
      await route.fulfill({ response, body })
    })
    await page.goto(path)
    await expect
      .poll(() => seen.violations.toSorted())
      .toEqual(['script-src-attr: inline', 'script-src-elem: data', 'script-src-elem: inline'])
    expect(await seen.ran()).toBe(false)
    complaints.splice(0)
  })
}
