import { useEffect } from 'react'
import { loadReader } from '@naic/ledger/verify/read-certificate-file.ts'

/** After the page is there; who leaves before that has not paid for it. */
const laterMs = 2_000

/**
 * Fetches what reads PDFs and pictures a while after the page is loaded, when it has nothing else to
 * do, so that they can be checked offline as well. Where data is saved, it waits for whoever reaches
 * for the box.
 */
export function useReaderWhenIdle(): void {
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    if (connection?.saveData) return undefined
    let later: number | undefined
    // Safari knows no idle time.
    const whenIdle = window.requestIdleCallback ?? ((then: () => void) => then())
    const whenLoaded = () => {
      later = window.setTimeout(() => whenIdle(() => void loadReader()), laterMs)
    }
    if (document.readyState === 'complete') whenLoaded()
    else window.addEventListener('load', whenLoaded, { once: true })
    return () => {
      window.removeEventListener('load', whenLoaded)
      window.clearTimeout(later)
    }
  }, [])
}
