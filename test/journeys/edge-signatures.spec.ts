import { libraryVerdicts } from '../support/edge-signatures.ts'
import { expect, test } from './site-test.ts'

test('of signatures at the edges, this browser says the same as the library in its place', async ({
  page,
}) => {
  const verdicts = libraryVerdicts()
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
    verdicts.map(({ bytes }) => bytes),
  )
  expect(theirs).toEqual(verdicts.map(({ isRight }) => isRight))
  expect(theirs).toContain(true)
  expect(theirs).toContain(false)
})
