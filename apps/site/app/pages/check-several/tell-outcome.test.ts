import { parse } from 'csv-parse/sync'
import { array, assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import type { Outcome } from './check-list.ts'
import { tellOutcome, toCsv } from './tell-outcome.ts'

const read = (csv: string) => parse(csv, { bom: true, record_delimiter: '\r\n' }) as string[][]

test('the CSV begins with the mark of UTF-8, has lines as in RFC 4180, and keeps names', () => {
  expect(
    toCsv([
      ['ID', 'Name'],
      ['NAIC25A7K2M', 'आशा राव, "A"'],
    ]),
  ).toBe('\uFEFFID,Name\r\nNAIC25A7K2M,"आशा राव, ""A"""\r\n')
})

test('a corrected one is open, and names the one in its place first', () => {
  const examination = {
    verdict: 'revoked',
    report: {},
    revocation: { at: '2026-03-01T00:00:00Z' },
    replaced: { correctedBy: 'NAIC26B' },
  }
  const told = tellOutcome({ state: 'examined', examination } as Partial<Outcome> as Outcome)
  expect(told.look.icon).toBe('text-warning')
  expect(told.reason).toMatch(/^Replaced by NAIC26B\. The council withdrew/)
})

test.each(['=1+1', '+91 80 0000 0000', '-2', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
  'a cell that a spreadsheet would take for a formula is text: %j',
  (cell) => {
    expect(read(toCsv([[cell, 'x']]))).toEqual([[`'${cell}`, 'x']])
  },
)

test('another program reads any cells as they were, and none is a formula', () => {
  const cells = array(string({ unit: 'binary', minLength: 1, maxLength: 12 }), {
    minLength: 2,
    maxLength: 4,
  })
  assert(
    property(cells, (row) => {
      const [back] = read(toCsv([row]))
      expect(back?.map((cell, at) => (cell === row[at] ? cell : cell.slice(1)))).toEqual(row)
      for (const cell of back ?? []) expect(cell).not.toMatch(/^(\s*[=+\-@＝＋－＠]|[\t\r])/)
    }),
    { numRuns: 2_000 },
  )
})
