import * as cfb from 'cfb'

/** Office files until 2007 (.doc, .xls): a small file system in a file ([MS-CFB]). */

export function compoundFile(streams: Record<string, string | Buffer>): Buffer {
  const container = cfb.utils.cfb_new()
  for (const [path, bytes] of Object.entries(streams)) {
    cfb.utils.cfb_add(container, path, Buffer.from(bytes))
  }
  // The library's own mark.
  cfb.utils.cfb_del(container, '/\u0001Sh33tJ5')
  return cfb.write(container, { type: 'buffer' })
}

/** A macro project's storages and streams ([MS-OVBA] 2.2.1). @param its path. */
export const vbaProject = (at: string) => ({
  [`${at}/PROJECT`]:
    'ID="{00000000-0000-0000-0000-000000000000}"\r\nDocument=ThisDocument/&H00000000\r\n',
  [`${at}/VBA/_VBA_PROJECT`]: Buffer.from('CC61FFFF000000', 'hex'),
  [`${at}/VBA/dir`]: Buffer.from('011AB0', 'hex'),
  [`${at}/VBA/ThisDocument`]: Buffer.from('01', 'hex'),
})

/** What Word 97 to 2003 writes, of one piece of text ([MS-DOC] 2.5.1 and 2.8.35). */
export function wordStreams(text = 'My resume.\r') {
  const bytes = Buffer.from(text, 'utf16le')
  const textAt = 1024
  const main = Buffer.alloc(Math.max(4096, textAt + bytes.length))
  main.writeUInt16LE(0xa5ec, 0)
  main.writeUInt16LE(0x00c1, 2)
  main.writeUInt16LE(0x0409, 6)
  // Its tables are in the stream 1Table.
  main.writeUInt16LE(0x1200, 10)
  main.writeUInt16LE(0x00bf, 12)
  main.writeUInt32LE(textAt, 24)
  main.writeUInt32LE(textAt + bytes.length, 28)
  main.writeUInt16LE(14, 32)
  main.writeUInt16LE(22, 62)
  main.writeUInt32LE(main.length, 64)
  main.writeUInt32LE(text.length, 76)
  main.writeUInt16LE(93, 152)
  main.writeUInt32LE(21, 422)
  bytes.copy(main, textAt)
  const pieces = Buffer.alloc(4096)
  pieces.writeUInt8(2, 0)
  pieces.writeUInt32LE(16, 1)
  pieces.writeUInt32LE(text.length, 9)
  pieces.writeUInt32LE(textAt, 15)
  return { WordDocument: main, '1Table': pieces }
}

export const doc = compoundFile(wordStreams())

export const docWithMacros = compoundFile({ ...wordStreams(), ...vbaProject('/Macros') })

/** An old Excel workbook: the same container as an old Word document. */
export const xls = compoundFile({ Workbook: Buffer.from('0908100000060500', 'hex') })

/** A document since 2007 that a password protects ([MS-OFFCRYPTO] 2.3.2). */
export const lockedDocx = compoundFile({
  EncryptionInfo: Buffer.from('0400040040000000', 'hex'),
  EncryptedPackage: Buffer.alloc(8192, 0xa5),
})
