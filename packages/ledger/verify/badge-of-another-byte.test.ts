import { assert, asyncProperty, integer } from 'fast-check'
import { expect, test } from 'vitest'
import { AnsweringSite } from '@naic/test/support/answering-site.ts'
import { makeTestBadge } from '@naic/test/support/certificate-files.ts'
import { issueCertificate } from '@naic/test/support/issue-certificate.ts'
import { fetchKeys } from './ask-site.ts'
import { checkFiles } from './read-certificate-file.ts'

const site = new AnsweringSite()
const issued = await issueCertificate(site.url)
const badge = makeTestBadge(issued)
site.publish(issued)

const check = (bytes: Buffer) =>
  checkFiles([new File([Uint8Array.from(bytes)], 'badge.png')], fetchKeys(site), site)

const checked = async (bytes: Buffer) => {
  const result = await check(bytes)
  return result.state === 'examined' ? result.examination : undefined
}

test('whichever byte of a badge is another, what is shown is what was signed', async () => {
  const whole = await checked(badge)
  expect(whole).toMatchObject({
    facts: { holder: 'Asha Sample' },
    report: { signature: 'passed', inclusion: 'passed', checkpoint: 'passed', status: 'passed' },
  })
  const shown = { read: 0 }
  await assert(
    asyncProperty(
      integer({ min: 0, max: badge.length - 1 }),
      integer({ min: 1, max: 255 }),
      async (at, flip) => {
        const changed = Buffer.from(badge)
        changed[at] = (changed[at] ?? 0) ^ flip
        const examination = await checked(changed)
        if (!examination?.facts) return
        shown.read += 1
        expect(examination.facts).toEqual(whole?.facts)
      },
    ),
    { numRuns: 1_000 },
  )
  // Where it was the picture, or the receipt, that changed.
  expect(shown.read).toBeGreaterThan(50)
})
