import { crc32, deflateRawSync } from 'node:zlib'

type Entry = { name: string; bytes: string | Buffer; nameBefore?: string; size?: number }

/**
 * A zip file as office programs write it (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16).
 *
 * @param entries `nameBefore` is the name in the entry's own header, where that is to differ
 *   from the directory at the end; `size` is what the directory says of its unpacked length.
 */
export function zip(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, nameBefore = name, size } of entries) {
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt16LE(0x21, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(size ?? Buffer.byteLength(bytes), 18)
    const factsBefore = Buffer.from(facts)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    factsBefore.writeUInt16LE(Buffer.byteLength(nameBefore), 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const local = [Buffer.from('PK\x03\x04'), factsBefore, Buffer.from(nameBefore), packed]
    locals.push(...local)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, place, Buffer.from(name))
    offset += Buffer.concat(local).length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06'), end])
}

/** The same zip file with a record of zip64 beside the plain one, which names its first parts alone. */
export function withOtherDirectory(whole: Buffer, parts: number): Buffer {
  const end = whole.length - 22
  const record = Buffer.alloc(56)
  record.write('PK\x06\x06')
  record.writeUInt32LE(parts, 32)
  record.writeUInt32LE(whole.readUInt32LE(end + 16), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07')
  locator.writeUInt32LE(end, 8)
  return Buffer.concat([whole.subarray(0, end), record, locator, whole.subarray(end)])
}
