import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { withOtherDirectory } from '@naic/test/support/zip-file.ts'
import { readTable } from './read-table.ts'
import type { SheetColumn } from './to-csv.ts'
import { toWorkbook } from './write-sheet.ts'

const columns: readonly SheetColumn<readonly (string | number | null)[]>[] = [
  { key: 'name', of: ([name]) => name ?? null },
  { key: 'received_at', of: ([, at]) => at ?? null, kind: 'time' },
  { key: 'completed_on', of: ([, , on]) => on ?? null, kind: 'day' },
  { key: 'phone', of: ([, , , phone]) => phone ?? null, kind: 'telephone' },
  { key: 'bytes', of: ([, , , , bytes]) => bytes ?? null, kind: 'number' },
]

const writtenAndRead = async (...rows: (string | number | null)[][]) => {
  const read = await readTable(await buffer(toWorkbook('Applications', rows, columns)))
  return 'mistake' in read
    ? [[read.mistake.reason]]
    : read.records.slice(1).map(({ record }) => record)
}

test('what is written into a workbook is read from it again, to the millisecond and the letter', async () => {
  const time = '2026-03-14T20:30:05.123Z'
  expect(await writtenAndRead(['आशा रा‍व', time, '2026-03-14', '+91 98765 43210', 1048576])).toEqual(
    [['आशा रा‍व', '2026-03-15T02:00:05.123+05:30', '2026-03-14', '+91 98765 43210', '1048576']],
  )
})

test('a text that looks like a formula, a number or an escape stays text', async () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(1)', ' =1', '_x0041_', '007', '1e5', 'TRUE', 'a\nb']
  const read = await writtenAndRead(...texts.map((text) => [text, null, null, null, null]))
  expect(read.map(([text]) => text)).toEqual(texts)
  const [[without] = []] = await writtenAndRead(['a\u0007b', null, null, null, null])
  expect(without, 'a sign that no file may have').toBe(String.raw`a\u{7}b`)
})

test.each(['of-libreoffice', 'of-openpyxl'])(
  'a workbook %s is read: dates, formulas by their result, and rows where the program shows them',
  async (file) => {
    const read = await readTable(
      await readFile(new URL(`./test-files/${file}.xlsx`, import.meta.url)),
    )
    expect(read).toEqual({
      unit: 'row',
      records: [
        { record: ['Reference', 'Name', 'Verified On', 'Hours', 'Paid at'], at: 1 },
        { record: ['R-1', 'आशा राव', '2026-11-14', '80', '2026-11-14T18:22:10.000+05:30'], at: 2 },
        { record: ['R-2', 'Ravi', '14/11/2026', '2.5', ''], at: 5 },
      ],
    })
  },
)

const head = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

async function workbookOf(rows: string, before = '') {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const related = (parts: string[][]) =>
    `<Relationships xmlns="${relationships}">${parts.map(([id, type, target]) => `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/></Types>`,
    '_rels/.rels': related([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': related([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/sharedStrings.xml': '<sst/>',
    'xl/worksheets/sheet1.xml': `${before}${head}${rows}</sheetData></worksheet>`,
  }
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

const reasonOf = async (bytes: Uint8Array) => {
  const read = await readTable(bytes)
  return 'mistake' in read ? read.mistake.reason : `${read.records.length} rows`
}

test('what expands to more than any sheet of ours is refused before it is', async () => {
  const bomb = await workbookOf(`<row>${inline('a'.repeat(200 * 1024 * 1024))}</row>`)
  expect(bomb.length).toBeLessThan(1024 * 1024)
  expect(await reasonOf(bomb)).toBe('the file unpacks to more than 192 MB; divide it')
})

test('of a zip with two directories nothing is read: the other one would not be counted', async () => {
  const bomb = await workbookOf(`<row>${inline('a'.repeat(200 * 1024 * 1024))}</row>`)
  expect(await reasonOf(withOtherDirectory(bomb, 0))).toContain('it is damaged')
  const small = await workbookOf(`<row>${inline('a')}</row>`)
  expect(await reasonOf(withOtherDirectory(small, 6)), 'both say the same').toBe('1 rows')
})

test('a million empty rows are no rows', async () => {
  const empty = Array.from({ length: 1_000_000 }, (_, at) => `<row r="${at + 2}"><c/></row>`)
  expect(
    await reasonOf(await workbookOf(`<row r="1">${inline('reference')}</row>${empty.join('')}`)),
  ).toBe('1 rows')
})

test('rows as wide as a sheet can be are refused before they fill the memory', async () => {
  const wide = Array.from(
    { length: 400 },
    (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`,
  )
  expect(await reasonOf(await workbookOf(wide.join('')))).toContain('4000000 values; divide it')
})

test('entities of a document are neither expanded nor fetched', async () => {
  const dtd = `<!DOCTYPE x [<!ENTITY a "boom"><!ENTITY f SYSTEM "file:///etc/passwd">]>`
  const read = await readTable(await workbookOf(`<row>${inline('&a;&f;')}</row>`, dtd))
  expect(JSON.stringify(read)).not.toMatch(/boom|root:/)
})

test.each([
  ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'is an old workbook (.xls)'],
  ['a broken zip file', Buffer.from('504b030414000600', 'hex'), 'cannot be read as a workbook'],
  [
    'too many bytes',
    Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(33 * 1024 * 1024)]),
    'is larger than 32 MB',
  ],
])('%s is refused', async (_what, bytes, reason) => {
  expect(await reasonOf(bytes)).toContain(reason)
})
