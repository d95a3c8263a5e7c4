import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf, plainly } from './certificate-not-found.tsx'

const textOf = (asked: string) =>
  piecesOf(asked)
    .map(({ text }) => text)
    .join('')
const namesIn = (asked: string) => piecesOf(asked).flatMap(({ name }) => name ?? [])

test('an ID is shown as it is in the address, up to 100 characters', () => {
  for (const asked of ['', 'naic25-nosuch', '  two  blanks ', '🎓', 'a'.repeat(100), '??', '<b>']) {
    expect(textOf(asked)).toBe(asked)
    expect(namesIn(asked)).toEqual([])
  }
})

test('a longer ID is cut after 100 characters, and never within a character', () => {
  expect(textOf('a'.repeat(101))).toBe(`${'a'.repeat(100)}…`)
  expect(textOf('🎓'.repeat(100))).toBe('🎓'.repeat(100))
  expect(textOf(`${'a'.repeat(99)}🎓🎓`)).toBe(`${'a'.repeat(99)}🎓…`)
})

test.each([
  ['\u202e', 'U+202E'],
  ['\u2069', 'U+2069'],
  ['\u0000', 'U+0000'],
  ['\n', 'U+000A'],
  ['\u2028', 'U+2028'],
  ['\u200b', 'U+200B'],
  ['\ufeff', 'U+FEFF'],
  ['\u{e0041}', 'U+E0041'],
])('%j is named, and stays in the text', (character, name) => {
  const asked = `NAIC${character}25`
  expect(namesIn(asked)).toEqual([name])
  expect(textOf(asked)).toBe(asked)
  expect(plainly(asked)).toBe('NAIC25')
})

test('characters that join letters and emoji stay', () => {
  for (const asked of ['👩‍🎓', 'क्‍ष', '❤️']) expect(namesIn(asked)).toEqual([])
})

test('the pieces of any text are its first 100 characters', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 150 }), (asked) => {
      const characters = [...asked]
      const cut = characters.slice(0, 100).join('')
      expect(textOf(asked)).toBe(characters.length > 100 ? `${cut}…` : cut)
    }),
  )
})
