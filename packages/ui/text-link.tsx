import type { ComponentProps } from 'react'

/** A link in a text or on a line of its own: as high as a thumb, though the lines are not. */
export const TextLink = ({ className = '', children, ...props }: ComponentProps<'a'>) => (
  <a {...props} className={`link -my-3 inline-block py-3 font-medium ${className}`}>
    {children}
  </a>
)
