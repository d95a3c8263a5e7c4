/** @param asked what the links to other languages (`language-links.tsx`) ask for from now on. */
export function askInOtherLanguages(asked: URLSearchParams): void {
  const search = asked.size > 0 ? `?${asked}` : ''
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[hreflang]'))
    // Else the address is written out, which nothing has asked for.
    if (link.search !== search) link.search = search
}
