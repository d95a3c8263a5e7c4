import { expect, test } from 'vitest'
import { csvLine } from './to-csv.ts'

const telephone = (text: string) =>
  csvLine(text, [{ key: 'phone', of: (value) => value, kind: 'telephone' }]).trim()

test.each([
  ['+91 98765 43210', '(+91) 98765 43210'],
  ['+919876543210', '(+91) 9876543210'],
  ['+44 20 7946 0958', '(+44) 20 7946 0958'],
  ['98765 43210', '98765 43210'],
])('the telephone %s can be read in a spreadsheet, and is no sum there', (typed, shown) => {
  expect(telephone(typed)).toBe(`"${shown}"`)
})

test.each(['+91 98765=43210', '+91 @SUM(1)', '=1+1', '+442079460958'])(
  'what only looks like a telephone, as %s, keeps its apostrophe',
  (typed) => {
    expect(telephone(typed).startsWith(`"'`)).toBe(true)
  },
)

test('a time has the day and hour of India, and is the same moment', () => {
  const at = '2026-03-14T20:30:05.123Z'
  const line = csvLine(at, [{ key: 'at', of: (value) => value, kind: 'time' }])
  expect(line).toBe('"2026-03-15T02:00:05.123+05:30"\r\n')
})
