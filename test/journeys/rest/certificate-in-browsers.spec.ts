import { libraryVerdicts } from '#support/edge-signatures.ts'
import { holder } from '#support/issue-certificate.ts'
import { allPassed, expectChecks, expectVerdict, test, visit } from '../certificate-page.ts'
import { brokenStorages, expect } from '../site-test.ts'

/** What a browser keeps of the log, and what it cannot do. */

test('a browser that stores nothing checks all the rest', async ({ context, issued }) => {
  for (const breakStorage of brokenStorages) {
    const page = await context.newPage()
    await page.addInitScript(breakStorage)
    await visit(page, issued.answer)
    await expectVerdict(page, 'Verified')
    await expect(page.getByRole('region', { name: 'How far this check goes' })).toContainText(
      'had not seen the public list before',
    )
  }
})

test('a browser without Ed25519 checks with a library, alike', async ({ page, issued }) => {
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

test('the browser and the library agree about signatures at the edges', async ({ page }) => {
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
