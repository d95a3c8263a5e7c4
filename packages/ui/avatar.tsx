import { useState } from 'react'

type Avatar = {
  name: string
  /** A picture; without one, or when it fails to load, the name's initials take its place. */
  src?: string
}

/** Next to the name that it pictures, so it says nothing to a screen reader. */
export function Avatar({ name, src }: Avatar) {
  const [failedSrc, setFailedSrc] = useState<string>()

  if (src === undefined || src === failedSrc) {
    return (
      <span
        aria-hidden="true"
        className="bg-peacock-pale text-peacock-deep font-heading grid size-12 shrink-0 place-items-center rounded-full text-lg leading-none"
      >
        {initials(name)}
      </span>
    )
  }
  return (
    <img
      // The picture may have failed before the script came. An SVG may have no width of its own and
      // yet be fine, which only decoding shows.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0)
          image.decode().catch(() => setFailedSrc(src))
      }}
      onError={() => setFailedSrc(src)}
      src={src}
      alt=""
      width={48}
      height={48}
      decoding="async"
      className="bg-moon size-12 shrink-0 rounded-md"
    />
  )
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
