import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Checks, judge, verdicts } from './verdict.ts'

const parts = ['signature', 'inclusion', 'checkpoint', 'status', 'listed'] as const
const right = {
  ...Object.fromEntries(parts.map((part) => [part, 'passed'])),
  period: 'current',
  comparison: { state: 'compared', seen: 5 },
} as unknown as Checks

/** How a comparison ends that says nothing against it. */
const open = [
  ...(['busy', 'failed', 'away', 'offline', 'unproven', 'restarted'] as const),
  ...(['erased', 'denied', 'altered', 'disowned'] as const),
] satisfies Checks['comparison']['state'][]

/** All that can be wrong or missing, and what comes of it where all else is right. */
const defects: [string, object][] = [
  ['absent', { comparison: { state: 'absent' } }],
  ['doubtful', { comparison: { state: 'receipt' } }],
  ['doubtful', { comparison: { state: 'smaller' } }],
  ['doubtful', { comparison: { state: 'changed' } }],
  ['incomplete', { comparison: { state: 'outdated' }, checkpoint: 'failed' }],
  ...open.map((state): [string, object] => ['incomplete', { comparison: { state } }]),
  ['forged', { signature: 'failed' }],
  ['void', { signature: 'failed', isVoid: true }],
  ['unchecked', { signature: 'unknown' }],
  ['early', { period: 'early' }],
  ['expired', { period: 'expired' }],
  ['revoked', { status: 'failed' }],
  ['revoked', { revocation: { at: '2026-01-01T00:00:00Z' } }],
  ['incomplete', { status: 'unknown' }],
  ['doubtful', { listed: 'failed' }],
  ['incomplete', { listed: 'unknown' }],
  ['doubtful', { inclusion: 'failed' }],
  ['incomplete', { inclusion: 'unknown' }],
  ['doubtful', { checkpoint: 'failed' }],
  ['incomplete', { checkpoint: 'unknown' }],
  ['doubtful', { stamp: { state: 'failed' } }],
  ['doubtful', { claimsRevocation: true }],
  ['incomplete', { witnesses: { isEnough: false } }],
  ['other', { isOther: true }],
]

test.each(defects)('it is %s where all else is right, but for %j', (verdict, change) => {
  expect(judge({ ...right, ...change })).toBe(verdict)
})

test('what has no defect is verified, or erased, and nothing is that has any', () => {
  expect(judge(right)).toBe('verified')
  expect(judge({ ...right, stamp: { state: 'unknown' } })).toBe('verified')
  expect(judge({ ...right, isErased: true })).toBe('erased')
  const some = fc.subarray(defects, { minLength: 1 })
  fc.assert(
    fc.property(some, fc.boolean(), (found, isErased) => {
      const checks: Checks = Object.assign({ ...right, isErased }, ...found.map(([, one]) => one))
      const verdict = judge(checks)
      expect(['erased', 'verified']).not.toContain(verdict)
      // What is shown is rightly signed, asked for and in the live log.
      const { signature, isOther, comparison } = checks
      const isHidden = signature !== 'passed' || isOther || comparison.state === 'absent'
      expect(verdicts[verdict].mayShow).toBe(!isHidden)
    }),
    { numRuns: 10_000 },
  )
})
