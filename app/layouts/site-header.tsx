import { SiteLink } from '../ui/site-link.tsx'
import { Logo } from './logo.tsx'
import { SiteMenu } from './site-menu.tsx'
import { useScrolled } from './use-scrolled.ts'
import { closeSiteMenu } from './use-site-menu.ts'

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
        <SiteMenu />
      </div>
    </header>
  )
}
