/** Tells screen readers in which language the name is, if its letters do. */
export const HolderName = ({ children }: { children: string }) => (
  <bdi lang={languageOfName(children)}>{children}</bdi>
)

/**
 * Scripts of India in which one language is written, by the tag of that language. A screen reader's
 * English voice skips them. Devanagari, Bengali and Arabic letters write several languages, so they
 * tell nothing.
 */
const languages = {
  ta: /\p{Script=Tamil}/u,
  te: /\p{Script=Telugu}/u,
  kn: /\p{Script=Kannada}/u,
  ml: /\p{Script=Malayalam}/u,
  gu: /\p{Script=Gujarati}/u,
  or: /\p{Script=Oriya}/u,
  pa: /\p{Script=Gurmukhi}/u,
}

const allScripts = Object.values(languages).map(({ source }) => source)

/** Letters that are neither Latin nor of a script above. */
const ofOthers = new RegExp(`(?!\\p{Script=Latin}|${allScripts.join('|')})\\p{Letter}`, 'u')

/** @returns the language in which a name is to be read; undefined if its letters do not tell. */
export function languageOfName(name: string): string | undefined {
  if (ofOthers.test(name)) return undefined
  const written = Object.entries(languages).filter(([, script]) => script.test(name))
  return written.length === 1 ? written[0]?.[0] : undefined
}
