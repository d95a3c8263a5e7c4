import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Examination } from '#verify/examine-certificate.ts'
import { type Verdict, verdicts } from '#verify/verdict.ts'
import { inJson, inWords, tell } from './tell.ts'

const readme = await readFile(path.resolve(import.meta.dirname, '../README.md'), 'utf8')

/** @param changes to a certificate of which only the verdict counts otherwise. */
function told(verdict: Verdict, changes: Partial<Examination> = {}, mustBeSeen = false) {
  const examination = {
    verdict,
    signature: 'passed',
    inclusion: 'passed',
    checkpoint: 'passed',
    status: 'passed',
    comparison: { state: 'compared', seen: undefined },
    cosignatures: [],
    replaced: {},
    checkedAt: new Date('2026-11-23T12:00:00Z'),
    ...changes,
  } as Partial<Examination> as Examination
  const found = { state: 'examined', isPainted: false, examination } as const
  return tell('a.json', { from: 'file', found }, mustBeSeen)
}

test('each verdict has a state, a weight, and a place in the README', () => {
  const all = (Object.keys(verdicts) as Verdict[]).map((verdict) => {
    const { state, kind, weight } = told(verdict)
    expect(readme).toContain(`\`${kind}\``)
    return `${kind}: ${state}, ${weight}`
  })
  expect(all).toEqual([
    'verified: Verified, right',
    'erased: Erased, right',
    'revoked: Withdrawn, wrong',
    'doubtful: Not verified, wrong',
    'incomplete: Could not be checked, open',
    'early: Could not be checked, open',
    'expired: Not verified, wrong',
    'void: Withdrawn, wrong',
    'forged: Not found, wrong',
    'unchecked: Could not be checked, open',
    'other: Not found, wrong',
    'absent: Not found, wrong',
  ])
})

test.each<[string, Verdict, Partial<Examination>]>([
  [
    'replaced, Replaced, open: Replaced by NAIC26B: check',
    'revoked',
    { replaced: { correctedBy: 'NAIC26B' } },
  ],
  ['names another site as its issuer: did:web:a', 'forged', { otherIssuer: 'did:web:a' }],
])('it says %j of one that is %s', (sentence, verdict, change) => {
  const { kind, state, weight, sentences } = told(verdict, change)
  expect(`${kind}, ${state}, ${weight}: ${sentences.join(' ')}`).toContain(sentence)
})

test('a file proves itself alone only where enough witnesses are known to have signed', () => {
  const comparison = { state: 'away' } as const
  const signed = { signed: [], missing: [], needed: 1 }
  const weight = (witnesses: Examination['witnesses'], mustBeSeen: boolean) =>
    told('incomplete', { comparison, witnesses }, mustBeSeen).weight
  expect(weight(undefined, false)).toBe('alone')
  expect(weight({ ...signed, isEnough: true }, true)).toBe('alone')
  expect(weight({ ...signed, isEnough: false }, true)).toBe('open')
  expect(weight(undefined, true)).toBe('open')
})

test('a terminal is told nothing that it would obey, in lines that fit it', () => {
  const facts = {
    id: 'NAIC26ABCDEFGH',
    holder: `Asha \u001b[2J\u202e${'Example '.repeat(20)}`,
    domain: 'Web',
    duration: '4 Weeks',
    verifiedOn: '2026-03-14',
  }
  const one = told('verified', { facts })
  const words = inWords(one)
  expect(words).toContain('Asha \ufffd[2J\ufffdExample')
  for (const line of words.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  const line = inJson(one)
  for (const sign of ['\u001b', '\u202e', '\n']) expect(line).not.toContain(sign)
  expect(JSON.parse(line)).toEqual(one)
})
