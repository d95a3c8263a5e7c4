import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, printable } from './printable-text.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(fc.constantFrom(...'=＝+-@ \t\r\n"\',\u3000\u200D\u200B\u202E\u001B\u009B\uD800a'))
    .map((letters) => letters.join('')),
)

test('whatever is stored, no cell of a list is obeyed by a terminal or run by a spreadsheet', () => {
  fc.assert(
    fc.property(anyText, (one) => {
      expect(printable(one)).not.toMatch(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u)
      expect(csvCell(one)).not.toMatch(
        /[^\P{Cc}\n]|[\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u,
      )
      const [[cell = ''] = []] = parse(csvCell(one)) as string[][]
      expect(cell.normalize('NFKC').trim()).not.toMatch(/^[=+\-@]/)
    }),
    { numRuns: 2_000 },
  )
})

test('lines of a text stay lines in a cell of CSV, and nothing else of it is obeyed', () => {
  const [[cell] = []] = parse(
    csvCell('Dear "all",\r\n\n=1\tand\u001B[2J\r\u2028done'),
  ) as string[][]
  expect(cell).toBe(String.raw`Dear "all",

=1\u{9}and\u{1b}[2J\u{d}\u{2028}done`)
  expect(printable('one\ntwo')).toBe(String.raw`one\u{a}two`)
  expect(csvCell('\n=1')).toBe(`"'\n=1"`)
})

test('what people write is shown as it is', () => {
  for (const text of ['Asha Rao', 'ശ്രീക്ക്\u200Dഷ്', 'محمد\u200Cعلی', '👩🏽‍💻 ❤️', "D'Souza-Rao"]) {
    expect(printable(text)).toBe(text)
  }
})
