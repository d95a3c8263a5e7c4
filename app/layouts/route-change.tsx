import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { takeHeadingFont } from './heading-font.ts'

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
