import { createHash } from 'node:crypto'
import type { Bytes } from '@naic/ledger/format/bytes.ts'

/** The tree as RFC 6962, section 2.1, defines it: slowly, and without code of the tree that it tests. */

const sha256 = (...parts: Uint8Array[]): Bytes => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

const node = (left: Bytes, right: Bytes) => sha256(Uint8Array.of(1), left, right)

/** The largest power of two that is smaller than the size. */
function splitOf(size: number): number {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** MTH(D[n]). */
export function referenceRoot(entries: readonly Bytes[]): Bytes {
  const [only] = entries
  if (!only) return sha256()
  if (entries.length === 1) return sha256(Uint8Array.of(0), only)
  const split = splitOf(entries.length)
  return node(referenceRoot(entries.slice(0, split)), referenceRoot(entries.slice(split)))
}

/** PATH(m, D[n]), from the leaf's neighbour upward. */
export function referenceInclusion(index: number, entries: readonly Bytes[]): Bytes[] {
  if (entries.length === 1) return []
  const split = splitOf(entries.length)
  const [left, right] = [entries.slice(0, split), entries.slice(split)]
  return index < split
    ? [...referenceInclusion(index, left), referenceRoot(right)]
    : [...referenceInclusion(index - split, right), referenceRoot(left)]
}

/** PROOF(m, D[n]). */
export const referenceConsistency = (older: number, entries: readonly Bytes[]): Bytes[] =>
  subproof(older, entries, true)

function subproof(older: number, entries: readonly Bytes[], isWhole: boolean): Bytes[] {
  if (older === entries.length) return isWhole ? [] : [referenceRoot(entries)]
  const split = splitOf(entries.length)
  const [left, right] = [entries.slice(0, split), entries.slice(split)]
  return older <= split
    ? [...subproof(older, left, isWhole), referenceRoot(right)]
    : [...subproof(older - split, right, false), referenceRoot(left)]
}
