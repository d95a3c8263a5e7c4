import { seal } from './certificate-shapes.ts'

const labels = { whole: 'Seal of the council', pale: 'Seal, not confirmed', crossed: 'No seal' }

/**
 * The council's seal, a guilloche rose with the star of the jali: pale where it could not be
 * confirmed, crossed out where it is not due.
 */
export function CertificateSeal({ look }: { look: keyof typeof labels }) {
  const isWhole = look === 'whole'
  return (
    <svg
      viewBox="-60 -60 120 120"
      role="img"
      aria-label={labels[look]}
      className="size-20 sm:size-32"
      fill="none"
    >
      <g className={isWhole ? 'stroke-ink' : 'stroke-ink-pale'} strokeWidth="0.7">
        {seal.petalAngles.map((angle) => (
          <ellipse key={angle} {...seal.petal} transform={`rotate(${angle})`} />
        ))}
        {seal.toothAngles.map((angle) => (
          <path key={angle} d={seal.tooth} transform={`rotate(${angle})`} />
        ))}
      </g>
      <circle
        r={seal.disc}
        className={isWhole ? 'fill-marigold stroke-ink' : 'fill-paper stroke-ink-pale'}
      />
      <path d={seal.star} className={isWhole ? 'fill-ink' : 'fill-ink-pale'} />
      <path d={seal.heart} className={isWhole ? 'fill-marigold' : 'fill-paper'} />
      {look === 'crossed' ? (
        <path d="M-40-40 40 40M40-40-40 40" className="stroke-error" strokeWidth="3" />
      ) : null}
    </svg>
  )
}
