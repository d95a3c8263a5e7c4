import { RFC9162 } from '@transmute/rfc9162'
import { createPublicKey, verify } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logKey, origin, strangersKey } from '@naic/test/support/example-council.ts'
import {
  referenceConsistency,
  referenceInclusion,
  referenceRoot,
} from '@naic/test/support/reference-tree.ts'
import { type Bytes, utf8 } from './bytes.ts'
import { openCheckpoint, signCheckpoint } from './checkpoint.ts'
import { hashLeaf, verifyInclusion } from './merkle-tree.ts'
import { formatReceipt, parseReceipt } from './receipt.ts'
import { verifyConsistency } from './tree-growth.ts'

/** Ours against libraries that share no code with it. */

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

const key = { name: origin, publicKey: logKey.publicKey }
const notes = await Promise.all(
  roots.map((root, last) => signCheckpoint({ origin, size: last + 1, root }, key, logKey.sign)),
)

describe('that an entry is in the tree, as Transmute and Node check it', () => {
  type Claim = { entry: Bytes; index: number; proof: Bytes[]; note: string }
  const x = Buffer.from(logKey.publicKey).toString('base64url')
  const theirKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })

  async function theyAccept({ entry, index, proof, note }: Claim): Promise<boolean> {
    const [text = '', lines = ''] = note.split('\n\n')
    const isSigned = lines.match(/.+(?=\n)/g)?.some((line) => {
      const [, signature = ''] = line.split(`— ${origin} `)
      const bytes = Buffer.from(signature, 'base64').subarray(4)
      return verify(null, Buffer.from(`${text}\n`), theirKey, bytes)
    })
    const [, size, root = ''] = text.split('\n')
    if (!isSigned || index >= Number(size)) return false
    return RFC9162.verifyInclusionProof(Buffer.from(root, 'base64'), await RFC9162.leaf(entry), {
      log_id: '',
      tree_size: Number(size),
      leaf_index: index,
      inclusion_path: proof,
    })
  }

  /** By way of a receipt, as a certificate's page does. */
  async function weAccept({ entry, index, proof, note }: Claim): Promise<boolean> {
    const receipt = parseReceipt(formatReceipt({ index, proof, checkpoint: note }))
    const checkpoint = receipt && (await openCheckpoint(receipt.checkpoint, [key]))
    if (!receipt || !checkpoint) return false
    const { size, root } = checkpoint
    const leaf = await hashLeaf(entry)
    return verifyInclusion({ leaf, index: receipt.index, size, root }, receipt.proof)
  }

  const claimOf = (index: number, size: number): Claim => ({
    entry: entries[index] ?? expect.fail(),
    index,
    proof: referenceInclusion(index, entries.slice(0, size)),
    note: notes[size - 1] ?? expect.fail(),
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
      .map(([both, entryAt, indexAt, sizeAt, more, left]): Claim[] => {
        const right = claimOf(Math.min(...both), Math.max(...both) + 1)
        return [
          { ...right, entry: entries[entryAt] ?? right.entry },
          { ...right, index: indexAt },
          { ...right, note: notes[sizeAt] ?? right.note },
          { ...right, proof: [...right.proof, ...more] },
          { ...right, proof: right.proof.slice(0, left) },
          { ...right, proof: right.proof.toReversed() },
        ]
      })
    await expectAgreement(claims, theyAccept, weAccept)
  })

  test('they and we believe the same checkpoints', async () => {
    const claim = claimOf(4, 9)
    const stranger = { name: origin, publicKey: strangersKey.publicKey }
    const checkpoint = { origin, size: 9, root: rootOf(9) }
    const theirs = await signCheckpoint(checkpoint, stranger, strangersKey.sign)
    const signature = theirs.split('\n\n')[1] ?? ''
    for (const [note, isRight] of [
      [claim.note, true],
      [`${claim.note}${signature}`, true],
      [claim.note.replace('\n\n', `\n\n${signature}`), true],
      [theirs, false],
      [claim.note.replace('\n9\n', '\n8\n'), false],
      [claim.note.slice(0, claim.note.indexOf('\n\n') + 2), false],
      [claim.note.slice(0, -1), false],
      ['', false],
    ] as const) {
      expect(await theyAccept({ ...claim, note })).toBe(isRight)
      expect(await weAccept({ ...claim, note })).toBe(isRight)
    }
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
