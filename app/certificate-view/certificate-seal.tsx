const petals = Array.from({ length: 18 }, (_, index) => index * 10)
const teeth = Array.from({ length: 36 }, (_, index) => index * 10)

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
        {petals.map((angle) => (
          <ellipse key={angle} rx="52" ry="30" transform={`rotate(${angle})`} />
        ))}
        {teeth.map((angle) => (
          <path key={angle} d="M-3.6-53 0-59 3.6-53" transform={`rotate(${angle})`} />
        ))}
      </g>
      <circle
        r="29"
        className={isWhole ? 'fill-marigold stroke-ink' : 'fill-paper stroke-ink-pale'}
      />
      <path
        d="M0-22 6.4-15.6h9.2v9.2L22 0 15.6 6.4v9.2H6.4L0 22-6.4 15.6h-9.2V6.4L-22 0-15.6-6.4v-9.2h9.2z"
        className={isWhole ? 'fill-ink' : 'fill-ink-pale'}
      />
      <path
        d="M0-10 3-3 10 0 3 3 0 10-3 3-10 0-3-3z"
        className={isWhole ? 'fill-marigold' : 'fill-paper'}
      />
      {look === 'crossed' ? (
        <path d="M-40-40 40 40M40-40-40 40" className="stroke-error" strokeWidth="3" />
      ) : null}
    </svg>
  )
}
