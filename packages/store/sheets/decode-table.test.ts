import { expect, test } from 'vitest'
import { decodeTable } from './decode-table.ts'

const heading = 'reference,holder,domain,duration,verified_on,email'
const mistakeOf = (bytes: Uint8Array) => {
  const read = decodeTable(bytes)
  return 'mistake' in read ? `${read.mistake.where}: ${read.mistake.reason}` : undefined
}

test('a file that is not in UTF-8 is refused, with the first line that is not', () => {
  const text = `${heading}\nR,José,Web Development,4 Weeks,2026-03-14,\n`
  expect(mistakeOf(Buffer.from(text, 'latin1'))).toBe(
    'line 2: the file is not UTF-8; save it as "CSV UTF-8" or as .xlsx',
  )
})

test.each([
  ['UTF-16 without its mark', Buffer.from(heading, 'utf16le'), 'is no text in UTF-8'],
  [
    'half of UTF-16',
    Buffer.from(`\uFEFF${heading}`, 'utf16le').subarray(0, -1),
    'is not whole UTF-16',
  ],
])('a file that is %s is refused', (_what, bytes, reason) => {
  expect(mistakeOf(bytes)).toBe(`line 1: the file ${reason}; save it as "CSV UTF-8" or as .xlsx`)
})
