import { type RefObject, useEffect, useRef } from 'react'

/**
 * For a button that is disabled while it is `busy`, which makes the browser take the focus away
 * from it: when it can be pressed again, it has it back. A focus that is elsewhere stays there.
 */
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
