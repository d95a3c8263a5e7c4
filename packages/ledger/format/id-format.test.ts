import { assert, property, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { hasDoubtfulSigns, otherReadings } from './id-format.ts'

test.each([
  ['one sign', 'NAIC260A7K2', ['NAIC26OA7K2']],
  ['the other one', 'NAIC26IA7K2', ['NAIC261A7K2']],
  ['two signs', 'NAIC26O7K1M', ['NAIC2607K1M', 'NAIC2607KIM', 'NAIC26O7KIM']],
  ['an l', 'NALC26A7K2M', ['NAIC26A7K2M']],
  ['the year', 'NAICIOA7K2M', ['NAIC10A7K2M']],
  ['what begins it', 'NA1C26K7M2P9XQ', ['NAIC26K7M2P9XQ']],
])('an ID is read in other ways where %s may be misread', (_what, id, readings) => {
  expect(otherReadings(id).toSorted()).toEqual(readings.toSorted())
})

test.each(['NAIC26A7K2M', 'NAIC26K7M0P9XQ', 'NAIC26A7K', '', '0O1I0'])(
  'nothing in %j can be read in another way',
  (id) => expect(otherReadings(id)).toEqual([]),
)

test('one ID is never read in more than four other ways, however many signs are doubtful', () => {
  assert(
    property(stringMatching(/^NA[I1L]C[0-9OI]{2}[0O1I23]{5}$/), (id) => {
      expect(otherReadings(id).length).toBeLessThanOrEqual(4)
    }),
  )
  expect(otherReadings('NAIC260O1I0')).toEqual([])
})

test('an ID of eight signs has none that may be misread', () => {
  for (const sign of '0O1I') expect(hasDoubtfulSigns(`NAIC26K7M2P9X${sign}`)).toBe(true)
  expect(hasDoubtfulSigns('NAIC26K7M2P9XQ')).toBe(false)
  expect(hasDoubtfulSigns('NAIC25A7K10')).toBe(false)
})
