import type { Page } from '@playwright/test'
import {
  answerProofs,
  answerWith,
  choose,
  expect,
  expectAccessible,
  feature,
  features,
  file,
  id,
  test,
} from './certificate-page.ts'
import { desktopOnly } from './site-test.ts'
import { issueFromCopy } from '../support/stolen-folder.ts'

/**
 * What somebody can do who has a copy of all keys, and what a browser notices that compares with
 * the live log and with what it saw before.
 */

const verdict = (page: Page) => page.getByTestId('verdict').first()
const expectVerdict = (page: Page, title: string) =>
  expect(verdict(page)).toHaveText(`The result of the check: ${title}`)

/** Not one check may look as if all were well. */
async function expectNotGreen(page: Page) {
  await expect(page.getByText('Verified', { exact: true })).toHaveCount(0)
  await expect(page.getByText('Verified.', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Seal of the council' })).toHaveCount(0)
}

/** Opens the certificate's page with this answer of the register. */
async function visit(page: Page, answer: object) {
  await page.unroute('**/api/certificates/*')
  await answerWith(page, answer)
  await page.goto(`/verify/${id}`)
}

test(
  'a certificate from a copy of the data folder is refused as a file, since the live log has none',
  desktopOnly,
  async ({ page, site }) => {
    test.slow()
    const stolen = await issueFromCopy(site, 'Mallory Forger')
    await page.goto('/verification')
    await choose(
      page,
      file(`${stolen.id}.json`, stolen.credential),
      file(`${stolen.id}.tlog-proof`, stolen.receipt),
    )
    await expectVerdict(page, 'Not in the public log')
    await expect(page.getByText('Mallory')).toHaveCount(0)
    await expect(feature(page, features.log)).toContainText('Failed')
    await expectNotGreen(page)
    await expectAccessible(page)
    await page.goto(`/verify/${stolen.id}`)
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible()
  },
)

test('a page that is opened under another address still has its own council', async ({
  page,
  site,
}) => {
  await page.goto(`${site.url.replace('localhost', '127.0.0.1')}/verify/NAIC25A7K2M`)
  await expectVerdict(page, 'Verified')
  await expect(page.getByRole('region', { name: 'How far this check goes' })).toContainText(
    `only for certificates of ${new URL(site.url).host}`,
  )
})

test('a log that is smaller than this browser has seen it is doubted, and it says why', async ({
  page,
  issued,
}) => {
  await answerProofs(page, issued)
  await visit(page, await issued.answerAt(8))
  await expectVerdict(page, 'Verified')
  await visit(page, await issued.answerAt(5))
  await expectVerdict(page, 'Not verified')
  await expect(page.getByRole('main')).toContainText(
    'this browser saw it earlier with 8 entries, and now it has 5',
  )
  await expect(feature(page, features.log)).toContainText('Failed')
  await expectNotGreen(page)
  await expectAccessible(page)
})

test('a log that grew is asked for one proof, and one of the same size for none', async ({
  page,
  issued,
}) => {
  const asked = await answerProofs(page, issued)
  await visit(page, issued.answer)
  await expectVerdict(page, 'Verified')
  await visit(page, issued.answer)
  await expectVerdict(page, 'Verified')
  expect(asked).toEqual([])
  await visit(page, await issued.answerAt(8))
  await expectVerdict(page, 'Verified')
  expect(asked).toEqual(['?from=5&to=8'])
  await expect(page.getByRole('region', { name: 'How far this check goes' })).toContainText(
    'the 5 entries that this browser saw earlier',
  )
})

for (const [how, breakStorage] of [
  [
    'forbids',
    () => {
      const refuse = () => {
        throw new DOMException('', 'SecurityError')
      }
      Object.defineProperty(window, 'localStorage', { get: refuse })
    },
  ],
  [
    'has no room',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('', 'QuotaExceededError')
      }
    },
  ],
  [
    'has something else',
    () => {
      Storage.prototype.getItem = () => '{"size":9}'
    },
  ],
] as const) {
  test(`a browser that ${how} in its storage checks all the rest`, async ({ page, issued }) => {
    await page.addInitScript(breakStorage)
    await visit(page, issued.answer)
    await expectVerdict(page, 'Verified')
    await expect(page.getByRole('region', { name: 'How far this check goes' })).toContainText(
      'had not seen the log before',
    )
  })
}
