import { Menu, X } from 'lucide-react'
import { useMatch } from 'react-router'
import { SiteNavLink } from '../ui/site-link.tsx'
import { headerLinks } from '#content/navigation.ts'
import { ButtonLink } from '../ui/button.tsx'
import { closeSiteMenu, siteMenuId, useSiteMenu } from './use-site-menu.ts'

/** In the words' colour, and a border: forced colours would take away a background. */
const barIfCurrent = 'relative after:absolute after:bottom-1.5 aria-[current=page]:after:border-b-2'

/**
 * One list of links for both widths. On narrow screens it is a popover, which the browser
 * itself opens and closes, so that the menu works before JavaScript has come and without it.
 * A link closes it at once: it may lead to where one is, and then no path changes.
 */
export function SiteMenu() {
  const { open, onBlur } = useSiteMenu()
  const applying = useMatch('/apply') !== null
  return (
    <div onBlur={onBlur} className="contents">
      <button
        type="button"
        popoverTarget={siteMenuId}
        aria-expanded={open}
        aria-controls={siteMenuId}
        className="-mr-2 grid size-12 shrink-0 place-items-center rounded-md md:hidden"
      >
        <span className="sr-only">{open ? 'Close menu' : 'Open menu'}</span>
        {open ? <X aria-hidden /> : <Menu aria-hidden />}
      </button>
      <nav
        id={siteMenuId}
        popover="auto"
        aria-label="Main"
        className="site-menu max-md:bg-paper max-md:text-ink max-md:border-hairline max-md:border-b max-md:px-4 max-md:pt-2 max-md:pb-6 md:static md:m-0 md:shrink-0 md:items-center md:whitespace-nowrap md:gap-1 md:overflow-visible md:bg-transparent md:p-0 md:text-inherit"
      >
        {headerLinks.map(({ to, label }) => (
          <SiteNavLink
            key={to}
            to={to}
            end={to === '/'}
            onClick={closeSiteMenu}
            className={`${barIfCurrent} max-md:border-hairline block px-3 py-3 font-medium after:inset-x-3 hover:underline max-md:border-b max-md:text-lg aria-[current=page]:font-semibold`}
          >
            {label}
          </SiteNavLink>
        ))}
        <ButtonLink
          to="/apply"
          aria-current={applying ? 'page' : undefined}
          onClick={closeSiteMenu}
          className={`${barIfCurrent} after:inset-x-6 max-md:mt-4 max-md:w-full md:ml-3`}
        >
          Apply Now
        </ButtonLink>
      </nav>
    </div>
  )
}
