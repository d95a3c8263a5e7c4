import type { ComponentProps, ReactNode } from 'react'

/** What most is done by at the desk. */
export const DeskButton = ({ className = '', ...props }: ComponentProps<'button'>) => (
  <button type="button" {...props} className={`desk-button ${className}`} />
)

type Props = {
  of: string
  /** Whether it is the next thing to do. */
  isNext?: boolean
  onPress: () => void
  children: ReactNode
}

/** It says which key does the same. */
export const KeyButton = ({ of, isNext = false, onPress, children }: Props) => (
  <DeskButton
    aria-keyshortcuts={of}
    onClick={onPress}
    className={`font-medium ${isNext ? 'bg-marigold border-marigold text-ink-deep hover:bg-marigold-bright' : ''}`}
  >
    {children}
    <Key of={of} isOnColour={isNext} />
  </DeskButton>
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
