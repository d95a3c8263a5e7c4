import { encode } from 'uqr'

/** A QR code in black modules of one unit, with the quiet zone of four that readers ask for. */
export type QrCode = { size: number; path: string }

/** The mask is given, because trying all eight is most of the work (2 ms). */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4, maskPattern: 0 })
  // Neighbours in a row are one piece: the code is also in the page's HTML.
  const pieces = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ 0: { length }, index }) => `M${index} ${y}h${length}v1h-${length}z`),
  )
  return { size, path: pieces.join('') }
}
