import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { idsBeginning, idsOf, referenceOf } from './reference.ts'

test('a reference is short and has no letters that look or sound like digits', () => {
  expect(referenceOf('8f14e45f-ceea-867f-a8d9-3c1f0e5b7a42')).toBe('NAIC-HWAE-8QYE')
  expect(referenceOf('00000000-0000-8000-8000-000000000000')).toBe('NAIC-0000-0000')
  expect(referenceOf('ffffffff-ffff-8fff-bfff-ffffffffffff')).toBe('NAIC-ZZZZ-ZZZZ')
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(referenceOf(id)).toMatch(/^NAIC-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
    }),
  )
})

test('an id that is no UUID stays as it is', () => {
  expect(referenceOf('id-0')).toBe('id-0')
})

test.each(['naic-hwae-8qye', 'HWAE8QYE', ' NAIC HWAE 8QYE ', 'naichwae8qye'])(
  '%s is understood as people type and say it',
  (typed) => expect(idsOf(typed)).toEqual(idsOf('NAIC-HWAE-8QYE')),
)

test('letters that look like digits are read as digits', () => {
  expect(idsOf('NAIC-O1IL-0000')).toEqual(idsOf('NAIC-0111-0000'))
})

test.each(['', 'NAIC', 'NAIC-7F3K', 'NAIC-7F3K-92QDX', 'NAIC-7F3U-92QD', '%', "' OR 1=1"])(
  '"%s" is no reference',
  (typed) => expect(idsOf(typed)).toBeUndefined(),
)

test('an id is among those that its reference, or the beginning of it, stands for', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 6, max: 14 }), (id, length) => {
      const ids = idsBeginning(referenceOf(id).slice(0, length))
      expect(ids && ids.first <= id && id <= ids.last).toBe(true)
      expect(idsOf(referenceOf(id))?.first.slice(0, 11)).toBe(id.slice(0, 11))
    }),
  )
  expect(idsBeginning('hwae')).toEqual(idsBeginning('NAIC-HWAE'))
  expect(idsBeginning('hwae 8qye')).toEqual(idsOf('NAIC-HWAE-8QYE'))
  for (const typed of ['', 'NAIC', 'naic-', '7F3', 'Uma Devi']) {
    expect(idsBeginning(typed)).toBeUndefined()
  }
})
