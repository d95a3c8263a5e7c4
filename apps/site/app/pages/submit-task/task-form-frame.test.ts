import { anything, assert, double, json, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { reportedHeight } from './task-form-frame.tsx'

test('a resize message gives its height in whole pixels', () => {
  expect(reportedHeight('{"type":"resize","height":800}')).toBe(800)
  expect(reportedHeight('{"type":"resize","height":800.2,"more":1}')).toBe(801)
})

test.each([
  ['800', 800],
  ['800.2', 801],
  [' 900 ', 900],
  ['0900', 900],
  ['50000', 50_000],
])('the height may be written out: "%s" is %i', (height, pixels) => {
  expect(reportedHeight(JSON.stringify({ type: 'resize', height }))).toBe(pixels)
})

test.each(
  ['', ' ', '0', '-800', '+800', '1e3', '1e9px', '800px', '0x10', '0b11', 'NaN', 'Infinity'].concat(
    ['8 00', '8,000', '.5', '800.', '٨٠٠', '50001', '9'.repeat(400), '[800]', 'true'],
  ),
)('the height "%s" is ignored', (height) => {
  expect(reportedHeight(JSON.stringify({ type: 'resize', height }))).toBeUndefined()
})

test.each([
  [{ type: 'resize', height: 800 }],
  [null],
  ['not JSON'],
  ['null'],
  ['{"type":"resize"}'],
  ['{"type":"other","height":800}'],
  ['{"height":800}'],
  ['{"type":"resize","height":["800"]}'],
  ['{"type":"resize","height":-1}'],
  ['{"type":"resize","height":1e999}'],
  ['{"type":"resize","height":{"valueOf":800}}'],
])('%j is ignored', (data) => {
  expect(reportedHeight(data)).toBeUndefined()
})

const resize = oneof(anything(), double(), double().map(String), string()).map(
  (height) => JSON.stringify({ type: 'resize', height }) as unknown,
)

test('no message causes an error or a height out of bounds', () => {
  assert(
    property(oneof(anything(), json(), string(), resize), (data) => {
      const height = reportedHeight(data)
      expect(height === undefined || (height > 0 && height <= 50_000)).toBe(true)
    }),
  )
})
