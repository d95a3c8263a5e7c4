import { expect, test } from 'vitest'
import { type Bytes, utf8 } from '@naic/ledger/format/bytes.ts'
import { hashLeaf } from '@naic/ledger/format/merkle-tree.ts'
import {
  referenceConsistency,
  referenceInclusion,
  referenceRoot,
} from '@naic/test/support/reference-tree.ts'
import { joinHashes, TreeEdge } from '@naic/ledger/walk/tree-edge.ts'
import {
  consistencyRanges,
  inclusionRanges,
  type Range,
  subtreeId,
  subtreesOf,
} from './log-tree.ts'

const most = 40
const entries = Array.from({ length: most }, (_, index) => utf8(`entry ${index}`))
const leaves = await Promise.all(entries.map((entry) => hashLeaf(entry)))
const all = new Map<string, Bytes>()
await grow(new TreeEdge(), leaves, all)

async function grow(edge: TreeEdge, added: readonly Bytes[], into: Map<string, Bytes>) {
  for (const leaf of added)
    for (const one of await edge.add(leaf)) into.set(subtreeId(one), one.hash)
}

const hashesOf = (ranges: readonly Range[]) =>
  Promise.all(
    ranges.map((range) =>
      joinHashes(subtreesOf(range).map((subtree) => all.get(subtreeId(subtree)) as Bytes)),
    ),
  )

test('the root and the proofs of every size are the RFC’s', async () => {
  for (let size = 1; size <= most; size += 1) {
    const tree = entries.slice(0, size)
    const whole = { begin: 0, end: size }
    expect(await hashesOf([whole])).toEqual([referenceRoot(tree)])
    for (let at = 0; at < size; at += 1) {
      expect(await hashesOf(inclusionRanges(at, whole))).toEqual(referenceInclusion(at, tree))
      const proof = await hashesOf(consistencyRanges(at + 1, size))
      expect(proof).toEqual(referenceConsistency(at + 1, tree))
    }
  }
})

test('a tree grown in any steps is the tree grown at once', async () => {
  for (const step of [1, 2, 3, 7, 16, 33]) {
    const grown = new Map<string, Bytes>()
    for (let size = 0; size < most; size += step) {
      const edge = subtreesOf({ begin: 0, end: size }).map((s) => grown.get(subtreeId(s)) as Bytes)
      await grow(TreeEdge.of(size, edge) ?? expect.fail(), leaves.slice(size, size + step), grown)
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
