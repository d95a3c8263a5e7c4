import { type RefObject, useEffect, useRef } from 'react'

/** A button that is disabled while it is `busy` loses the focus: it gets it back, unless that is elsewhere by then. */
export function useBusyButton(busy: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    const pressed = button.current
    if (!busy) return
    return () => {
      if (document.activeElement === document.body) pressed?.focus({ preventScroll: true })
    }
  }, [busy])

  return button
}
