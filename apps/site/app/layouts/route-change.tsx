import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation, useNavigationType } from 'react-router'
import words from '@naic/content/en/site.json' with { type: 'json' }

/**
 * After every change of path: to the top, or to the place that the address names, and the
 * keyboard's focus to the page's heading, which screen readers then say.
 */
export function RouteChange() {
  const { pathname, hash, key } = useLocation()
  const navigationType = useNavigationType()
  const shown = useRef({ pathname, key })

  useEffect(() => {
    const before = shown.current
    shown.current = { pathname, key }
    if (before.key === key) return
    const place = hash ? document.getElementById(hash.slice(1)) : null
    if (before.pathname === pathname) {
      // A link within the page; when going back the browser itself restores the place.
      if (navigationType === 'PUSH') place?.scrollIntoView()
      return
    }
    if (place) place.scrollIntoView()
    else window.scrollTo({ top: 0, behavior: 'instant' })
    focusHeading()
  }, [pathname, hash, key, navigationType])

  return null
}

/** To the heading of the page that is shown, without a heading to the page. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('#main h1')
  if (heading) heading.tabIndex = -1
  const target = heading ?? document.getElementById('main')
  target?.focus({ preventScroll: true })
}

/** Shows that the next page is under way, if it takes longer than 300 ms. */
export function PageProgress() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <LateProgress />
}

/** Most pages are there before, and then nothing is drawn for them but themselves. */
function LateProgress() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 300)
    return () => clearTimeout(timer)
  }, [])
  if (!isLate) return null
  return (
    <div
      role="progressbar"
      aria-label={words.loading}
      className="bg-marigold animate-page-progress fixed inset-x-0 top-0 z-50 h-1 origin-left forced-colors:bg-[Highlight]"
    />
  )
}
