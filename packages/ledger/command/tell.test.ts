import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { unsignedExample } from '@naic/test/support/example-council.ts'
import { readSigned } from '#format/credential.ts'
import type { Examination } from '#verify/examine-certificate.ts'
import { type Verdict, verdicts } from '#verify/verdict.ts'
import { inJson, inWords, tell } from './tell.ts'

const readme = await readFile(path.resolve(import.meta.dirname, '../README.md'), 'utf8')

const facts = readSigned(unsignedExample()) ?? expect.fail()

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
    checkedAt: new Date('2026-11-23T12:00:00Z'),
    ...changes,
  } as Partial<Examination> as Examination
  const found = { state: 'examined', isPainted: false, examination } as const
  return tell('a.json', found, mustBeSeen)
}

test('each verdict has a state, a code, and a place in the README', () => {
  const all = (Object.keys(verdicts) as Verdict[]).map((verdict) => {
    const { state, kind, code } = told(verdict)
    expect(readme).toContain(`\`${kind}\``)
    return `${kind}: ${state}, ${code}`
  })
  expect(all).toEqual([
    'verified: Verified, 0',
    'erased: Erased, 0',
    'revoked: Withdrawn, 1',
    'doubtful: Not verified, 1',
    'incomplete: Could not be checked, 2',
    'early: Could not be checked, 2',
    'expired: Not verified, 1',
    'void: Withdrawn, 1',
    'forged: Not found, 1',
    'unchecked: Could not be checked, 2',
    'other: Not found, 1',
    'absent: Not found, 1',
  ])
})

test('the fields of a result are those that the README lists', () => {
  const [, described = ''] = readme.split('\n## JSON\n')
  const fields = Array.from(described.matchAll(/^\| `(\w+)` +\|/gm), ([, field]) => field)
  const line = JSON.parse(inJson(told('verified', { facts })))
  expect(Object.keys(line)).toEqual(fields)
  for (const name of Object.keys(line.certificate)) expect(described).toContain(`\`${name}\``)
})

test.each<[string, Verdict, Partial<Examination>]>([
  ['replaced, Replaced, 2: Replaced by NAIC26B: check', 'revoked', { correctedBy: 'NAIC26B' }],
  ['names another site as its issuer: did:web:a', 'forged', { otherIssuer: 'did:web:a' }],
])('it says %j of one that is %s', (sentence, verdict, change) => {
  const { kind, state, code, reasons } = told(verdict, change)
  expect(`${kind}, ${state}, ${code}: ${reasons.join(' ')}`).toContain(sentence)
})

test('a file proves itself alone only where enough witnesses are known to have signed', () => {
  const comparison = { state: 'away' } as const
  const signed = { signed: [], missing: [], needed: 1 }
  const code = (witnesses: Examination['witnesses'], mustBeSeen: boolean) =>
    told('incomplete', { comparison, witnesses }, mustBeSeen).code
  expect(code(undefined, false)).toBe(3)
  expect(code({ ...signed, isEnough: true }, true)).toBe(3)
  expect(code({ ...signed, isEnough: false }, true)).toBe(2)
  expect(code(undefined, true)).toBe(2)
})

test('a terminal is told nothing that it would obey', () => {
  const holder = `Asha \u001b[2J\u202e${'Example '.repeat(20)}`
  const one = told('verified', { facts: { ...facts, holder } })
  const words = inWords(one)
  expect(words).toContain('Asha \ufffd[2J\ufffdExample')
  const line = inJson(one)
  for (const sign of ['\u001b', '\u202e', '\n']) expect(line).not.toContain(sign)
  expect(JSON.parse(line)).toMatchObject({ certificate: { holder }, withdrawnAt: null })
})
