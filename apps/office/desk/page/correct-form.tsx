import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { DeskButton } from './desk-button.tsx'

type Props = {
  /** Of the form, where the label alone does not say what it is about. */
  name?: string
  /** Says what is corrected, and what follows from it. */
  label: string
  type?: 'text' | 'email'
  placeholder?: string
  value: string
  /** What is filled in before it. */
  children?: ReactNode
  action?: string
  /** @param typed empty if nothing was typed. */
  onCorrect: (typed: string) => Promise<void>
  onLeave: () => void
}

/** One line to put something right that somebody mistyped. Escape leaves it. */
export function CorrectForm(props: Props) {
  const {
    name,
    label,
    type = 'text',
    placeholder,
    value,
    children,
    action = 'Correct it',
    onCorrect,
    onLeave,
  } = props
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <form
      aria-label={name}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault()
        void onCorrect(String(new FormData(event.currentTarget).get('corrected')).trim())
      }}
      className="flex max-w-xl flex-wrap gap-1.5"
    >
      {children}
      <input
        ref={field}
        name="corrected"
        type={type}
        aria-label={label}
        placeholder={placeholder}
        onKeyDown={keysOfField(onLeave)}
        defaultValue={value}
        autoComplete="off"
        enterKeyHint="done"
        className="control w-auto min-w-48 grow"
      />
      <DeskButton type="submit">{action}</DeskButton>
      <DeskButton onClick={onLeave} className="border-transparent">
        Leave it
      </DeskButton>
    </form>
  )
}

/** For a field: Escape leaves what it belongs to, and Ctrl+Enter sends its form, also from several lines. */
export const keysOfField =
  (leave: (field: Field) => void) =>
  ({ key, ctrlKey, metaKey, repeat, currentTarget }: KeyboardEvent<Field>) => {
    if (key === 'Escape') leave(currentTarget)
    if (key === 'Enter' && (ctrlKey || metaKey) && !repeat) currentTarget.form?.requestSubmit()
  }

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
