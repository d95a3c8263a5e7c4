import { type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'

type DialogProps = {
  title: string
  under?: string | undefined
  isNarrow?: true
  /** Whether something was typed that would be lost. */
  hasText?: boolean
  onClose: () => void
  /** @param isWarned whether it was to be left, and once more leaves what is typed. */
  children: (isWarned: boolean) => ReactNode
}

/**
 * Opens at its only field, otherwise at its heading, and is left at Escape or by the browser's Back; if text would be
 * lost, at the second time in a row.
 */
export function DeskDialog({
  title,
  under,
  isNarrow,
  hasText = false,
  onClose,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [isWarned, setIsWarned] = useState(false)
  useEffect(() => {
    dialog.current?.showModal()
    const [field, another] = dialog.current?.querySelectorAll<HTMLElement>(typedInto) ?? []
    if (field && !another) field.focus()
    else heading.current?.focus()
  }, [])

  /** @returns whether it stays, since text would be lost. */
  function warn(): boolean {
    const isToStay = hasText && !isWarned
    if (isToStay) setIsWarned(true)
    return isToStay
  }
  useBlocker(({ historyAction }) => historyAction === 'POP' && warn())

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onCancel={(event) => warn() && event.preventDefault()}
      onInput={() => setIsWarned(false)}
      className={`bg-paper text-ink border-control backdrop:bg-ink-deep/60 m-auto max-h-[94svh] overflow-y-auto rounded-lg border ${isNarrow ? 'w-[min(46rem,94vw)]' : 'w-[min(60rem,94vw)]'}`}
    >
      <h2
        id={titleId}
        ref={heading}
        tabIndex={-1}
        className="text-heading bg-paper border-hairline sticky top-0 z-10 border-b px-6 py-3"
      >
        {title}
        {under ? (
          <span className="text-ink-soft block font-sans text-sm font-normal">{under}</span>
        ) : null}
      </h2>
      {children(isWarned && hasText)}
    </dialog>
  )
}

const titleId = 'dialog-title'
const typedInto = 'textarea, select, input:not([type=checkbox], [type=radio])'

/** Begins to read an open dialog anew, such as when what had the focus is gone. */
export const focusTitle = () => document.querySelector<HTMLElement>(`#${titleId}`)?.focus()

/** For a button in a dialog. */
export const leaveDialog = ({ currentTarget }: SyntheticEvent<HTMLElement>) =>
  currentTarget.closest('dialog')?.requestClose()
