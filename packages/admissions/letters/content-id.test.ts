import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentId } from './store-form.ts'

const content = fc.array(fc.option(fc.string()), { minLength: 1, maxLength: 9 })

test('the same content and key give the same UUID of version 8', () => {
  fc.assert(
    fc.property(content, fc.string(), (said, key) => {
      const id = contentId(said, key)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(contentId([...said], key)).toBe(id)
    }),
  )
})

test('another content or another key gives another id', () => {
  fc.assert(
    fc.property(content, content, fc.string(), fc.string(), (one, other, key, otherKey) => {
      fc.pre(JSON.stringify([one, key]) !== JSON.stringify([other, otherKey]))
      expect(contentId(one, key)).not.toBe(contentId(other, otherKey))
    }),
  )
})

test('a word cannot move from one answer to the next unnoticed', () => {
  expect(contentId(['ab', 'c'], '')).not.toBe(contentId(['a', 'bc'], ''))
  expect(contentId(['a', null], '')).not.toBe(contentId(['a', ''], ''))
})
