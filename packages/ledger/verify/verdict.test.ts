import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Comparison } from './compare-with-log.ts'
import { type Checks, judge, verdicts } from './verdict.ts'

const check = fc.constantFrom('passed', 'failed', 'unknown')
const states: Comparison['state'][] = [
  ...(['compared', 'absent', 'receipt', 'smaller', 'changed', 'unproven', 'restarted'] as const),
  ...(['erased', 'busy', 'failed', 'away', 'offline'] as const),
]
const anyChecks = fc.record({
  signature: check,
  inclusion: check,
  checkpoint: check,
  status: check,
  listed: check,
  period: fc.constantFrom('current', 'early', 'expired'),
  comparison: fc.record({ state: fc.constantFrom(...states) }),
  stamp: fc.constantFrom(undefined, { state: 'failed' }, { state: 'unknown' }),
  revocation: fc.constantFrom(undefined, { at: '2026-01-01T00:00:00Z', reason: 'error' }),
  isOther: fc.boolean(),
  isErased: fc.boolean(),
  claimsRevocation: fc.boolean(),
}) as unknown as fc.Arbitrary<Checks>

/** Everything that has to be right, in words of its own. */
const isAllRight = (checks: Checks) =>
  parts.every((part) => checks[part] === 'passed') &&
  checks.period === 'current' &&
  checks.comparison.state === 'compared' &&
  checks.stamp?.state !== 'failed' &&
  !checks.revocation &&
  !checks.isOther &&
  !checks.claimsRevocation

const parts = ['signature', 'inclusion', 'checkpoint', 'status', 'listed'] as const
const right = {
  ...Object.fromEntries(parts.map((part) => [part, 'passed'])),
  period: 'current',
  comparison: { state: 'compared', seen: 5 },
} as unknown as Checks

test('verified is what passed every check and was compared, and what is shown is rightly signed, asked for and in the live log', () => {
  expect(judge(right)).toBe('verified')
  expect(judge({ ...right, isErased: true })).toBe('erased')
  fc.assert(
    fc.property(anyChecks, (found) => {
      const green = found.isErased ? 'erased' : 'verified'
      const verdict = judge(found)
      expect(verdict === green).toBe(isAllRight(found))
      if (verdict !== green) expect(['erased', 'verified']).not.toContain(verdict)
      const isHidden =
        found.signature !== 'passed' || found.isOther || found.comparison.state === 'absent'
      expect(verdicts[verdict].mayShow).toBe(!isHidden)
    }),
    { numRuns: 10_000 },
  )
})

test.each<[string, object]>([
  ['absent', { comparison: { state: 'absent' } }],
  ['doubtful', { comparison: { state: 'receipt' } }],
  ['doubtful', { comparison: { state: 'smaller' } }],
  ['doubtful', { comparison: { state: 'changed' } }],
  ['incomplete', { comparison: { state: 'away' } }],
  ['incomplete', { comparison: { state: 'outdated' }, checkpoint: 'failed' }],
  ['incomplete', { comparison: { state: 'altered' } }],
  ['incomplete', { comparison: { state: 'disowned' } }],
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
  ['doubtful', { checkpoint: 'failed' }],
  ['doubtful', { stamp: { state: 'failed' } }],
  ['doubtful', { claimsRevocation: true }],
  ['other', { isOther: true }],
])('it is %s where all else is right, but for %j', (verdict, change) => {
  expect(judge({ ...right, ...change })).toBe(verdict)
})
