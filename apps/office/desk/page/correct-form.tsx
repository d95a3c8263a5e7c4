import { type SubmitEvent, useEffect, useRef } from 'react'
import { atEscape } from './kept-panel.tsx'

type Props = {
  /** Says what is corrected, and what follows from it. */
  label: string
  type?: 'text' | 'email'
  value: string
  /** On the button. */
  action?: string
  /** Whether it is another now than the one that is being corrected. */
  isStale?: boolean
  /** @param typed empty if nothing was typed. */
  onCorrect: (typed: string) => Promise<void>
  onLeave: () => void
}

/** One line to put something right that somebody mistyped. Escape leaves it. */
export function CorrectForm(props: Props) {
  const {
    label,
    type = 'text',
    value,
    action = 'Correct it',
    isStale = false,
    onCorrect,
    onLeave,
  } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void onCorrect(String(new FormData(event.currentTarget).get('corrected')).trim())
      }}
      className="flex max-w-xl flex-wrap gap-1.5"
    >
      <input
        ref={field}
        name="corrected"
        type={type}
        aria-label={label}
        defaultValue={value}
        onKeyDown={atEscape(onLeave)}
        autoComplete="off"
        enterKeyHint="done"
        className="control w-auto min-w-48 grow"
      />
      <button type="submit" aria-disabled={isStale} className="desk-button">
        {action}
      </button>
      <button type="button" onClick={onLeave} className="desk-button border-transparent">
        Leave it
      </button>
    </form>
  )
}
