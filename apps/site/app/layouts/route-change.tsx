import { useEffect, useRef } from 'react'
import { useLocation, useNavigation } from 'react-router'
import words from '@naic/content/en/site.json' with { type: 'json' }

/**
 * After every change of path: to the top, or to the place that the address names, and the
 * keyboard's focus to the page's content, as if the page had been loaded.
 */
export function RouteChange({ headingFont }: { headingFont: string }) {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    takeHeadingFont(headingFont)
    const place = hash ? document.getElementById(hash.slice(1)) : null
    if (place) place.scrollIntoView()
    else window.scrollTo({ top: 0, behavior: 'instant' })
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname, hash, headingFont])

  return null
}

let taken = false

/**
 * The heading font, if it came too late for the page that the visit began with: browsers would go
 * on without an `optional` font for as long as the document lives.
 *
 * @param file its address.
 */
function takeHeadingFont(file: string): void {
  if (taken) return
  taken = true
  const font = new FontFace('Anek Latin', `url(${file})`, { weight: '500 800' })
  // Without it headings look as they did before.
  font.load().then(
    () => document.fonts.add(font),
    () => undefined,
  )
}

/** Shows that the next page is under way, if it takes longer than 300 ms. */
export function PageProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      role="progressbar"
      aria-label={words.loading}
      className="bg-marigold animate-page-progress fixed inset-x-0 top-0 z-50 h-1 origin-left forced-colors:bg-[Highlight]"
    />
  )
}
