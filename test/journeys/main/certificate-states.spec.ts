import { readProgrammes } from '@naic/installation/programmes.ts'
import type { SignedFacts } from '@naic/ledger/format/credential.ts'
import { hashAddress } from '@naic/ledger/format/hash-address.ts'
import { type IssuedCertificate, issueCertificate } from '#support/issue-certificate.ts'
import { answerProofs, id, revokedAnswer, summary, test, visit } from '../certificate-page.ts'
import {
  bothScreens,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  setLetterSize,
} from '../site-test.ts'

/** How long and how readable the page is in each of its states, with all that a certificate may say. */

/** On a phone of 360 x 740 pixels. */
const longestPage = 3_300

/** A long name, and everything that is said only where the council gives it. */
async function everything(siteUrl: string): Promise<Partial<SignedFacts>> {
  return {
    holder: 'Lakshmi Venkatanarasimharaju Satyanarayana',
    learnt: readProgrammes(siteUrl).find(({ id: number }) => number === 1)?.learnt,
    address: await hashAddress('lakshmi@example.com', 'a salt of this certificate'),
    startedOn: '2025-06-01',
    endedOn: '2025-06-28',
    hours: 120,
    credits: 4,
    college: 'Government College of Engineering and Ceramic Technology, Kolkata',
  }
}

const states: {
  heading: string | RegExp
  says?: 'everything'
  answer: (issued: IssuedCertificate) => object | number | Promise<object>
}[] = [
  { heading: 'Verified: Asha Sample', answer: ({ answer }) => answer },
  { heading: /^Verified: Lakshmi/, says: 'everything', answer: ({ answer }) => answer },
  { heading: /^Withdrawn: Lakshmi/, says: 'everything', answer: revokedAnswer },
  {
    heading: /^Could not be checked: Lakshmi/,
    says: 'everything',
    answer: ({ answer }) => ({ ...answer, statusList: null }),
  },
  { heading: 'Could not be checked', answer: () => 503 },
  { heading: 'Verification Failed', answer: () => 404 },
  { heading: 'Erased', answer: () => 410 },
]

for (const { heading, says, answer } of states) {
  const told = says ? ', with everything that a certificate may say,' : ''
  test(
    `"${heading}"${told} is short on a phone, and readable in the dark, with large letters and by keyboard`,
    bothScreens,
    async ({ page, site }, { project }) => {
      const issued = await issueCertificate(site.url, id, says ? await everything(site.url) : {})
      await answerProofs(page, issued)
      await visit(page, await answer(issued))
      await expect(summary(page)).toHaveText(heading)
      await expect(page.locator('h1')).toHaveCount(1)
      if (project.name === 'phone') {
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        expect(height).toBeLessThan(longestPage)
      }
      // What is folded up is looked at, too, and opens by keyboard.
      const folded = page.locator('main details:not([open]) > summary').filter({ visible: true })
      while ((await folded.count()) > 0) await folded.first().press('Enter')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await expectAccessible(page)
      }
      await setLetterSize(page, 32)
      await expectNoSidewaysScroll(page)
    },
  )
}
