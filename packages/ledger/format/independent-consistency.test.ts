import { RFC9162 } from '@transmute/rfc9162'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { referenceConsistency, referenceRoot } from '@naic/test/support/reference-tree.ts'
import { type Bytes, utf8 } from './bytes.ts'
import { verifyConsistency } from './tree-growth.ts'

/** Ours against a library that shares no code with it. */

const most = 40
const entries = Array.from({ length: most }, (_, index) => utf8(`entry ${index}`))
const roots = Array.from({ length: most + 1 }, (_, size) => referenceRoot(entries.slice(0, size)))
const rootOf = (size: number) => roots[size] ?? expect.fail()

type Claim = { was: number; is: number; older: Bytes; newer: Bytes; proof: readonly Bytes[] }

const claimOf = (was: number, is: number): Claim => ({
  was,
  is,
  older: rootOf(was),
  newer: rootOf(is),
  proof: referenceConsistency(was, entries.slice(0, is)),
})

/** Of an older size that is a power of two, it wants the older root as the proof's first hash. */
function theyAccept({ was, is, older, newer, proof }: Claim): Promise<boolean> {
  const isPowerOfTwo = Number.isInteger(Math.log2(was))
  return RFC9162.verifyConsistencyProof(older, newer, {
    log_id: '',
    tree_size_1: was,
    tree_size_2: is,
    consistency_path: isPowerOfTwo ? [older, ...proof] : [...proof],
  })
}

const weAccept = ({ was, is, older, newer, proof }: Claim) =>
  verifyConsistency({ size: was, root: older }, { size: is, root: newer }, proof)

test('they and we make the same tree of the same entries', async () => {
  for (const size of [1, 2, 3, 7, 8, 33]) {
    expect(await RFC9162.treeHead(entries.slice(0, size))).toEqual(rootOf(size))
  }
})

test('they and we accept how every small tree grew out of every smaller one', async () => {
  for (let is = 2; is <= most; is += 1) {
    for (let was = 1; was < is; was += 1) {
      const claim = claimOf(was, is)
      expect(await theyAccept(claim)).toBe(true)
      expect(await weAccept(claim)).toBe(true)
    }
  }
})

test('they and we refuse the same, however a claim is mixed from right ones', async () => {
  const size = fc.integer({ min: 1, max: most })
  const hashes = fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 2 })
  const sizes = fc.tuple(size, size).filter(([was, is]) => was < is)
  let refused = 0
  await fc.assert(
    fc.asyncProperty(
      sizes,
      size,
      size,
      hashes,
      fc.nat(8),
      async ([was, is], one, other, more, left) => {
        const right = claimOf(was, is)
        const claims: Claim[] = [
          { ...right, older: rootOf(one) },
          { ...right, newer: rootOf(other) },
          { ...right, was: Math.min(one, is - 1) },
          { ...right, is: Math.max(other, was + 1) },
          { ...right, proof: [...right.proof, ...more.map((hash) => Uint8Array.from(hash))] },
          { ...right, proof: right.proof.slice(0, left) },
          { ...right, proof: right.proof.toReversed() },
        ]
        for (const claim of claims) {
          const theirs = await theyAccept(claim)
          expect(await weAccept(claim)).toBe(theirs)
          refused += theirs ? 0 : 1
        }
      },
    ),
    { numRuns: 200 },
  )
  expect(refused).toBeGreaterThan(400)
})
