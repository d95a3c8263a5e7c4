import { useEffect } from 'react'
import { fetchReader } from './check-files.ts'

/** For browsers without idle callbacks (Safari): long after the page is there. */
const laterMs = 3_000

/**
 * Fetches what reads PDFs and pictures once the page has nothing else to do, so that they can be
 * checked offline as well. A visitor who saves data gets it when he reaches for the box.
 */
export function useReaderWhenIdle(): void {
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (connection?.saveData) return undefined
    let stop: () => void = () => undefined
    const whenLoaded = () => {
      const hasIdle = 'requestIdleCallback' in window
      const wish = hasIdle
        ? requestIdleCallback(() => void fetchReader())
        : setTimeout(() => void fetchReader(), laterMs)
      stop = () => (hasIdle ? cancelIdleCallback(wish as number) : clearTimeout(wish))
    }
    if (document.readyState === 'complete') whenLoaded()
    else window.addEventListener('load', whenLoaded, { once: true })
    return () => {
      window.removeEventListener('load', whenLoaded)
      stop()
    }
  }, [])
}
