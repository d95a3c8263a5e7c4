import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { exampleEvidence, exampleFacts } from '@naic/test/support/example-council.ts'
import { credentialHash, entryBytes } from './log-entry.ts'

const { credential, inclusion } = await exampleEvidence()

test('an entry says neither who nor which certificate', () => {
  const text = new TextDecoder().decode(entryBytes(inclusion.entry))
  for (const fact of Object.values(exampleFacts)) {
    // The day is the entry's own time as well.
    if (fact !== exampleFacts.verifiedOn) expect(text).not.toContain(fact)
  }
})

test('a credential’s hash is that of its canonical form, proofs included', async () => {
  const hash = await credentialHash(credential)
  const reordered = Object.fromEntries(Object.entries(credential).toReversed())
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(await credentialHash(reordered)).toBe(hash)
  expect(await credentialHash({ ...credential, proof: [] })).not.toBe(hash)
  expect(await credentialHash({ b: [1, 'x'], a: null })).toBe(
    createHash('sha256').update('{"a":null,"b":[1,"x"]}').digest('hex'),
  )
})
