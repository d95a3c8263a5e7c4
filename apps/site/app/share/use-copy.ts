import { createContext, type RefObject, use, useEffect, useState } from 'react'

/** Says something in the one live region of a page; where there is none, each part has its own. */
export const Say = createContext<((text: string) => void) | undefined>(undefined)

/**
 * Copies a text to the clipboard. If the page has no secure context, or the browser refuses, the text
 * is selected instead, to be copied by hand.
 *
 * @param shown shows the text, at the latest once the outcome is `failed`.
 * @param told what the page's live region says of the outcome.
 */
export function useCopy(
  text: string,
  shown: RefObject<HTMLElement | null>,
  told?: { copied: string; failed: string },
) {
  const say = use(Say)
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()

  useEffect(() => {
    if (outcome === 'failed' && shown.current) getSelection()?.selectAllChildren(shown.current)
  }, [outcome, shown])

  async function copy() {
    setOutcome(undefined)
    say?.('')
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
      say?.(told?.copied ?? '')
    } catch {
      setOutcome('failed')
      say?.(told?.failed ?? '')
    }
  }

  return { outcome, copy }
}
