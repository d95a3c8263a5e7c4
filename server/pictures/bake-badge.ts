import { crc32 } from 'node:zlib'

/** Of a PNG: its signature, and the chunk that says how large it is. */
const startBytes = 8 + 25

/**
 * Puts a credential into a picture, as Open Badges 3.0 says (5.3.2): one iTXt chunk, not compressed.
 *
 * @param png without a badge in it.
 */
export function bakeBadge(png: Buffer, credential: string): Buffer {
  const content = Buffer.from(`iTXtopenbadgecredential\0\0\0\0\0${credential}`)
  const chunk = Buffer.alloc(4 + content.length + 4)
  chunk.writeUInt32BE(content.length - 4)
  content.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(content), 4 + content.length)
  return Buffer.concat([png.subarray(0, startBytes), chunk, png.subarray(startBytes)])
}
