import { RFC9162 } from '@transmute/rfc9162'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  referenceConsistency,
  referenceInclusion,
  referenceRoot,
} from '@naic/test/support/reference-tree.ts'
import { type Bytes, utf8 } from './bytes.ts'
import { hashLeaf, verifyInclusion } from './merkle-tree.ts'
import { verifyConsistency } from './tree-growth.ts'

/** Ours against a library that shares no code with it. */

const most = 34
const entries = Array.from({ length: most }, (_, index) => utf8(`entry ${index}`))
const roots = entries.map((_, last) => referenceRoot(entries.slice(0, last + 1)))
const rootOf = (size: number) => roots[size - 1] ?? expect.fail()

const place = fc.nat(most - 1)
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Uint8Array.from(bytes))
const hashes = fc.array(hash, { maxLength: 2 })

type Judge<Claim> = (claim: Claim) => boolean | Promise<boolean>

/** Expects two judges to say the same of every claim, and to refuse many. */
async function expectAgreement<Claim>(
  claims: fc.Arbitrary<Claim[]>,
  they: Judge<Claim>,
  we: Judge<Claim>,
): Promise<void> {
  let refused = 0
  await fc.assert(
    fc.asyncProperty(claims, async (mixed) => {
      for (const claim of mixed) {
        const isRight = await they(claim)
        expect(await we(claim)).toBe(isRight)
        refused += isRight ? 0 : 1
      }
    }),
    { numRuns: 200 },
  )
  expect(refused).toBeGreaterThan(400)
}

describe('that an entry is in the tree, as Transmute checks it', () => {
  type Claim = { entry: Bytes; index: number; size: number; root: Bytes; proof: Bytes[] }

  const theyAccept = async ({ entry, index, size, root, proof }: Claim) =>
    index < size &&
    RFC9162.verifyInclusionProof(root, await RFC9162.leaf(entry), {
      log_id: '',
      tree_size: size,
      leaf_index: index,
      inclusion_path: proof,
    })

  const weAccept = async ({ entry, proof, ...claim }: Claim) =>
    verifyInclusion({ ...claim, leaf: await hashLeaf(entry) }, proof)

  const claimOf = (index: number, size: number): Claim => ({
    entry: entries[index] ?? expect.fail(),
    index,
    size,
    root: rootOf(size),
    proof: referenceInclusion(index, entries.slice(0, size)),
  })

  test('they and we accept every entry of every small tree', async () => {
    for (let size = 1; size <= most; size += 1) {
      for (let index = 0; index < size; index += 1) {
        const claim = claimOf(index, size)
        expect(await theyAccept(claim)).toBe(true)
        expect(await weAccept(claim)).toBe(true)
      }
    }
  })

  test('they and we refuse the same, however a claim is mixed from right ones', async () => {
    const claims = fc
      .tuple(fc.tuple(place, place), place, place, place, hashes, fc.nat(8))
      .map(([both, entryAt, index, last, more, left]): Claim[] => {
        const right = claimOf(Math.min(...both), Math.max(...both) + 1)
        return [
          { ...right, entry: entries[entryAt] ?? right.entry },
          { ...right, index },
          { ...right, size: last + 1 },
          { ...right, size: last + 1, root: rootOf(last + 1) },
          { ...right, proof: [...right.proof, ...more] },
          { ...right, proof: right.proof.slice(0, left) },
          { ...right, proof: right.proof.toReversed() },
        ]
      })
    await expectAgreement(claims, theyAccept, weAccept)
  })
})

describe('that a tree grew out of another, as Transmute checks it', () => {
  type Claim = { was: number; is: number; older: Bytes; newer: Bytes; proof: readonly Bytes[] }

  const claimOf = (was: number, is: number): Claim => ({
    was,
    is,
    older: rootOf(was),
    newer: rootOf(is),
    proof: referenceConsistency(was, entries.slice(0, is)),
  })

  /** Of an older size that is a power of two, it wants the older root as the proof's first hash. */
  const theyAccept = ({ was, is, older, newer, proof }: Claim): Promise<boolean> =>
    RFC9162.verifyConsistencyProof(older, newer, {
      log_id: '',
      tree_size_1: was,
      tree_size_2: is,
      consistency_path: Number.isInteger(Math.log2(was)) ? [older, ...proof] : [...proof],
    })

  const weAccept = ({ was, is, older, newer, proof }: Claim) =>
    verifyConsistency({ size: was, root: older }, { size: is, root: newer }, proof)

  test('they and we accept it of every small tree and every smaller one', async () => {
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
    const sizes = fc.tuple(size, size).filter(([was, is]) => was < is)
    const claims = fc
      .tuple(sizes, size, size, hashes, fc.nat(8))
      .map(([[was, is], one, other, more, left]): Claim[] => {
        const right = claimOf(was, is)
        return [
          { ...right, older: rootOf(one) },
          { ...right, newer: rootOf(other) },
          { ...right, was: Math.min(one, is - 1) },
          { ...right, is: Math.max(other, was + 1) },
          { ...right, proof: [...right.proof, ...more] },
          { ...right, proof: right.proof.slice(0, left) },
          { ...right, proof: right.proof.toReversed() },
        ]
      })
    await expectAgreement(claims, theyAccept, weAccept)
  })
})
