import { encode } from 'uqr'
import words from '@naic/content/en/share.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'

/**
 * An address as a QR code, black on white in whatever colours the page is, or phones do not read it.
 *
 * @param id by which the page draws it again.
 */
export function CodeDrawing({ address, id }: { address: string; id?: string }) {
  const { size, path } = qrCode(address)
  return (
    <svg
      id={id}
      viewBox={codeBox(size)}
      role="img"
      aria-label={fill(words.code, { address })}
      shapeRendering="crispEdges"
    >
      <path d={`M0-.5h${size}v${size}H0z`} fill="#fff" />
      <path d={path} stroke="#000" />
    </svg>
  )
}

/** The middle of the first row is at 0, which is shorter. */
export const codeBox = (size: number) => `0 -.5 ${size} ${size}`

/**
 * Lines along the rows of dark modules, with the quiet zone of four that readers ask for. The mask is given, because
 * trying all eight is most of the work (2 ms).
 */
export function qrCode(text: string) {
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
      at === 0 ? `M${light.length} ${y}h${dark.length}` : `m${light.length} 0h${dark.length}`,
    )
  })
  return { size, path: rows.join('') }
}
