import { expect, test } from 'vitest'
import { changed, neighbours } from './list-and-one.tsx'

const list = ['a', 'b', 'c'].map((id) => ({ id }))

test.each([
  ['a', { before: undefined, after: 'b' }],
  ['b', { before: 'a', after: 'c' }],
  ['c', { before: 'b', after: undefined }],
  ['not in the list', { before: undefined, after: 'a' }],
])('the keys lead from %s to its neighbours', (id, expected) => {
  expect(neighbours(list, id)).toEqual(expected)
})

test('a choice replaces its value in the address, and an empty one leaves it', () => {
  const search = new URLSearchParams('text=asha&status=received')
  expect(changed(search, { status: 'declined', open: 'a' }).toString()).toBe(
    'text=asha&status=declined&open=a',
  )
  expect(changed(search, { text: '' }).toString()).toBe('status=received')
})
