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
const all = new Map<string, Bytes>()
const edge = new TreeEdge()
for (const entry of entries) {
  for (const one of await edge.add(await hashLeaf(entry))) all.set(subtreeId(one), one.hash)
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
      const proof = await hashesOf(consistencyRanges(at + 1, whole))
      expect(proof).toEqual(referenceConsistency(at + 1, tree))
    }
  }
})

test('a proof in a tree of a million entries needs some forty hashes', () => {
  const size = 1_000_003
  for (const index of [0, 1, 524_288, 777_777, size - 1]) {
    const subtrees = inclusionRanges(index, { begin: 0, end: size }).flatMap(subtreesOf)
    expect(subtrees.length).toBeLessThan(45)
  }
})
