import { crc32 } from 'node:zlib'

/** A PNG's signature, and the chunk with its size. */
const startBytes = 8 + 25

/**
 * Puts a credential into a picture, as Open Badges 3.0 says (5.3.2): one iTXt chunk, not compressed.
 * Its receipt follows in another, under a keyword of our own that other programs skip: the picture alone
 * proves its entry in the log.
 */
export function bakeBadge(png: Buffer, badge: { credential: string; receipt: string }): Buffer {
  return Buffer.concat([
    png.subarray(0, startBytes),
    textChunk('openbadgecredential', badge.credential),
    textChunk('tlog-proof', badge.receipt),
    png.subarray(startBytes),
  ])
}

function textChunk(keyword: string, text: string): Buffer {
  const content = Buffer.from(`iTXt${keyword}\0\0\0\0\0${text}`)
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length - 4)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}
