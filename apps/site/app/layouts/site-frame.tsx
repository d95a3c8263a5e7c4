import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/**
 * Header and footer, and the page between them. /verify and everything below it has no header.
 */
export function SiteFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const withoutHeader = /^\/verify$|\/verify\//i.test(pathname)
  const isHome = pathname === '/'
  return (
    <>
      <a
        href="#main"
        className="bg-paper text-ink fixed top-2 left-2 z-50 -translate-y-[200%] rounded-md px-4 py-3 font-semibold focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      {withoutHeader ? null : <SiteHeader transparentAtTop={isHome} />}
      <main
        id="main"
        tabIndex={-1}
        className={isHome || withoutHeader ? '' : 'pt-(--header-height) print:pt-0'}
      >
        {children}
      </main>
      <SiteFooter />
    </>
  )
}
