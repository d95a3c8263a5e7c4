const petals = Array.from({ length: 18 }, (_, index) => index * 10)
const teeth = Array.from({ length: 36 }, (_, index) => index * 10)

/** The council's seal, a guilloche rose with the star of the jali; crossed out where it is not due. */
export function CertificateSeal({ isBroken }: { isBroken: boolean }) {
  return (
    <svg
      viewBox="-60 -60 120 120"
      role="img"
      aria-label={isBroken ? 'No seal' : 'Seal of the council'}
      className="size-20 sm:size-32"
      fill="none"
    >
      <g className={isBroken ? 'stroke-ink-pale' : 'stroke-ink'} strokeWidth="0.7">
        {petals.map((angle) => (
          <ellipse key={angle} rx="52" ry="30" transform={`rotate(${angle})`} />
        ))}
        {teeth.map((angle) => (
          <path key={angle} d="M-3.6-53 0-59 3.6-53" transform={`rotate(${angle})`} />
        ))}
      </g>
      <circle
        r="29"
        className={isBroken ? 'fill-paper stroke-ink-pale' : 'fill-marigold stroke-ink'}
      />
      <path
        d="M0-22 6.4-15.6h9.2v9.2L22 0 15.6 6.4v9.2H6.4L0 22-6.4 15.6h-9.2V6.4L-22 0-15.6-6.4v-9.2h9.2z"
        className={isBroken ? 'fill-ink-pale' : 'fill-ink'}
      />
      <path
        d="M0-10 3-3 10 0 3 3 0 10-3 3-10 0-3-3z"
        className={isBroken ? 'fill-paper' : 'fill-marigold'}
      />
      {isBroken ? (
        <path d="M-40-40 40 40M40-40-40 40" className="stroke-error" strokeWidth="3" />
      ) : null}
    </svg>
  )
}
