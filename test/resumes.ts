import { crc32 } from 'node:zlib'

/** Small files of the kinds that a resume may, and may not, be. */

/** A PDF of one empty page. @param bytes its length, reached with a comment. */
export function pdf(bytes = 600): Buffer {
  const body = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]>>endobj
`
  const end = 'trailer<</Root 1 0 R/Size 4>>\n%%EOF\n'
  const filling = Math.max(0, bytes - body.length - end.length - 2)
  return Buffer.from(`${body}%${'x'.repeat(filling)}\n${end}`, 'latin1')
}

/** The first bytes of a Windows program. */
export const program = Buffer.concat([
  Buffer.from('MZ\x90\x00\x03\x00', 'latin1'),
  Buffer.alloc(600),
])

/** A Word document (.docx) of one empty paragraph. */
export const docx = wordPackage(
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
)

/** The same with the type that says it carries macros. */
export const docm = wordPackage('application/vnd.ms-word.document.macroEnabled.main+xml')

/** A zip of one text file. */
export const zipped = zip({ 'cv.txt': 'My resume.' })

/** An old Word document (.doc), as far as its directory. */
export const doc = compoundFile('WordDocument')

/** An old Excel workbook: the same container as an old Word document. */
export const xls = compoundFile('Workbook')

function wordPackage(mainType: string): Buffer {
  return zip({
    '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    '_rels/.rels': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p/></w:body></w:document>`,
  })
}

/** A zip file without compression (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16). */
function zip(files: Record<string, string>): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const path = Buffer.from(name)
    const bytes = Buffer.from(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x21, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, path, bytes])
    locals.push(local)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, path)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(locals.length, 4)
  end.writeUInt16LE(locals.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end])
}

/** A compound file's header and one sector of directory that names a stream ([MS-CFB] 2.2, 2.6). */
function compoundFile(stream: string): Buffer {
  const header = Buffer.alloc(512)
  Buffer.from('D0CF11E0A1B11AE1', 'hex').copy(header)
  const directory = Buffer.alloc(512)
  Buffer.from('Root Entry', 'utf16le').copy(directory)
  Buffer.from(stream, 'utf16le').copy(directory, 128)
  return Buffer.concat([header, directory])
}
