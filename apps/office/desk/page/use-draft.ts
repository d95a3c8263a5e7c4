import { useState } from 'react'

/**
 * Text that is being written about one thing, such as a note on an application. It is still there when its
 * writer has looked at another one, or loaded the page again; not for the next who signs in, for whom all
 * that the tab keeps is cleared (sign-in.tsx).
 *
 * @param of what it is about.
 * @returns the text; what changes it; what forgets it once it is sent: what was typed since then stays.
 */
export function useDraft(of: string) {
  const key = `desk-draft ${of}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  function write(typed: string): void {
    setText(typed)
    if (typed === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, typed)
  }
  const forget = (sent: string) => {
    if (sessionStorage.getItem(key) === sent) write('')
  }
  return [text, write, forget] as const
}
