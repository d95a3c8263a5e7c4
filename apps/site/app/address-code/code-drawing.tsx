import words from '@naic/content/en/share.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
import type { QrCode } from './qr-code.ts'

type Props = { code: QrCode; address: string; className: string }

/** Black on white in whatever colours the page is, or phones do not read it. */
export const CodeDrawing = ({ code: { size, path }, address, className }: Props) => (
  <svg
    viewBox={`0 0 ${size} ${size}`}
    role="img"
    aria-label={fill(words.code, { address })}
    shapeRendering="crispEdges"
    className={className}
  >
    <path d={`M0 0h${size}v${size}H0z`} fill="#fff" />
    <path d={path} stroke="#000" />
  </svg>
)
