import type { Subtree } from '@naic/ledger/walk/tree-edge.ts'

/**
 * Which stored hashes make up roots and proofs of the log's tree (RFC 6962, section 2.1). Only
 * subtrees that are complete are stored: they never change again, so that any tree is a few of
 * them, and any proof about log n.
 */

/** Entries from `begin` up to but not including `end`, as RFC 6962 divides a tree. */
export type Range = { begin: number; end: number }

export const subtreeId = ({ level, index }: Subtree): string => `${level}/${index}`

/** Not shifts: sizes may pass 32 bits. */
const width = (level: number) => 2 ** level

/** The largest power of two that is smaller than a size of at least 2. */
function split(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** @returns the ranges whose hashes prove an entry, from its neighbour upward: PATH of the RFC. */
export function inclusionRanges(index: number, { begin, end }: Range): Range[] {
  if (end - begin === 1) return []
  const middle = begin + split(end - begin)
  return index < middle
    ? [...inclusionRanges(index, { begin, end: middle }), { begin: middle, end }]
    : [...inclusionRanges(index, { begin: middle, end }), { begin, end: middle }]
}

/**
 * @param older size of the older tree, at least 1.
 * @returns the ranges whose hashes prove that the newer tree begins with it: PROOF of the RFC.
 */
export function consistencyRanges(older: number, newer: number): Range[] {
  return subproof(older, { begin: 0, end: newer }, true)
}

function subproof(older: number, { begin, end }: Range, isWhole: boolean): Range[] {
  if (older === end) return isWhole ? [] : [{ begin, end }]
  const middle = begin + split(end - begin)
  return older <= middle
    ? [...subproof(older, { begin, end: middle }, isWhole), { begin: middle, end }]
    : [...subproof(older, { begin: middle, end }, false), { begin, end: middle }]
}

/** @returns the complete subtrees that a range consists of, from left to right. */
export function subtreesOf({ begin, end }: Range): Subtree[] {
  const subtrees: Subtree[] = []
  for (let at = begin; at < end;) {
    let level = 0
    while (at % width(level + 1) === 0 && at + width(level + 1) <= end) level += 1
    subtrees.push({ level, index: at / width(level) })
    at += width(level)
  }
  return subtrees
}
