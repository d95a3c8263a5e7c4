import { expect, test } from 'vitest'
import { decodeTable } from './decode-table.ts'

test.each([
  ['in the letters of an old system', Buffer.from('holder\nJosé', 'latin1'), 'is not UTF-8'],
  ['UTF-16 without its mark', Buffer.from('holder', 'utf16le'), 'is no text in UTF-8'],
  ['UTF-16, as Excel saves "Unicode text"', Buffer.from('\uFEFFholder', 'utf16le'), 'is not UTF-8'],
])('a file that is %s is refused', (_what, bytes, what) => {
  const reason = `the file ${what}; save it as "CSV UTF-8" or as .xlsx`
  expect(decodeTable(bytes)).toEqual({ mistake: { where: 'line 1', reason } })
})
