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

const quietZone = 4

/**
 * Lines along the rows of dark modules, with the quiet zone that readers ask for. The mask is given, because trying
 * all eight is most of the work (2 ms).
 */
export function qrCode(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: 0 })
  // Short, since it is in the page's HTML: a line for neighbours, and a step from each to the next.
  let path = ''
  for (const [y, row] of data.entries()) {
    let end: number | undefined
    for (let x = row.indexOf(true); x !== -1; x = row.indexOf(true, end)) {
      path += end === undefined ? `M${x + quietZone} ${y + quietZone}` : `m${x - end} 0`
      const light = row.indexOf(false, x)
      end = light === -1 ? size : light
      path += `h${end - x}`
    }
  }
  return { size: size + 2 * quietZone, path }
}
