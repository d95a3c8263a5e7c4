import { PNG } from 'pngjs'
import type { Page } from '@playwright/test'
import { libraryVerdicts } from '#support/edge-signatures.ts'
import { holder, type IssuedCertificate } from '#support/issue-certificate.ts'
import {
  allPassed,
  answerProofs,
  answerWith,
  expectChecks,
  expectVerdict,
  feature,
  features,
  id,
  readCode,
  revokedAnswer,
  summary,
  test,
  verdict,
  visit,
} from '../certificate-page.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, watchRequests } from '../site-test.ts'

/** How the page shows each verdict. Which answer leads to which, `examine-certificate.test.ts` holds. */

test('a certificate shows its facts, after 0.8 s of verifying, and one status announces both', async ({
  page,
  issued,
}) => {
  await page.clock.install()
  await visit(page, issued.answer)
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Verifying certificate...' })).toBeVisible()
  await expect(verdict(page)).toHaveText('Please wait while we check the certificate.')
  const region = await verdict(page).elementHandle()
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(summary(page)).toHaveText(`Verified: ${holder}`, { timeout: 50 })
  }).toPass({ intervals: [10] })
  // The same element: screen readers announce only what comes into a region that they know.
  expect(await region?.textContent()).toBe('The result of the check: Verified')
  const regions = page.locator('main [role=status]:not([aria-live=off]), main [aria-live=polite]')
  await expect(regions.filter({ hasText: /\S/ })).toHaveCount(1)

  const card = page.getByRole('article')
  await expect(card.getByRole('heading', { level: 2 })).toHaveText('Certificate of Completion')
  await expect(card.getByText(holder)).toBeVisible()
  for (const [name, value] of [
    ['Certificate ID', id],
    ['Internship Domain', 'Web Development'],
    ['Duration', '4 Weeks'],
    ['Status', 'Verified'],
  ] as const) {
    await expect(card.locator(`dt:text-is("${name}") + dd`)).toHaveText(value)
  }
  await expect(card.getByText('Verified', { exact: true })).toHaveCount(2)
  await expect(card.getByText('Verified on July 2, 2025')).toBeVisible()
  await expect(card.getByText('Program Director')).toBeVisible()
  await expect(card.getByRole('img', { name: 'Seal of the council' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})

test('the security features say what was checked, with the details one click away', async ({
  page,
  issued,
}) => {
  await visit(page, issued.answer)
  await expectChecks(page, allPassed)
  const [signature, log] = [feature(page, features.signature), feature(page, features.log)]
  await expect(signature).toContainText('exactly these words on 2 July 2025')
  await expect(log).toContainText("entry 4 of 5 in the council's public log.")
  const summaries = page.locator('summary')
  await expect(summaries).toHaveCount(6)
  for (const each of await summaries.all()) await each.click()
  await expect(signature).toContainText('#key-2025')
  await expect(signature).toContainText('3:00:00 pm IST')
  await expect(log.locator('dt:text-is("Tree size") + dd')).toHaveText('5')
  await expect(log.getByText("The log's signed checkpoint")).toBeVisible()
  for (const name of ['Leaf', 'Root'])
    await expect(log.locator(`dt:text-is("${name}") + dd`)).toHaveText(/^[0-9a-f]{64}$/)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

async function expectFailureView(page: Page, shownId: string) {
  await expect(page.getByRole('heading', { level: 1, name: 'Verification Failed' })).toBeVisible()
  for (const words of [
    `No certificate found with ID: ${shownId}`,
    'Please check the verification code and try again.',
    'Having trouble?',
    'If you believe this is an error, please contact our verification team with your certificate details.',
  ]) {
    await expect(page.getByText(words, { exact: true })).toBeVisible()
  }
  await expect(page).toHaveTitle(/^Verification Failed/)
  const support = page.getByRole('main').getByRole('link', { name: 'Contact Support' })
  await expect(support).toHaveAttribute('href', '/contact')
}

/** Each verdict but "Verified", by what the register answers and what the page then says. */
const verdicts: {
  title: string
  answer: (issued: IssuedCertificate, page: Page) => object | number | Promise<object>
  look: (page: Page) => Promise<unknown>
}[] = [
  { title: 'not found', answer: () => 404, look: (page) => expectFailureView(page, id) },
  {
    title: 'erased',
    answer: () => 410,
    look: (page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('Erased'),
  },
  {
    title: 'withdrawn',
    answer: revokedAnswer,
    async look(page) {
      await expect(summary(page)).toHaveText(`Withdrawn: ${holder}`)
      await expect(page.getByText('Withdrawn on 15 August 2025.')).toBeVisible()
      const council = page.getByRole('link', { name: 'write to the council' })
      await expect(council).toHaveAttribute('href', '/contact')
      // Whoever is sent only the upper half of the sheet sees it too.
      const sheet = await page.getByRole('article').innerText()
      expect(sheet.indexOf('no longer valid')).toBeGreaterThan(0)
      expect(sheet.indexOf('no longer valid')).toBeLessThan(sheet.indexOf(holder))
      expect(sheet).not.toMatch(/certifies|completed/)
      await expect(page.getByRole('article')).toContainText('Issued on July 2, 2025')
      await expect(page.getByRole('article')).not.toContainText('Verified')
      await expect(page.getByText('do not rely on it')).toBeVisible()
      // A badge in each half of the sheet, and the fact.
      await expect(page.getByRole('article').getByText('Withdrawn', { exact: true })).toHaveCount(3)
      await expect(feature(page, features.id)).toContainText('Failed')
      await expect(page.getByRole('link', { name: /LinkedIn profile/ })).toHaveCount(0)
    },
  },
  {
    title: 'changed on its way',
    answer: ({ answer }) => JSON.parse(JSON.stringify(answer).replace(holder, 'Asha Simple')),
    async look(page) {
      await expect(page.getByRole('heading', { level: 1, name: 'Not found' })).toBeVisible()
      await expectChecks(page, ['Could not be checked', 'Failed', 'Could not be checked'])
      await expect(page.getByRole('article')).toHaveCount(0)
      await expect(page.getByRole('main')).not.toContainText(/Asha|Web Development/)
      await expect(page).toHaveTitle(new RegExp(`^Not found: certificate ${id}`))
    },
  },
  {
    title: 'not fully checked',
    answer: ({ answer }) => ({ ...answer, statusList: null }),
    async look(page) {
      await expectChecks(page, ['Could not be checked', 'Passed', 'Passed'])
      await expect(page.getByRole('article')).toContainText('Could not be checked')
      await expect(page.getByRole('img', { name: 'Seal, not confirmed' })).toBeVisible()
      await expect(page.locator('p:text("this device says")')).toContainText(/\d{4}, .* IST/)
    },
  },
  {
    title: 'in a log that is smaller than this browser saw it',
    async answer(issued, page) {
      await visit(page, issued.answer)
      await expectVerdict(page, 'Verified')
      return issued.answerAt(4)
    },
    async look(page) {
      await expectVerdict(page, 'Not verified')
      await expect(page.getByRole('main')).toContainText(
        'this browser saw it earlier with 5 entries, and now it has 4',
      )
      await expect(feature(page, features.log)).toContainText('Failed')
    },
  },
]

for (const { title, answer, look } of verdicts) {
  test(`a certificate that is ${title} does not look verified, and the next one is a field away`, async ({
    page,
    issued,
  }) => {
    await answerProofs(page, issued)
    await visit(page, await answer(issued, page))
    await look(page)
    await expect(page.getByText(/^Verified( on .*|\.)?$/)).toHaveCount(0)
    await expect(page.getByRole('img', { name: 'Seal of the council' })).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    const several = page.getByRole('link', { name: 'Check several at once' })
    await expect(several).toHaveAttribute('href', '/verification/several')
    await page.unrouteAll()
    // The test's own log, which the site's does not go on from.
    await page.evaluate(() => localStorage.clear())
    await page.getByLabel('ID of another certificate').fill('naic25-a7k2m')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page).toHaveURL('/verify/NAIC25A7K2M')
    await expect(summary(page)).toHaveText('Verified: Asha Example')
  })
}

for (const status of [429, 503]) {
  test(`a register that answers ${status} is not a missing certificate`, async ({
    page,
    issued,
  }) => {
    await visit(page, status)
    const heading = page.getByRole('heading', { name: 'Could not be checked' })
    await expect(heading).toBeVisible()
    await expect(page.getByText('No certificate found')).toHaveCount(0)
    // The staff find our own faults by this name.
    const reference = page.getByText('Reference: 7K3F9QXM2P')
    await expect(reference).toHaveCount(status >= 500 ? 1 : 0)
    await expect(page.getByLabel('ID of another certificate')).toBeVisible()
    await expectAccessible(page)
    await answerWith(page, issued.answer)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(summary(page)).toContainText(holder)
  })
}

test('a path without an ID fails after verifying, and asks the register nothing', async ({
  page,
}) => {
  const asked = watchRequests(page)
  for (const [path, shown] of [
    ['/verify', ''],
    ['/verify/', ''],
    ['/verify/%3F%3F', '??'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Verifying certificate...' })).toBeVisible()
    await expectFailureView(page, shown)
    await expect(page.getByLabel('ID of another certificate')).toBeVisible()
  }
  expect(asked.filter((line) => line.includes('/api/'))).toEqual([])
})

test('the spinner stands still if less motion is asked for', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.route('**/api/certificates/*', () => {})
  await page.goto(`/verify/${id}`)
  await expect(page.getByRole('heading', { name: 'Verifying certificate...' })).toBeVisible()
  const endless = await page.evaluate(() =>
    document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Infinity),
  )
  expect(endless).toHaveLength(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a log that grew is asked for one proof, and one of the same size for none', async ({
  page,
  issued,
}) => {
  const asked = await answerProofs(page, issued)
  for (const answer of [issued.answer, issued.answer]) {
    await visit(page, answer)
    await expectVerdict(page, 'Verified')
  }
  expect(asked).toEqual([])
  await visit(page, await issued.answerAt(8))
  await expectVerdict(page, 'Verified')
  expect(asked).toEqual(['?from=5&to=8'])
  await expect(page.getByRole('region', { name: 'How far this check goes' })).toContainText(
    'the 5 entries that this browser saw earlier',
  )
})

const brokenStorages = {
  'is forbidden': () => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('', 'SecurityError')
      },
    })
  },
  'is full': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('', 'QuotaExceededError')
    }
  },
  'holds something else': () => {
    Storage.prototype.getItem = () => '{"size":9}'
  },
}

