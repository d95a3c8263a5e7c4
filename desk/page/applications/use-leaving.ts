import { type SyntheticEvent, useEffect, useRef, useState } from 'react'

/**
 * Opens a dialog at its heading, and leaves it at Escape; where something was typed, at the second.
 *
 * @param hasWords whether something would be lost.
 */
export function useLeaving(hasWords: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isWarned, setIsWarned] = useState(false)
  useEffect(() => {
    dialog.current?.showModal()
    heading.current?.focus()
  }, [])
  return {
    dialog,
    heading,
    isWarned: isWarned && hasWords,
    onCancel(event: SyntheticEvent) {
      if (!hasWords || isWarned) return
      event.preventDefault()
      setIsWarned(true)
    },
  }
}
