type Avatar = {
  name: string
  /** A picture; without one, or when it fails to load, the name's initials take its place. */
  src?: string
}

/** Next to the name that it pictures, so it says nothing to a screen reader. */
export const Avatar = ({ name, src }: Avatar) => (
  <span
    aria-hidden="true"
    className="bg-peacock-pale text-peacock-deep font-heading relative grid size-12 shrink-0 place-items-center overflow-hidden rounded-full text-lg leading-none has-[img]:rounded-md"
  >
    {initials(name)}
    {src === undefined ? null : (
      <img
        src={src}
        alt=""
        width={48}
        height={48}
        decoding="async"
        // `page-tools.ts` takes it away if it fails, from above the initials.
        data-may-fail
        className="bg-moon absolute inset-0 size-12"
      />
    )}
  </span>
)

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
