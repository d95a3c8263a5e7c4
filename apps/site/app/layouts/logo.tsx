import organisation from '@naic/content/organisation.json' with { type: 'json' }

/** The council's mark, a star of the jali in an arch, and its name; takes the text's colour. */
export const Logo = () => (
  <span className="flex min-h-11 items-center gap-3">
    <svg viewBox="0 0 40 40" aria-hidden="true" className="size-10 shrink-0" fill="none">
      <path
        d="M20 1.5 26 8h8v8l6 4-6 4v8h-8l-6 6.5-6-6.5H6v-8l-6-4 6-4V8h8z"
        className="fill-marigold"
      />
      <path d="m20 9 3.2 7.8L31 20l-7.8 3.2L20 31l-3.2-7.8L9 20l7.8-3.2z" className="fill-ink" />
      <circle cx="20" cy="20" r="2.6" className="fill-marigold" />
    </svg>
    <span className="font-heading min-w-0 leading-tight">
      <span className="block text-2xl leading-none tracking-wide">{organisation.shortName}</span>
      {/* Beside the row of links there is no room for it, but for screen readers. */}
      <span className="in-[header]:md:max-[56rem]:text-[0px] block text-[0.6875rem] leading-tight">
        {organisation.name}
      </span>
    </span>
  </span>
)
