import { type RefObject, useEffect, useState } from 'react'

/**
 * Copies a text to the clipboard. Pages without a secure context have none, and a browser may
 * refuse: the text is then selected where it is shown, ready to be copied by hand.
 *
 * @param shown shows the text, at the latest once the outcome is `failed`.
 */
export function useCopy(text: string, shown: RefObject<HTMLElement | null>) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()

  useEffect(() => {
    if (outcome === 'failed' && shown.current) getSelection()?.selectAllChildren(shown.current)
  }, [outcome, shown])

  async function copy() {
    setOutcome(undefined)
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      setOutcome('failed')
    }
  }

  return { outcome, copy }
}
