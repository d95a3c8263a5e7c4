import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentId } from './store-form.ts'

const content = fc.array(fc.option(fc.string()), { minLength: 1, maxLength: 9 })

test('another content or another key gives another id, and no word moves to the next answer unnoticed', () => {
  fc.assert(
    fc.property(content, content, fc.string(), fc.string(), (one, other, key, otherKey) => {
      fc.pre(JSON.stringify([one, key]) !== JSON.stringify([other, otherKey]))
      expect(contentId(one, key)).not.toBe(contentId(other, otherKey))
    }),
  )
  expect(contentId(['ab', 'c'], '')).not.toBe(contentId(['a', 'bc'], ''))
  expect(contentId(['a', null], '')).not.toBe(contentId(['a', ''], ''))
})
