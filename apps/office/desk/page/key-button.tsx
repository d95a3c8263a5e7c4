import type { ReactNode } from 'react'

type Props = {
  of: string
  /** Whether it is the next thing to do. */
  isNext?: boolean
  onPress: () => void
  children: ReactNode
}

/** A button that says which key does the same. */
export const KeyButton = ({ of, isNext = false, onPress, children }: Props) => (
  <button
    type="button"
    aria-keyshortcuts={of}
    onClick={onPress}
    className={`desk-button font-medium ${isNext ? 'bg-marigold border-marigold text-ink-deep hover:bg-marigold-bright' : ''}`}
  >
    {children}
    <Key of={of} isOnColour={isNext} />
  </button>
)

/** Which key does the same, where there is a keyboard. */
export const Key = ({ of, isOnColour = false }: { of: string; isOnColour?: boolean }) => (
  <kbd
    aria-hidden
    className={`rounded-sm border px-1 text-xs max-sm:hidden pointer-coarse:hidden ${isOnColour ? 'border-current' : 'text-ink-soft border-hairline'}`}
  >
    {of}
  </kbd>
)
