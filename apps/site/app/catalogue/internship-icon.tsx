type Props = { icon: string; smallOnPhones?: boolean }

/** The internship's emoji in a star of the lattice, whose pattern measures just this square. */
export function InternshipIcon({ icon, smallOnPhones = false }: Props) {
  return (
    <span
      aria-hidden="true"
      className={`bg-sand text-ink jali-ink border-hairline grid size-16 shrink-0 place-items-center rounded-md border text-3xl leading-none ${
        smallOnPhones ? 'max-sm:size-12 max-sm:bg-none max-sm:text-2xl max-[16rem]:hidden' : ''
      }`}
    >
      {icon}
    </span>
  )
}
