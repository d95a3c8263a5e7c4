import type { Page } from '@playwright/test'
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
  revokedAnswer,
  summary,
  test,
  verdict,
  visit,
} from '../certificate-page.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, watchRequests } from '../site-test.ts'

/** How the page shows each verdict. Which answer leads to which, `examine-certificate.test.ts` holds. */

test('a certificate shows its facts and what was checked, once', async ({ page, issued }) => {
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
  for (const [name, value] of [
    ['Certificate ID', id],
    ['Internship Domain', 'Web Development'],
    ['Duration', '4 Weeks'],
    ['Status', 'Verified'],
  ] as const) {
    await expect(card.locator(`dt:text-is("${name}") + dd`)).toHaveText(value)
  }
  for (const words of [holder, 'Verified on July 2, 2025', 'Program Director'])
    await expect(card.getByText(words)).toBeVisible()
  await expect(card.getByRole('img', { name: 'Seal of the council' })).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)

  // They come a second after the verdict.
  await page.clock.resume()
  await expectChecks(page, allPassed)
  await expect(feature(page, features.signature)).toContainText('exactly these words on 2 July')
  const log = feature(page, features.log)
  await expect(log).toContainText("entry 4 of 5 in the council's public list of certificates.")
})

const way = (page: Page) => page.getByRole('group').filter({ hasText: 'How do we know?' })

test('the way to the head of the list is drawn, red where it breaks', async ({ page, issued }) => {
  await answerProofs(page, issued)
  await visit(page, issued.answer)
  await page.getByText('How do we know?').click()
  const steps = way(page).getByRole('listitem')
  await expect(steps).toHaveCount(5)
  await expect(steps.nth(1)).toContainText('Only entry 4 of 5 does that.')
  await expect(way(page).getByRole('img')).toHaveAccessibleName(/over 3 others to the head/)
  await expect(steps.nth(2)).toContainText('everybody sees today still has it')
  await expectAccessible(page)

  const { inclusion, ...rest } = issued.answer as { inclusion: { receipt: string } }
  // Another hash in the proof: one letter of its base64.
  const lines = inclusion.receipt.split('\n')
  const at = lines.findIndex((line) => /^[A-Za-z0-9+/]{43}=$/.test(line))
  lines[at] = (lines[at] ?? '').replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A'))
  await visit(page, { ...rest, inclusion: { ...inclusion, receipt: lines.join('\n') } })
  await page.getByText('How do we know?').click()
  await expect(steps.nth(1)).toContainText('does not lead to the head of the list. Here it breaks.')
  await expect(steps.nth(2)).toContainText('could not compare')
})

/** Verdicts that are not "Verified", by what the register answers and what the page then says. */
const verdicts: {
  title: string
  answer: (issued: IssuedCertificate, page: Page) => object | number | Promise<object>
  look: (page: Page) => Promise<unknown>
}[] = [
  {
    title: 'withdrawn',
    answer: revokedAnswer,
    async look(page) {
      await expect(summary(page)).toHaveText(`Withdrawn: ${holder}`)
      await expect(page.getByText('Withdrawn on 15 August 2025.')).toBeVisible()
      // Whoever is sent only the upper half of the sheet sees it too.
      const sheet = await page.getByRole('article').innerText()
      expect(sheet.indexOf('no longer valid')).toBeGreaterThan(0)
      expect(sheet.indexOf('no longer valid')).toBeLessThan(sheet.indexOf(holder))
      expect(sheet).not.toMatch(/certifies|completed/)
      await expect(page.getByRole('article')).toContainText('Issued on July 2, 2025')
      await expect(page.getByRole('article')).not.toContainText('Verified')
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
  test(`a certificate that is ${title} does not look verified`, async ({ page, issued }) => {
    await answerProofs(page, issued)
    await visit(page, await answer(issued, page))
    await look(page)
    await expect(page.getByText(/^Verified( on .*|\.)?$/)).toHaveCount(0)
    await expect(page.getByRole('img', { name: 'Seal of the council' })).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
    await page.unrouteAll()
    // The test's own log, which the site's does not go on from.
    await page.evaluate(() => localStorage.clear())
    await page.getByLabel('ID of another certificate').fill('naic25-a7k2m')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await expect(page).toHaveURL('/verify/NAIC25A7K2M')
    await expect(summary(page)).toHaveText('Verified: Asha Example')
  })
}

test('a register that cannot answer is asked again', async ({ page, issued }) => {
  // The staff find our own faults by this name.
  const reference = page.getByText('Reference: 7K3F9QXM2P')
  for (const [status, references] of [
    [429, 0],
    [503, 1],
  ] as const) {
    await visit(page, status)
    await expect(page.getByRole('heading', { name: 'Could not be checked' })).toBeVisible()
    await expect(page.getByText('No certificate found')).toHaveCount(0)
    await expect(reference).toHaveCount(references)
    await expect(page.getByLabel('ID of another certificate')).toBeVisible()
  }
  await answerWith(page, { ...issued.answer, statusList: null })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectChecks(page, ['Could not be checked', 'Passed', 'Passed'])
  await expect(page.getByRole('img', { name: 'Seal, not confirmed' })).toBeVisible()
  await expect(page.getByRole('article')).not.toContainText('Verified')
})

async function expectFailureView(page: Page, shownId: string) {
  const heading = page.getByRole('heading', { level: 1, name: 'Verification Failed' })
  await expect(heading).toBeVisible()
  // White on white if the sign is not filled.
  await expect(heading.locator('xpath=preceding-sibling::*')).not.toHaveCSS('fill', 'none')
  for (const words of [
    `No certificate found with ID: ${shownId}`,
    'Please check the verification code and try again.',
    'If you believe this is an error, please contact our verification team with your certificate details.',
  ])
    await expect(page.getByText(words, { exact: true })).toBeVisible()
}

test('an ID that is missing, erased or not given fails after verifying', async ({ page }) => {
  const asked = watchRequests(page)
  await page.goto('/verify')
  await expect(page.getByRole('heading', { name: 'Verifying certificate...' })).toBeVisible()
  await expectFailureView(page, '')
  expect(asked.filter((line) => line.includes('/api/'))).toEqual([])
  await visit(page, 404)
  await expectFailureView(page, id)
  await expect(page).toHaveTitle(/^Verification Failed/)
  const support = page.getByRole('main').getByRole('link', { name: 'Contact Support' })
  await expect(support).toHaveAttribute('href', '/contact')
  await visit(page, 410)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Erased')
  await expect(verdict(page)).toContainText('record was erased')
})
