import { type FocusEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

export const siteMenuId = 'site-menu'

/** Does nothing where it is closed, or where there is no menu, only a row of links. */
export function closeSiteMenu(): void {
  const menu = document.getElementById(siteMenuId)
  menu?.hidePopover?.()
}

/**
 * What the browser leaves to us: saying whether the menu is open, and closing it when one goes
 * somewhere else. Opening it, and closing it on Escape or a tap beside it, is the browser's.
 */
export function useSiteMenu() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current !== pathname) closeSiteMenu()
    shown.current = pathname
  }, [pathname])

  // A phone that is turned may be wide enough for the row of links.
  useEffect(() => {
    const wide = window.matchMedia('(width >= 48rem)')
    wide.addEventListener('change', closeSiteMenu)
    return () => wide.removeEventListener('change', closeSiteMenu)
  }, [])

  return {
    /** Undefined until the script has come: until then the browser itself tells. */
    open: useSyncExternalStore(onToggle, isOpen, () => undefined),
    /** The page that the focus has gone on to must not lie under the menu. */
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) closeSiteMenu()
    },
  }
}

function onToggle(changed: () => void): () => void {
  // The event does not bubble.
  document.addEventListener('toggle', changed, { capture: true })
  return () => document.removeEventListener('toggle', changed, { capture: true })
}

function isOpen(): boolean {
  const menu = document.getElementById(siteMenuId)
  return menu?.showPopover !== undefined && menu.matches(':popover-open')
}
