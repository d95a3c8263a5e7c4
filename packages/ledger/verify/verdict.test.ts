import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Comparison } from './compare-with-log.ts'
import { type Findings, judge, mayShow } from './verdict.ts'

const check = fc.constantFrom('passed', 'failed', 'unknown')
const comparison = fc.constantFrom<Comparison>(
  { state: 'compared', seen: undefined },
  { state: 'absent' },
  { state: 'receipt' },
  { state: 'erased' },
  { state: 'busy' },
  { state: 'failed' },
  { state: 'away' },
  { state: 'offline' },
  { state: 'unproven' },
  { state: 'smaller', seen: 8, size: 5 },
  { state: 'changed', seen: 5, size: 8 },
)
const findings = fc.record({
  report: fc.record({
    signature: check,
    inclusion: check,
    checkpoint: check,
    status: check,
    listed: check,
    period: fc.constantFrom('current', 'early', 'expired'),
  }),
  comparison,
  stamp: fc.constantFrom(undefined, { state: 'failed' }, { state: 'unknown' }),
  revocation: fc.constantFrom(undefined, { at: '2026-01-01T00:00:00Z', reason: 'error' }),
  isOther: fc.boolean(),
  isErased: fc.boolean(),
  isSaidRevoked: fc.boolean(),
}) as unknown as fc.Arbitrary<Findings>

/** Everything that has to be right, in words of its own. */
const isAllRight = ({ report, comparison: { state }, ...rest }: Findings) =>
  Object.entries(report).every(
    ([name, found]) => found === (name === 'period' ? 'current' : 'passed'),
  ) &&
  state === 'compared' &&
  rest.stamp?.state !== 'failed' &&
  !rest.revocation &&
  !rest.isOther &&
  !rest.isSaidRevoked

const right = {
  report: {
    signature: 'passed',
    inclusion: 'passed',
    checkpoint: 'passed',
    status: 'passed',
    listed: 'passed',
    period: 'current',
  },
  comparison: { state: 'compared', seen: 5 },
  isOther: false,
  isErased: false,
  isSaidRevoked: false,
} as Findings

test('verified is what passed every check and was compared, and nothing else, erased or not', () => {
  expect(judge(right)).toBe('verified')
  expect(judge({ ...right, isErased: true })).toBe('erased')
  fc.assert(
    fc.property(findings, (found) => {
      const green = found.isErased ? 'erased' : 'verified'
      const verdict = judge(found)
      expect(verdict === green).toBe(isAllRight(found))
      if (verdict !== green) expect(['erased', 'verified']).not.toContain(verdict)
    }),
    { numRuns: 5_000 },
  )
})

test('nothing is shown without a right signature, of another certificate, or outside the live log', () => {
  fc.assert(
    fc.property(findings, (found) => {
      const isHidden =
        found.report.signature !== 'passed' || found.isOther || found.comparison.state === 'absent'
      expect(mayShow[judge(found)]).toBe(!isHidden)
    }),
    { numRuns: 5_000 },
  )
})

const withReport = (report: object) => ({ report: { ...right.report, ...report } })
const withComparison = (found: object) => ({ comparison: found })

test.each<[string, object]>([
  ['absent', withComparison({ state: 'absent' })],
  ['doubtful', withComparison({ state: 'receipt' })],
  ['doubtful', withComparison({ state: 'smaller', seen: 8, size: 5 })],
  ['doubtful', withComparison({ state: 'changed', seen: 5, size: 8 })],
  ['incomplete', withComparison({ state: 'erased' })],
  ['incomplete', withComparison({ state: 'denied' })],
  [
    'incomplete',
    { ...withComparison({ state: 'outdated' }), ...withReport({ checkpoint: 'failed' }) },
  ],
  ['incomplete', withComparison({ state: 'altered' })],
  ['incomplete', withComparison({ state: 'disowned' })],
  ['incomplete', withComparison({ state: 'busy' })],
  ['incomplete', withComparison({ state: 'failed' })],
  ['incomplete', withComparison({ state: 'away' })],
  ['incomplete', withComparison({ state: 'offline' })],
  ['incomplete', withComparison({ state: 'unproven' })],
  ['forged', withReport({ signature: 'failed' })],
  ['void', withReport({ signature: 'failed', isVoid: true })],
  ['unchecked', withReport({ signature: 'unknown' })],
  ['early', withReport({ period: 'early' })],
  ['expired', withReport({ period: 'expired' })],
  ['revoked', withReport({ status: 'failed' })],
  ['revoked', { ...withReport({ status: 'failed' }), isErased: true }],
  ['revoked', { revocation: { at: '2026-01-01T00:00:00Z' } }],
  ['incomplete', withReport({ status: 'unknown' })],
  ['doubtful', withReport({ listed: 'failed' })],
  ['incomplete', withReport({ listed: 'unknown' })],
  ['doubtful', withReport({ inclusion: 'failed' })],
  ['doubtful', withReport({ checkpoint: 'failed' })],
  ['doubtful', { stamp: { state: 'failed' } }],
  ['doubtful', { isSaidRevoked: true }],
  ['other', { isOther: true }],
])('it is %s where all else is right, but for %j', (verdict, change) => {
  expect(judge({ ...right, ...change })).toBe(verdict)
})
