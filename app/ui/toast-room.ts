import { type RefObject, useLayoutEffect } from 'react'

/**
 * Makes room for a toast: as long as it is shown, the page counts it among what stays in sight at
 * the top (`--toast-height` in app.css), so that whatever is scrolled to comes to stand below it,
 * and what has the focus does not stay under it.
 *
 * @param region that holds the toast.
 * @param id of the toast; undefined as long as there is none.
 */
export function useToastRoom(region: RefObject<HTMLElement | null>, id: number | undefined): void {
  useLayoutEffect(() => {
    const toast = region.current
    if (id === undefined || !toast) return
    const { style } = document.documentElement
    function makeRoom() {
      if (toast) style.setProperty('--toast-height', `${toast.offsetHeight}px`)
      uncover(toast)
    }
    // A press must not move what is pressed from under the finger.
    const onFocus = () => document.activeElement?.matches(':focus-visible') && uncover(toast)
    makeRoom()
    const resized = new ResizeObserver(makeRoom)
    resized.observe(toast)
    document.addEventListener('focusin', onFocus)
    return () => {
      resized.disconnect()
      document.removeEventListener('focusin', onFocus)
      style.removeProperty('--toast-height')
    }
  }, [region, id])
}

/** Scrolls what has the focus out from under the toast, if it is there. */
function uncover(toast: HTMLElement | null): void {
  const { activeElement: focused } = document
  if (!toast || !focused || focused.matches('body, #main') || toast.contains(focused)) return
  const [above, below] = [toast.getBoundingClientRect(), focused.getBoundingClientRect()]
  const isCovered =
    below.top < above.bottom &&
    below.bottom > above.top &&
    below.left < above.right &&
    below.right > above.left
  if (isCovered) focused.scrollIntoView({ block: 'nearest', behavior: 'instant' })
}
