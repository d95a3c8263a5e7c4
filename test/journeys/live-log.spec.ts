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
  publish,
  test,
} from './certificate-page.ts'
import { desktopOnly } from './site-test.ts'
import { holder, issueCertificate } from '../support/issue-certificate.ts'
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

test('another credential under an ID that there is, by the same keys, is refused as a file', async ({
  page,
  issued,
}) => {
  const forged = await issued.forge({ holder: 'Mallory Forger' })
  await publish(page, issued)
  await page.goto('/verification')
  await choose(
    page,
    file(`${id}.json`, forged.credential),
    file(`${id}.tlog-proof`, forged.receiptFile),
  )
  await expectVerdict(page, 'Not in the public log')
  await expect(page.getByText('Mallory')).toHaveCount(0)
  for (const name of [features.id, features.log]) {
    await expect(feature(page, name)).toContainText('Failed')
  }
  await expectNotGreen(page)
})

test('a whole answer of another issuer is not the council’s, however right it is in itself', async ({
  page,
}) => {
  const evil = await issueCertificate('https://evil.example', id, { holder: 'Mallory Forger' })
  await visit(page, evil.answer)
  await expectVerdict(page, 'Signature check failed')
  await expect(page.getByText('Mallory')).toHaveCount(0)
  await expectNotGreen(page)
})

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

test('a list from before a revocation is seen to be old, beside a log that has it', async ({
  page,
  issued,
}) => {
  await visit(page, await issued.answerWithOldList())
  await expectVerdict(page, 'Not verified')
  await expect(page.getByRole('main')).toContainText('is not the one that the public log names now')
  await expect(feature(page, features.id)).toContainText('Could not be checked')
  await expectNotGreen(page)
  await expectAccessible(page)
})

test('a list that no entry of the log names is not taken for the newest', async ({
  page,
  issued,
}) => {
  await visit(page, { ...issued.answer, listed: null })
  await expectVerdict(page, 'Not fully checked')
  await expect(page.getByRole('main')).toContainText(
    'could not check if the list of withdrawn certificates is the newest',
  )
  await expectNotGreen(page)
})

test('a log of the same size with other entries is doubted', async ({ page, issued }) => {
  await visit(page, issued.answer)
  await expectVerdict(page, 'Verified')
  await visit(page, await issued.answerAt(5, { forked: true }))
  await expectVerdict(page, 'Not verified')
  await expect(page.getByRole('main')).toContainText('has been changed')
  await expectNotGreen(page)
})

