import { expect, test } from 'vitest'
import { decodeTable } from './decode-table.ts'
import { headingMistake, mistakeAt, readHeading, readTable } from './read-table.ts'

const names = ['reference', 'holder', 'verified_on', 'email', 'phone']
const also = { mobileno: 'phone', name: 'holder' }

test.each([
  ['Reference', 'reference'],
  [' VERIFIED ON ', 'verified_on'],
  ['E-mail', 'email'],
  ['e mail:', 'email'],
  ['Mobile no.', 'phone'],
  ['Name', 'holder'],
  ['Ｎａｍｅ*', 'holder'],
])('the heading %j is the column %s', (written, column) => {
  expect(readHeading([written], names, also)).toEqual([column])
})

test('of two headings for one column, the one with its own name is meant', () => {
  const columns = readHeading(['Name', 'Holder', 'Mobile no.'], names, also)
  expect(columns).toEqual(['name', 'holder', 'phone'])
})

test('a heading that is not known is told with the one that was probably meant', () => {
  const columns = readHeading(['Reference', 'Verifed On', 'Marks'], names)
  expect(headingMistake(columns, { needed: ['reference'], optional: ['verified_on'] })).toBe(
    'the heading has columns that are not known: verifed on (did you mean verified_on?), marks',
  )
})

test('a mistake is where a spreadsheet shows it: by row and column', () => {
  const columns = [...Array.from({ length: 27 }, (_, at) => `c${at}`), 'verified_on']
  expect(mistakeAt('row', 7, 'verified_on is missing', columns)).toEqual({
    where: 'row 7, column AB',
    reason: 'verified_on is missing',
  })
  expect(mistakeAt('row', 7, 'c0 is missing', columns).where).toBe('row 7, column A')
  expect(mistakeAt('row', 7, 'has 2 values', columns).where).toBe('row 7')
  expect(mistakeAt('line', 7, 'c0 is missing', columns).where).toBe('line 7')
})

test('a text of millions of lines is refused, while others are served', async () => {
  let others = 0
  const serving = setInterval(() => (others += 1), 1)
  const read = await readTable(Buffer.from('a\n'.repeat(4_000_000)))
  clearInterval(serving)
  const reason = 'the file has more than 50,000 lines; divide it'
  expect(read).toEqual({ mistake: { where: 'line 1', reason } })
  expect(others).toBeGreaterThan(0)
})

test.each([
  ['in the letters of an old system', Buffer.from('holder\nJosé', 'latin1'), 'is not UTF-8'],
  ['UTF-16 without its mark', Buffer.from('holder', 'utf16le'), 'is no text in UTF-8'],
  ['UTF-16, as Excel saves "Unicode text"', Buffer.from('\uFEFFholder', 'utf16le'), 'is not UTF-8'],
])('a file that is %s is refused', (_what, bytes, what) => {
  const reason = `the file ${what}; save it as "CSV UTF-8" or as .xlsx`
  expect(decodeTable(bytes)).toEqual({ mistake: { where: 'line 1', reason } })
})
