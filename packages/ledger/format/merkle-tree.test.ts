import { describe, expect, test } from 'vitest'
import { referenceInclusion, referenceRoot } from '@naic/test/support/reference-tree.ts'
import { type Bytes, utf8 } from './bytes.ts'
import { hashLeaf, hashNode, verifyInclusion } from './merkle-tree.ts'
import { verifyConsistency } from './tree-growth.ts'
import vectors from './vectors/merkle-inclusion.json'

const base64 = (text: string): Bytes => Uint8Array.from(Buffer.from(text, 'base64'))
const entries = Array.from({ length: 7 }, (_, index) => utf8(`entry ${index}`))
const rootOf = (size: number) => referenceRoot(entries.slice(0, size))

describe('inclusion', () => {
  test.for(vectors.cases)('$file is judged as published', async (published) => {
    const { leafIdx, treeSize, root, leafHash, proof, wantErr } = published
    const claim = { leaf: base64(leafHash), index: leafIdx, size: treeSize, root: base64(root) }
    const hashes = (proof ?? []).map(base64)
    expect(await verifyInclusion(claim, hashes)).toBe(!wantErr)
  })

  test('is wrong for an index or a size that is none', async () => {
    const proof = referenceInclusion(3, entries)
    const leaf = await hashLeaf(utf8('entry 3'))
    const claim = { leaf, index: 3, size: 7, root: rootOf(7) }
    expect(await verifyInclusion(claim, proof)).toBe(true)
    for (const wrong of [7, -1, 3.5, 3 + 2 ** 32, Number.NaN]) {
      expect(await verifyInclusion({ ...claim, index: wrong }, proof)).toBe(false)
    }
    expect(await verifyInclusion({ ...claim, size: 2 ** 53 }, proof)).toBe(false)
  })

  test('is computed above 2^32 as below it', async () => {
    // The last entry of a tree of 2^k + 1 has the whole left side as its only neighbour.
    const [leaf, left] = [await hashLeaf(utf8('last')), await hashLeaf(utf8('left'))]
    for (const power of [31, 32, 33, 48, 52]) {
      const size = 2 ** power + 1
      const claim = { leaf, index: size - 1, size, root: await hashNode(left, leaf) }
      expect(await verifyInclusion(claim, [left])).toBe(true)
      expect(await verifyInclusion({ ...claim, index: 0 }, [left])).toBe(false)
      expect(await verifyInclusion({ ...claim, index: size - 2 }, [left])).toBe(false)
    }
  })
})

describe('consistency', () => {
  const older = (size: number) => ({ size, root: rootOf(size) })

  test('of one size means the same root and needs no proof', async () => {
    expect(await verifyConsistency(older(7), older(7), [])).toBe(true)
    expect(await verifyConsistency(older(7), older(7), [rootOf(7)])).toBe(false)
    expect(await verifyConsistency(older(7), { size: 7, root: rootOf(6) }, [])).toBe(false)
  })

  test('with an empty tree, or with a size that is none, is refused', async () => {
    for (const size of [0, -1, 0.5, Number.NaN, 2 ** 53]) {
      expect(await verifyConsistency({ size, root: rootOf(0) }, older(7), [])).toBe(false)
      expect(await verifyConsistency(older(7), { size, root: rootOf(0) }, [])).toBe(false)
    }
  })

  test('is computed above 2^32 as below it', async () => {
    const [left, added] = [await hashLeaf(utf8('left')), await hashLeaf(utf8('added'))]
    for (const power of [31, 32, 33, 48, 49, 52]) {
      const was = { size: 2 ** power, root: left }
      const is = { size: 2 ** power + 1, root: await hashNode(left, added) }
      expect(await verifyConsistency(was, is, [added])).toBe(true)
      expect(await verifyConsistency(was, { ...is, root: left }, [added])).toBe(false)
      // From one above a power of two, the proof needs the old last leaf, then its neighbours.
      const next = { size: 2 ** power + 2, root: await hashNode(left, await hashNode(added, left)) }
      expect(await verifyConsistency(is, next, [added, left, left])).toBe(true)
      expect(await verifyConsistency(is, next, [left, left])).toBe(false)
    }
  })
})
