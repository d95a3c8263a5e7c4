import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { headerLinks } from '#content/navigation.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Logo } from './logo.tsx'
import { useScrolled } from './use-scrolled.ts'

/** Fixed to the top; on the home page it is see-through until the page is scrolled. */
export function SiteHeader({ transparentAtTop }: { transparentAtTop: boolean }) {
  const scrolled = useScrolled()
  const clear = transparentAtTop && !scrolled
  return (
    <header
      data-scrolled={scrolled}
      className={`fixed inset-x-0 top-0 z-40 h-(--header-height) border-b transition-colors duration-200 print:hidden ${
        clear ? 'text-paper border-transparent' : 'bg-paper text-ink border-hairline'
      }`}
    >
      <div className="wrap flex h-full items-center justify-between gap-4">
        <Link to="/" className="min-w-0">
          <Logo />
        </Link>
        <SiteMenu />
      </div>
    </header>
  )
}

/**
 * One list of links for both widths. On narrow screens it is a popover, which the browser
 * itself opens and closes, so that the menu works before JavaScript has come and without it.
 */
function SiteMenu() {
  const menu = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()

  useEffect(() => {
    if (pathname) menu.current?.hidePopover?.()
  }, [pathname])

  return (
    <>
      <button
        type="button"
        popoverTarget="site-menu"
        aria-expanded={open}
        aria-controls="site-menu"
        className="-mr-2 grid size-12 place-items-center rounded-md md:hidden"
      >
        <span className="sr-only">{open ? 'Close menu' : 'Open menu'}</span>
        {open ? <X aria-hidden /> : <Menu aria-hidden />}
      </button>
      <nav
        ref={menu}
        id="site-menu"
        popover="auto"
        aria-label="Main"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="site-menu max-md:bg-paper max-md:text-ink max-md:border-hairline max-md:border-b max-md:px-4 max-md:pt-2 max-md:pb-6 md:static md:m-0 md:items-center md:gap-1 md:overflow-visible md:bg-transparent md:p-0 md:text-inherit"
      >
        {headerLinks.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            end={to === '/'}
            className="aria-[current=page]:after:bg-marigold max-md:border-hairline relative block px-3 py-3 font-medium after:absolute after:inset-x-3 after:bottom-1.5 after:h-0.5 hover:underline max-md:border-b max-md:text-lg aria-[current=page]:font-semibold"
          >
            {label}
          </NavLink>
        ))}
        <ButtonLink to="/apply" className="max-md:mt-4 max-md:w-full md:ml-3">
          Apply Now
        </ButtonLink>
      </nav>
    </>
  )
}
