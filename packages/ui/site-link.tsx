import type { ComponentProps } from 'react'
// oxlint-disable-next-line eslint/no-restricted-imports -- here they are made the site's
import { Link, NavLink } from 'react-router'

/** A link to another page of the site, whose routes have all come with the first page. */
export const SiteLink = (props: ComponentProps<typeof Link>) => <Link discover="none" {...props} />

/** The same, and it says whether its page is shown. */
export const SiteNavLink = (props: ComponentProps<typeof NavLink>) => (
  <NavLink discover="none" {...props} />
)
