import { expect, test } from 'vitest'
import { type Bytes, toHex, utf8 } from '@naic/ledger/format/bytes.ts'
import { hashLeaf, hashNode, verifyInclusion } from '@naic/ledger/format/merkle-tree.ts'
import { verifyConsistency } from '@naic/ledger/format/tree-growth.ts'
import {
  consistencyRanges,
  growTree,
  inclusionRanges,
  joinSubtrees,
  type Range,
  subtreeId,
  subtreesOf,
} from './subtree.ts'

const most = 40
const leaves = await Promise.all(
  Array.from({ length: most }, (_, index) => hashLeaf(utf8(`entry ${index}`))),
)

/** The root as RFC 6962 defines it, the slow way. */
async function naiveRoot(some: readonly Bytes[]): Promise<Bytes> {
  const [only] = some
  if (some.length === 1 && only) return only
  let half = 1
  while (half * 2 < some.length) half *= 2
  return hashNode(await naiveRoot(some.slice(0, half)), await naiveRoot(some.slice(half)))
}

const all = await growTree(0, [], leaves)
const hashesOf = (ranges: readonly Range[]) =>
  Promise.all(
    ranges.map((range) =>
      joinSubtrees(subtreesOf(range).map((subtree) => all.get(subtreeId(subtree)) as Bytes)),
    ),
  )
const rootOf = async (size: number) => (await hashesOf([{ begin: 0, end: size }]))[0] as Bytes

test('the root of every size is the RFC’s', async () => {
  for (let size = 1; size <= most; size += 1) {
    expect(toHex(await rootOf(size))).toBe(toHex(await naiveRoot(leaves.slice(0, size))))
  }
})

test('every entry of every size is proved', async () => {
  for (let size = 1; size <= most; size += 1) {
    const root = await rootOf(size)
    for (let index = 0; index < size; index += 1) {
      const leaf = leaves[index] as Bytes
      const proof = await hashesOf(inclusionRanges(index, { begin: 0, end: size }))
      expect(await verifyInclusion({ leaf, index, size, root }, proof)).toBe(true)
    }
  }
})

test('every size is proved to begin with every smaller one', async () => {
  for (let newer = 1; newer <= most; newer += 1) {
    for (let older = 1; older <= newer; older += 1) {
      const proof = await hashesOf(consistencyRanges(older, newer))
      const trees = [older, newer].map(async (size) => ({ size, root: await rootOf(size) }))
      const [one, other] = await Promise.all(trees)
      if (!one || !other) throw new Error('There are two.')
      expect(await verifyConsistency(one, other, proof)).toBe(true)
    }
  }
})

test('a tree grown in any steps is the tree grown at once', async () => {
  for (const step of [1, 2, 3, 7, 16, 33]) {
    const grown = new Map<string, Bytes>()
    for (let size = 0; size < most; size += step) {
      const edge = subtreesOf({ begin: 0, end: size }).map((s) => grown.get(subtreeId(s)) as Bytes)
      const gained = await growTree(size, edge, leaves.slice(size, size + step))
      for (const [id, hash] of gained) grown.set(id, hash)
    }
    expect(grown).toEqual(all)
  }
})

test('a proof in a tree of a million entries needs some forty hashes', () => {
  const size = 1_000_003
  for (const index of [0, 1, 524_288, 777_777, size - 1]) {
    const subtrees = inclusionRanges(index, { begin: 0, end: size }).flatMap(subtreesOf)
    expect(subtrees.length).toBeLessThan(45)
  }
})