for (const [how, breakStorage] of Object.entries(brokenStorages)) {
  test(`a browser whose storage ${how} checks all the rest`, async ({ page, issued }) => {
    await page.addInitScript(breakStorage)
    await visit(page, issued.answer)
    await expectVerdict(page, 'Verified')
    await expect(page.getByRole('region', { name: 'How far this check goes' })).toContainText(
      'had not seen the log before',
    )
  })
}

test('a browser without Ed25519 checks with a library, and says the same', async ({
  page,
  issued,
}) => {
  await page.addInitScript(() => {
    crypto.subtle.importKey = () =>
      Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'))
  })
  const library = page.waitForRequest(/cryptography-library/)
  await visit(page, issued.answer)
  await expectChecks(page, allPassed)
  await library
  await visit(page, JSON.parse(JSON.stringify(issued.answer).replace(holder, 'Asha Simple')))
  await expectChecks(page, ['Could not be checked', 'Failed', 'Could not be checked'])
})

test('this browser and the library in its place agree about signatures at the edges', async ({
  page,
}) => {
  const signatures = libraryVerdicts()
  await page.goto('/about')
  const theirs = await page.evaluate(
    async (all) => {
      const answers: boolean[] = []
      for (const one of all) {
        const [raw, text, signed] = one.map((bytes) => Uint8Array.from(bytes)) as [
          Uint8Array<ArrayBuffer>,
          Uint8Array<ArrayBuffer>,
          Uint8Array<ArrayBuffer>,
        ]
        const key = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
        answers.push(await crypto.subtle.verify('Ed25519', key, signed, text))
      }
      return answers
    },
    signatures.map(({ bytes }) => bytes),
  )
  expect(theirs).toEqual(signatures.map(({ isRight }) => isRight))
  expect(new Set(theirs).size).toBe(2)
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

test('a shared certificate shows a picture of its own, and search engines leave it out', async ({
  request,
  site,
}) => {
  const html = await (await request.get('/verify/NAIC25A7K2M')).text()
  expect(html).toContain('name="robots" content="noindex"')
  expect(html).toContain(`property="og:url" content="${site.url}/verify/NAIC25A7K2M"`)
  expect(html).toContain('property="og:image:alt" content="Certificate of Asha Example:')
  const image = /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? ''
  expect(image).toBe(`${site.url}/credentials/NAIC25A7K2M.png`)
  const response = await request.get(image)
  expect(response.headers()['content-type']).toBe('image/png')
  expect(PNG.sync.read(await response.body())).toMatchObject({ width: 1200, height: 630 })
  const missing = await (await request.get(`/verify/${id}`)).text()
  expect(missing).toContain(`property="og:image" content="${site.url}/share/verification.png"`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a certificate has its facts, its PDF and the next one a field away; a missing ID fails alike', async ({
    page,
    site,
  }) => {
    await page.goto('/verify')
    await expect(page.getByText('Verifying certificate...')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verification Failed')
    // Playwright looks for no text in a noscript element.
    await expect(page.locator('noscript section').first()).toContainText(
      'No certificate found with ID: ',
    )
    await page.locator('noscript input[name=id]').fill('naic25-a7k2m')
    await page.locator('noscript form button').click()
    await expect(page).toHaveURL('/verify/NAIC25A7K2M')
    await expect(page.locator('noscript dl')).toContainText('Asha Example')
    expect(await readCode(page)).toBe(`${site.url}/verify/NAIC25A7K2M`)
    await expect(page.getByRole('link', { name: 'Download PDF' })).toHaveAttribute(
      'href',
      '/credentials/NAIC25A7K2M.pdf',
    )
    await expectNoSidewaysScroll(page)
  })
})
