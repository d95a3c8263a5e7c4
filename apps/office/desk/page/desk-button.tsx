import type { ComponentProps, ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useDeskKeys } from './desk-keys.tsx'
import { DeskLink } from './desk-link.tsx'

/** What most is done by at the desk. */
export const DeskButton = ({ className = '', ...props }: ComponentProps<'button'>) => (
  <button type="button" {...props} className={`desk-button ${className}`} />
)

type Props = {
  of: string
  isNext?: boolean
  onPress: () => void
  children: ReactNode
}

/** A key does the same, and it says which. */
export function KeyButton({ of, isNext = false, onPress, children }: Props) {
  useDeskKeys({ [of]: onPress })
  return (
    <DeskButton
      aria-keyshortcuts={of}
      onClick={onPress}
      className={`font-medium ${isNext ? 'bg-marigold border-marigold text-ink-deep hover:bg-marigold-bright' : ''}`}
    >
      {children}
      <Key of={of} isOnColour={isNext} />
    </DeskButton>
  )
}

/** The same for a link. */
export function KeyLink({ of, to, ...props }: ComponentProps<'a'> & { of: string; to: string }) {
  const navigate = useNavigate()
  useDeskKeys({ [of]: () => void navigate(to) })
  return <DeskLink to={to} aria-keyshortcuts={of} {...props} />
}

/** Which key does the same, where there is a keyboard. */
export const Key = ({ of, isOnColour = false }: { of: string; isOnColour?: boolean }) => (
  <kbd
    aria-hidden
    className={`rounded-sm border px-1 text-xs max-sm:hidden pointer-coarse:hidden ${isOnColour ? 'border-current' : 'text-ink-soft border-hairline'}`}
  >
    {of}
  </kbd>
)
