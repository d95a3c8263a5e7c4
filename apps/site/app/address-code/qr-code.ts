import { encode } from 'uqr'

/** A QR code with the quiet zone of four that readers ask for: lines along the rows of dark modules. */
export type QrCode = { size: number; path: string }

/** The mask is given, because trying all eight is most of the work (2 ms). */
export function qrCode(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4, maskPattern: 0 })
  // Short, since it is in the page's HTML: a line for neighbours, and a step from each to the next.
  const rows = data.flatMap((row, y) => {
    const runs = [
      ...row
        .map(Number)
        .join('')
        .matchAll(/(0*)(1+)/g),
    ]
    return runs.map(([, light = '', dark = ''], at) =>
      at === 0 ? `M${light.length} ${y}.5h${dark.length}` : `m${light.length} 0h${dark.length}`,
    )
  })
  return { size, path: rows.join('') }
}