test('a larger log that does not begin with what this browser has seen is doubted, ever after', async ({
  page,
  issued,
}) => {
  await answerProofs(page, issued)
  await visit(page, issued.answer)
  await expectVerdict(page, 'Verified')
  for (const size of [8, 9]) {
    await visit(page, await issued.answerAt(size, { forked: true }))
    await expectVerdict(page, 'Not verified')
    await expectNotGreen(page)
  }
  await visit(page, issued.answer)
  await expectVerdict(page, 'Verified')
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

test('without the proof that the log only grew, nothing is green', async ({ page, issued }) => {
  await visit(page, issued.answer)
  await expectVerdict(page, 'Verified')
  await page.route('**/log/proof?*', (route) => route.abort())
  await visit(page, await issued.answerAt(8))
  await expectVerdict(page, 'Not fully checked')
  await expect(feature(page, features.log)).toContainText('Could not be checked')
  await expectNotGreen(page)
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

test('a receipt out of another log than the live one is doubted', async ({ page, issued }) => {
  const { inclusion } = await issued.answerAt(5, { forked: true })
  const entry = Buffer.from(JSON.stringify(inclusion.entry)).toString('base64')
  const receipt = inclusion.receipt.replace('\n', `\nextra ${entry}\n`)
  await publish(page, issued, await issued.answerAt(8))
  await page.goto('/verification')
  await choose(page, file(`${id}.json`, issued.credential), file(`${id}.tlog-proof`, receipt))
  await expectVerdict(page, 'Not verified')
  await expect(page.getByRole('region', { name: 'Verify a file' })).toContainText(
    'The receipt belongs to a different log',
  )
  await expectNotGreen(page)
})

test('a receipt of a smaller log passes, when today’s log begins with it', async ({
  page,
  issued,
}) => {
  await publish(page, issued, await issued.answerAt(8))
  await page.goto('/verification')
  await choose(
    page,
    file(`${id}.json`, issued.credential),
    file(`${id}.tlog-proof`, issued.receiptFile),
  )
  await expectVerdict(page, 'Verified')
  await expect(page.getByRole('article')).toContainText(holder)
})

for (const status of [429, 503] as const) {
  test(`a file is not green while the register answers ${status}`, async ({ page, issued }) => {
    await publish(page, issued, status)
    await page.goto('/verification')
    await choose(
      page,
      file(`${id}.json`, issued.credential),
      file(`${id}.tlog-proof`, issued.receiptFile),
    )
    await expectVerdict(page, 'Not fully checked')
    await expect(page.getByRole('main')).toContainText(
      status === 429 ? 'Please try again in a minute' : 'this site did not answer as it should',
    )
    await expectNotGreen(page)
  })
}

test('a certificate by a key that is not in the list is neither right nor wrong', async ({
  page,
  issued,
}) => {
  const later = JSON.parse(
    JSON.stringify(issued.credential).replace('#key-2025', '#key-2031'),
  ) as object
  await visit(page, { ...issued.answer, credential: later })
  await expectVerdict(page, 'Could not be checked')
  await expect(feature(page, features.signature)).toContainText('Could not be checked')
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(page.getByText(holder)).toHaveCount(0)
  await expectAccessible(page)
})

test('a key that came after the answer’s list is asked for, and then counts', async ({
  page,
  issued,
  site,
}) => {
  const before = await issueCertificate(site.url, id)
  const did = {
    ...before.did,
    verificationMethod: before.did.verificationMethod.map((method) => ({
      ...method,
      id: method.id.replace('-2025', '-2024'),
    })),
  }
  await publish(page, issued, { ...issued.answer, did, keys: before.keys })
  await page.goto(`/verify/${id}`)
  await expectVerdict(page, 'Verified')
})

test('another certificate than the one asked for is called that, and its list says the same', async ({
  page,
  issued,
}) => {
  await answerWith(page, issued.answer)
  await page.goto('/verify/NAIC25OTHER')
  await expectVerdict(page, 'Another certificate')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Another certificate')
  await expect(page.getByText('Signature check failed')).toHaveCount(0)
  await expect(feature(page, features.id)).toContainText('Failed')
  await expect(feature(page, features.signature)).toContainText('Passed')
  await expect(page.getByText(holder)).toHaveCount(0)
})

for (const [what, dates, title] of [
  ['has not begun', { validFrom: '2998-05-01T00:00:00Z' }, 'Not yet valid'],
  ['is over', { validUntil: '2026-01-02T00:00:00Z' }, 'Expired'],
  ['has an end that is no time', { validUntil: 'for ever' }, 'Expired'],
] as const) {
  test(`a certificate whose time ${what} says so`, async ({ page, issued }) => {
    const dated = await issued.forge({}, dates)
    await visit(page, dated.answer)
    await expectVerdict(page, title)
    await expect(page.getByRole('article')).toContainText(title)
    await expectNotGreen(page)
    await expectAccessible(page)
  })
}

test('how things stand is said as of the status list, not of the moment of looking', async ({
  page,
  issued,
}) => {
  await visit(page, issued.answer)
  await expectVerdict(page, 'Verified')
  await expect(page.getByText('As of 2 Jul 2025, 3:00:00 pm IST').first()).toBeVisible()
  await expect(page.getByText('Checked by your browser on')).toHaveCount(0)
})
