import { zip } from './zip-file.ts'

/** Small files of the kinds that a resume may, and may not, be. */

/** A PDF of one empty page. @param mark by which it differs from others of the same length. */
export function pdf(bytes = 600, mark = ''): Buffer {
  const body = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]>>endobj
`
  const end = 'trailer<</Root 1 0 R/Size 4>>\n%%EOF\n'
  const filling = Math.max(0, bytes - body.length - end.length - 2)
  return Buffer.from(`${body}%${mark.padEnd(filling, 'x')}\n${end}`, 'latin1')
}

/** The first bytes of a Windows program. */
export const program = Buffer.concat([
  Buffer.from('MZ\x90\x00\x03\x00', 'latin1'),
  Buffer.alloc(600),
])

export const zipped = zip([{ name: 'cv.txt', bytes: 'My resume.' }])
