import words from '@naic/content/en/share.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import { qrCode } from './qr-code.ts'

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
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={fill(words.code, { address })}
      shapeRendering="crispEdges"
    >
      <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
      <path d={path} stroke="#000" />
    </svg>
  )
}
