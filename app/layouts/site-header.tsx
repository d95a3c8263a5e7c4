import { SiteLink } from '../ui/site-link.tsx'
import { Logo } from './logo.tsx'
import { SiteMenu } from './site-menu.tsx'
import { useScrolled } from './use-scrolled.ts'
import { closeSiteMenu } from './use-site-menu.ts'

/** Fixed to the top, unless the window is low; on the home page it is see-through until the page is scrolled. */
export function SiteHeader({ transparentAtTop }: { transparentAtTop: boolean }) {
  const scrolled = useScrolled()
  const clear = transparentAtTop && !scrolled
  return (
    <header
      data-scrolled={scrolled}
      className={`fixed low:absolute inset-x-0 top-0 z-40 h-(--header-height) border-b fade-colors print:hidden ${
        clear ? 'text-paper border-transparent' : 'bg-paper text-ink border-hairline'
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
