import { BadgeCheck, Menu, X } from 'lucide-react'
import { type FocusEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { useLocation, useMatch } from 'react-router'
import { ButtonLink } from '@naic/ui/button.tsx'
import words from '@naic/content/en/header.json' with { type: 'json' }
import { headerLinks, verifyLink } from '@naic/content/navigation.ts'
import { onEvents } from '@naic/ui/on-events.ts'
import { SiteLink, SiteNavLink } from '@naic/ui/site-link.tsx'
import { LanguageLinks } from './language-links.tsx'
import { Logo } from './logo.tsx'

/** Stays at the top of the window; on the home page it is see-through until the page is scrolled. */
export function SiteHeader({ transparentAtTop }: { transparentAtTop: boolean }) {
  const scrolled = useScrolled()
  return (
    <header
      data-scrolled={scrolled}
      className={`site-header border-b fade-colors print:hidden ${
        transparentAtTop ? 'clear-at-top' : 'bg-paper text-ink border-hairline'
      }`}
    >
      <div className="wrap flex h-full items-center justify-between gap-4">
        <SiteLink to="/" onClick={closeSiteMenu} className="min-w-0">
          <Logo />
        </SiteLink>
        <SiteLink
          to={verifyLink.to}
          className="ml-auto flex min-h-11 items-center gap-2 border-r border-current/25 pr-4 text-sm font-medium hover:underline max-lg:hidden"
        >
          <BadgeCheck aria-hidden className="size-5" />
          {verifyLink.label}
        </SiteLink>
        <SiteMenu />
      </div>
    </header>
  )
}

const beside = 'inline-flex min-h-12 min-w-11 items-center gap-2 font-medium hover:underline'

/** In the words' colour, and a border: forced colours would take away a background. */
const barIfCurrent = 'relative after:absolute after:bottom-1.5 aria-[current=page]:after:border-b-2'

/**
 * One list of links for both widths. On narrow screens it is a popover, which the browser
 * itself opens and closes, so that the menu works before JavaScript has come and without it.
 * A link closes it at once: it may lead to the page that is open, and then no path changes.
 */
function SiteMenu() {
  const { open, onBlur } = useSiteMenu()
  const applying = useMatch('/apply') !== null
  const internship = useMatch('/internships/:id')?.params.id
  return (
    <div onBlur={onBlur} className="contents">
      <button
        type="button"
        popoverTarget={siteMenuId}
        aria-expanded={open}
        aria-controls={siteMenuId}
        className="-mr-2 grid size-12 shrink-0 place-items-center rounded-md md:hidden"
      >
        <span className="sr-only">{open ? words.closeMenu : words.openMenu}</span>
        {open ? <X aria-hidden /> : <Menu aria-hidden />}
      </button>
      <nav
        id={siteMenuId}
        popover="auto"
        aria-label={words.menu}
        className="site-menu max-md:bg-paper max-md:text-ink max-md:px-4 max-md:pt-2 max-md:pb-6 md:static md:m-0 md:shrink-0 md:items-center md:whitespace-nowrap md:gap-1 md:overflow-visible md:bg-transparent md:p-0 md:text-inherit"
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
          to={internship ? `/apply?internship=${internship}` : '/apply'}
          aria-current={applying ? 'page' : undefined}
          onClick={closeSiteMenu}
          className={`${barIfCurrent} after:inset-x-6 max-md:mt-4 max-md:w-full md:ml-3`}
        >
          {words.apply}
        </ButtonLink>
        <p className="border-hairline mt-6 flex flex-wrap justify-between gap-x-4 border-t px-3 pt-3 md:hidden">
          <SiteLink to={verifyLink.to} onClick={closeSiteMenu} className={beside}>
            <BadgeCheck aria-hidden className="size-5" />
            {verifyLink.label}
          </SiteLink>
          <LanguageLinks onClick={closeSiteMenu} className={beside} />
        </p>
      </nav>
    </div>
  )
}

const siteMenuId = 'site-menu'

/** Does nothing if the menu is closed, or is a row of links. */
function closeSiteMenu(): void {
  const menu = document.getElementById(siteMenuId)
  menu?.hidePopover?.()
}

/**
 * Says whether the menu is open, and closes it when the visitor goes to another page. The browser
 * opens it, and closes it on Escape or a tap outside.
 */
function useSiteMenu() {
  const { pathname } = useLocation()
  const shown = useRef(pathname)

  useEffect(() => {
    if (shown.current !== pathname) closeSiteMenu()
    shown.current = pathname
  }, [pathname])

  // A phone that is turned may be wide enough for the row of links.
  useEffect(() => {
    const wide = window.matchMedia('(width >= 48rem)')
    wide.addEventListener('change', closeSiteMenu)
    return () => wide.removeEventListener('change', closeSiteMenu)
  }, [])

  return {
    /** Undefined until the script has come: until then the browser itself says. */
    open: useSyncExternalStore(onToggle, isOpen, () => undefined),
    /** The page that the focus has gone on to must not lie under the menu. */
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (relatedTarget && !currentTarget.contains(relatedTarget)) closeSiteMenu()
    },
  }
}

const onToggle = onEvents(() => document, 'toggle')

function isOpen(): boolean {
  const menu = document.getElementById(siteMenuId)
  return menu?.showPopover !== undefined && menu.matches(':popover-open')
}

const thresholdPx = 10

/** @returns whether the page is scrolled more than 10 px; undefined until the script has come. */
function useScrolled(): boolean | undefined {
  return useSyncExternalStore(
    onScroll,
    () => window.scrollY > thresholdPx,
    () => undefined,
  )
}

const onScroll = onEvents(() => window, 'scroll')
