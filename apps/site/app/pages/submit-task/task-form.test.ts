import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const script = readFileSync('apps/site/public/task-form.js', 'utf8')
const page = createContext({
  addEventListener: () => undefined,
  parent: undefined,
  window: undefined,
})
runInContext(script, page)
const reportedHeight = (data: unknown): number => page['reportedHeight'](data)

const resizeTo = (height: unknown) => JSON.stringify({ type: 'resize', height, more: 1 })

test.each([
  [800, 800],
  [800.2, 801],
  ['800.2', 801],
  [' 900 ', 900],
  ['0900', 900],
  ['50000', 50_000],
])('a resize message may give the height %j, which is %i pixels', (height, pixels) => {
  expect(reportedHeight(resizeTo(height))).toBe(pixels)
})

const strange = ['', ' ', '0', '-800', '+800', '1e3', '800px', '0x10', 'NaN', 'Infinity', '8 00']
  .concat(['8,000', '.5', '800.', '٨٠٠', '50001', '9'.repeat(400), '[800]', 'true'])
  .map(resizeTo)

test.each([
  ...strange,
  { type: 'resize', height: 800 },
  null,
  'not JSON',
  'null',
  '{"type":"resize"}',
  '{"type":"other","height":800}',
  '{"height":800}',
  '{"type":"resize","height":["800"]}',
  '{"type":"resize","height":-1}',
  '{"type":"resize","height":1e999}',
  '{"type":"resize","height":{"valueOf":800}}',
])('%j is ignored', (data) => {
  expect(reportedHeight(data)).toBe(0)
})
