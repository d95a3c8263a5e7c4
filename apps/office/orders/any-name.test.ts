import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { namesInScripts } from '@naic/test/support/names-in-scripts.ts'
import { checkOrder } from './read-orders.ts'

const check = (holder: string) =>
  checkOrder({ holder, domain: 'Data Science', duration: '4 Weeks', verified_on: '2026-03-14' })

const plainNames =
  'Om|O. P.|किम|李娜|Ng 2|Nguyễn|𑄌𑄋𑄴𑄟𑄳𑄦|M.K. Stalin|Anne-Marie D’Costa|Ravi "Raja" Iyer|Asha (née Rao)|Smt. Asha & Co|Ravi, Jr.|രാമന്\u200d'

test.each([...plainNames.split('|'), ...namesInScripts])('%s is a name', (holder) => {
  expect(check(holder)).toMatchObject({ order: { holder } })
})

const upper = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZÁÉÑŚĀ')
const lower = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzéñāīṣṇ', 'a\u0304', 'n\u0323'),
  minLength: 1,
  maxLength: 12,
})
const latinWord = fc.tuple(upper, lower).map((letters) => letters.join(''))
const joined = fc
  .tuple(latinWord, fc.constantFrom('-', "'", '’', '. ', '-ul-'), latinWord)
  .map((parts) => parts.join(''))
const initials = fc
  .array(upper, { minLength: 1, maxLength: 3 })
  .chain((letters) => fc.constantFrom(letters.map((one) => `${one}.`).join(''), letters.join(' ')))
const indianWord = fc.constantFrom(...namesInScripts.flatMap((name) => name.split(' ')))
/** Joiners stand between letters, and at the end of those that were once written with one. */
const withJoiner = fc.tuple(
  indianWord,
  fc.constantFrom('\u200c', '\u200d'),
  fc.oneof(indianWord, fc.constant('')),
)
const word = fc.oneof(
  latinWord,
  joined,
  indianWord,
  withJoiner.map((parts) => parts.join('')),
)
const title = fc.constantFrom('Md.', 'Dr', 'Smt.', 'Kumari', 'S/o', "'Abd")

/** As people in India are called: one word or several, initials before or after, a title. */
const realName = fc
  .tuple(
    fc.option(fc.oneof(title, initials), { nil: '' }),
    fc.array(word, { minLength: 1, maxLength: 4 }),
    fc.option(fc.oneof(initials, fc.constantFrom('Jr.', '(née Rao)', 'II')), { nil: '' }),
  )
  .map(([before, words, after]) => [before, ...words, after].join(' ').trim())

test('no name that people have is refused', () => {
  fc.assert(
    fc.property(realName, (holder) => {
      expect(check(holder)).toMatchObject({ ok: true, order: { holder: holder.normalize('NFC') } })
    }),
    { numRuns: 300 },
  )
})

const formula = fc
  .tuple(
    fc.constantFrom('', ' ', '\u200d', '\u00a0'),
    fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', '﹦'),
    fc.oneof(realName, fc.string()),
  )
  .map((parts) => parts.join(''))
const tag = fc.oneof(
  fc.constantFrom('<', '>', '</', '<!--'),
  latinWord.map((name) => `<${name}>`),
  latinWord.map((name) => `&${name.normalize('NFD').replaceAll(/[^a-z]/gi, '')};`),
  fc.nat(0x10_ff_ff).map((code) => `&#${code};`),
  fc.nat(0x10_ff_ff).map((code) => `&#x${code.toString(16)};`),
)
const control = fc.oneof(
  fc.integer({ min: 0, max: 0x1f }).map((code) => String.fromCodePoint(code)),
  fc.integer({ min: 0x7f, max: 0x9f }).map((code) => String.fromCodePoint(code)),
  fc.constantFrom(...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c'),
  fc.constantFrom(...'\u200b\u2028\u2029\ufeff\u00ad'),
)
const within = (what: fc.Arbitrary<string>) =>
  fc.tuple(fc.oneof(realName, fc.constant('')), what, realName).map((parts) => parts.join(''))
const punctuation = fc.string({
  unit: fc.constantFrom(...'.,;:!?"\'()-–—_/\\*#~…।॥ '),
  minLength: 1,
})
const address = fc.tuple(latinWord, latinWord).map(([who, where]) => `${who}@${where}.in`)

test.each([
  ['formula', formula],
  ['markup', within(tag)],
  ['control or turn of direction', within(control)],
  ['mere punctuation', punctuation],
  ['email address', fc.oneof(address, within(address))],
])('no %s is taken for a name', (_what, hostile) => {
  fc.assert(
    fc.property(hostile, (holder) => {
      expect(check(holder)).toMatchObject({
        ok: false,
        reasons: [expect.stringMatching(/^holder /)],
      })
    }),
    { numRuns: 300 },
  )
})
