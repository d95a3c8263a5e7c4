import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { misfits, views } from '../every-view.ts'
import { smallTargets } from '../layout-faults.ts'
import { expect, expectAccessible, failedLoads, notFoundLogged, test } from '../site-test.ts'

/** What holds for every page alike; what each page says is in its own journey. In more windows: `every-window.spec.ts`. */

// What a page does that its own policy forbids is on the console too, and not forgiven.
test.use({ forgiven: new RegExp(`${failedLoads.source}|${notFoundLogged.source}`) })

async function skippedHeadings(page: Page): Promise<string[]> {
  const levels = await page
    .getByRole('heading')
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))))
  const skips = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
  return skips.map((level) => `a heading of level ${level} comes too early`)
}

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

/** What is not valid HTML, of the page as it stands now: where scripts run, `noscript` holds a text. */
async function invalid(page: Page): Promise<string[]> {
  const html = (await page.content()).replaceAll(/<noscript>.*?<\/noscript>/gs, '')
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, line, column }) => `${ruleId}: ${message} (${line}:${column})`,
    ),
  )
}

/** Their contents change most in a wide window. */
const otherOnDesktops = new Set([
  '/',
  '/internships',
  '/internships/3',
  '/apply',
  '/verify/NAIC25A7K2M',
])

/** Outside the main layout a page has neither header nor footer; a certificate's has no header. */
const bare = /^\/((hi\/)?verification|offline\/certificate|submit-task|task-form)/
const withoutHeader = new RegExp(`${bare.source}|^/verify`)

async function expectSound(page: Page, name: string) {
  await expect(page).toHaveTitle(/NAIC|National Academic Internship Council/)
  await expect(page.locator('main')).toHaveCount(1)
  await expect(page.locator('h1').filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('banner')).toHaveCount(withoutHeader.test(name) ? 0 : 1)
  await expect(page.getByRole('contentinfo')).toHaveCount(bare.test(name) ? 0 : 1)
  await expectAccessible(page)
  const found: string[] = []
  for (const rule of [skippedHeadings, invalid, smallTargets, misfits])
    found.push(...(await rule(page)))
  expect([name, ...found]).toEqual([name])
  if (!otherOnDesktops.has(name)) return
  await page.setViewportSize({ width: 1280, height: 900 })
  await expectAccessible(page)
}

/** So many share a tab. */
const atOnce = 6

for (let first = 0; first < views.length; first += atOnce) {
  const some = views.slice(first, first + atOnce)
  test(`${some.map(({ name }) => name).join(', ')}: all fit the phone`, async ({ page }) => {
    for (const { name, open } of some) {
      await page.setViewportSize({ width: 360, height: 740 })
      await open(page)
      await expectSound(page, name)
      await page.unrouteAll()
    }
  })
}
