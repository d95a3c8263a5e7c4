import type { ComponentProps } from 'react'
// oxlint-disable-next-line eslint/no-restricted-imports -- here they are made the desk's
import { Link, NavLink } from 'react-router'

/** A link to another page of the desk, whose routes have all come with the first page. */
export const DeskLink = (props: ComponentProps<typeof Link>) => (
  <Link discover="none" className="link" {...props} />
)

/** The same, and it says whether its page is shown. */
export const DeskNavLink = (props: ComponentProps<typeof NavLink>) => (
  <NavLink discover="none" {...props} />
)
