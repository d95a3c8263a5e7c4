import type { ComponentProps } from 'react'
import { Link, NavLink } from 'react-router'

/** A link to another page of the site, which fades into it where the browser can. */
export const SiteLink = (props: ComponentProps<typeof Link>) => <Link viewTransition {...props} />

/** The same, which says whether its page is the one that is shown. */
export const SiteNavLink = (props: ComponentProps<typeof NavLink>) => (
  <NavLink viewTransition {...props} />
)
