import { expect, test } from 'vitest'
import { otherReading } from './id-format.ts'

test.each([
  ['NALC26A7K2M', 'NAIC26A7K2M'],
  ['NAICIOA7K2M', 'NAIC10A7K2M'],
  ['NA1C26K7M2P9XQ', 'NAIC26K7M2P9XQ'],
  ['NAIC26A7K2M', undefined],
  ['NAIC26K7M0P9XQ', undefined],
  ['NALC26A7K', undefined],
  ['', undefined],
])('%j may be meant for %j', (id, meant) => expect(otherReading(id)).toBe(meant))
