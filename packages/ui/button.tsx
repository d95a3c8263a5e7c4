import type { ComponentProps } from 'react'

/** `primary` is the one action that matters on a screen. */
type ButtonLook = 'primary' | 'outline' | 'quiet'

const shape =
  'inline-flex min-h-12 items-center justify-center gap-2 rounded-md px-6 py-2.5 text-center font-semibold fade-colors print:hidden'

const looks: Record<ButtonLook, string> = {
  // Forced colours take the background, and with it the only edge.
  primary: 'forced-colors:border bg-marigold text-ink hover:bg-marigold-bright',
  outline: 'border border-current hover:bg-current/10',
  quiet: 'link px-2',
}

/** A link never is. */
const ifDisabled =
  'aria-disabled:bg-ink-pale aria-disabled:text-ink-soft aria-disabled:cursor-not-allowed disabled:bg-ink-pale disabled:text-ink-soft disabled:cursor-not-allowed'

/** @returns the classes of a button, for elements that only look like one. */
export const buttonClasses = (look: ButtonLook): string => `${shape} ${looks[look]}`

type Props<Tag extends 'a' | 'button'> = ComponentProps<Tag> & { look?: ButtonLook }

export const Button = ({ look = 'primary', className = '', ...props }: Props<'button'>) => (
  // oxlint-disable-next-line react/button-has-type -- the caller says
  <button
    {...props}
    className={`${buttonClasses(look)} ${look === 'primary' ? ifDisabled : ''} ${className}`}
  />
)

export const ButtonLink = ({ look = 'primary', className = '', ...props }: Props<'a'>) => (
  <a {...props} className={`${buttonClasses(look)} ${className}`}>
    {props.children}
  </a>
)
