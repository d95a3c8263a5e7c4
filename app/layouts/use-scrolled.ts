import { useSyncExternalStore } from 'react'

const thresholdPx = 10

/** @returns whether the page is scrolled more than 10 px; undefined until the script has come. */
export function useScrolled(): boolean | undefined {
  return useSyncExternalStore(
    subscribe,
    () => window.scrollY > thresholdPx,
    () => undefined,
  )
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}
