import { anything, assert, json, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { reportedHeight } from './reported-height.ts'

test('a resize message gives its height in whole pixels', () => {
  expect(reportedHeight('{"type":"resize","height":800}')).toBe(800)
  expect(reportedHeight('{"type":"resize","height":800.2,"more":1}')).toBe(801)
})

test.each([
  [{ type: 'resize', height: 800 }],
  [null],
  [800],
  [''],
  ['not JSON'],
  ['null'],
  ['[]'],
  ['800'],
  ['"resize"'],
  ['{"type":"resize"}'],
  ['{"type":"other","height":800}'],
  ['{"height":800}'],
  ['{"type":"resize","height":"800"}'],
  ['{"type":"resize","height":null}'],
  ['{"type":"resize","height":NaN}'],
  ['{"type":"resize","height":-1}'],
  ['{"type":"resize","height":0}'],
  ['{"type":"resize","height":1e9}'],
  ['{"type":"resize","height":1e999}'],
  ['{"type":"resize","height":{"valueOf":800}}'],
])('%j is ignored', (data) => {
  expect(reportedHeight(data)).toBeUndefined()
})

test('no message makes it throw or give a height out of bounds', () => {
  assert(
    property(oneof(anything(), json(), string()), (data) => {
      const height = reportedHeight(data)
      expect(height === undefined || (height > 0 && height <= 50_000)).toBe(true)
    }),
  )
})
