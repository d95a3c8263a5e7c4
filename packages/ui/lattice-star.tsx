/** One star of the jali, in the text's colour: a mark, a bullet, a seal behind an icon. */
export const LatticeStar = ({ className = '' }: { className?: string }) => (
  <svg viewBox="-37 -37 74 74" aria-hidden="true" className={className} fill="currentColor">
    <path d="M0-36 10.5-25.5h15v15L36 0 25.5 10.5v15h-15L0 36-10.5 25.5h-15v-15L-36 0l10.5-10.5v-15h15z" />
  </svg>
)
