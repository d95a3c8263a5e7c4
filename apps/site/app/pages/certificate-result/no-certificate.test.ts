import { expect, test } from 'vitest'
import { piecesOf, plainly } from './no-certificate.tsx'

const textOf = (asked: string) =>
  piecesOf(asked)
    .map(({ text }) => text)
    .join('')
const namesIn = (asked: string) => piecesOf(asked).flatMap(({ name }) => name ?? [])

test('an ID is shown as it is in the address, cut after 100 characters and never within one', () => {
  const long = 'a'.repeat(99)
  for (const asked of ['', '  two  blanks ', '<b>', `${long}🎓`]) expect(textOf(asked)).toBe(asked)
  expect(textOf(`${long}🎓🎓`)).toBe(`${long}🎓…`)
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

test('blanks, marks and characters that join letters and emoji have no name', () => {
  for (const asked of ['a  b', '??', '👩‍🎓', 'क्‍ष', '❤️']) expect(namesIn(asked)).toEqual([])
})
