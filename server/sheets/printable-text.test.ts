import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvCell, printable, tableLine } from './printable-text.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc
    .array(fc.constantFrom(...'=＝+-@ \t\r\n"\',\u3000\u200D\u200B\u202E\u001B\u009B\uD800a'))
    .map((letters) => letters.join('')),
)

test('whatever is stored, no cell of a list is obeyed by a terminal or run by a spreadsheet', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const line = tableLine([one, other])
      expect(line.replace('\t', '')).not.toMatch(
        /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u,
      )
      const cells = line.split('\t')
      expect(cells).toHaveLength(2)
      const [[cell = ''] = []] = parse(csvCell(one)) as string[][]
      for (const value of [...cells, cell]) {
        expect(value.normalize('NFKC').trim()).not.toMatch(/^[=+\-@]/)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('what people write is shown as it is', () => {
  for (const text of ['Asha Rao', 'ശ്രീക്ക്\u200Dഷ്', 'محمد\u200Cعلی', '👩🏽‍💻 ❤️', "D'Souza-Rao"]) {
    expect(printable(text)).toBe(text)
    expect(tableLine([text])).toBe(text)
  }
})
