import { expect, test } from 'vitest'
import { literalWords } from './literal-words.ts'

test.each([
  ["toast({ title: 'Not saved', lines })", 'Not saved'],
  ["return isOpen ? 'Close menu' : label", 'Close menu'],
  ['const said = `Saved (${number})`', 'Saved (${number})'],
  ["// A comment\nconst said = 'Not saved'", 'Not saved'],
])('words for visitors are found in %s', (code, words) => {
  expect(literalWords(code)).toEqual([words])
})

test.each([
  '<p className="grid gap-2 Text">{words.text}</p>',
  '// Not saved, because the storage is full',
  '/** Says "Not saved" to the visitor. */',
  "{ '@type': 'Offer', category: 'Free' }",
  "throw new Error('No such page')",
  "import words from 'x.json'",
  "fetch(address, { method: 'HEAD', cache: 'no-store' })",
])('nothing is found in %s', (code) => {
  expect(literalWords(code)).toEqual([])
})
