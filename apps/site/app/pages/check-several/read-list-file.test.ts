import { expect, test } from 'vitest'
import { readListFile } from './read-list-file.ts'

const list = 'Name,ID\r\nरवि,NAIC25A7K2M\r\n'

test('a list in UTF-8 is read, with or without a mark at its start', async () => {
  expect(await readListFile(new Blob([list]))).toBe(list)
  expect(await readListFile(new Blob([`\uFEFF${list}`]))).toBe(list)
})

test('what Excel calls Unicode text is read as well', async () => {
  const bytes = Uint8Array.from(Buffer.from(`\uFEFF${list}`, 'utf16le'))
  expect(await readListFile(new Blob([bytes]))).toBe(list)
})

test('a workbook, a PDF and what is far too long are no lists', async () => {
  const workbook = Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0])
  expect(await readListFile(new Blob([workbook]))).toBeUndefined()
  expect(await readListFile(new Blob(['%PDF-1.7\nNAIC25A7K2M']))).toBeUndefined()
  expect(await readListFile(new Blob(['NAIC25A7K2M\n'.repeat(30_000)]))).toBeUndefined()
})
