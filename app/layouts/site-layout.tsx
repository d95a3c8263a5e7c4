import { Outlet, useLocation } from 'react-router'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Header, content, footer. A certificate stands alone, without the header. */
export default function SiteLayout() {
  const { pathname } = useLocation()
  const showsCertificate = /^\/verify(\/|$)/.test(pathname)
  const isHome = pathname === '/'
  return (
    <>
      <a
        href="#main"
        className="bg-paper text-ink fixed top-2 left-2 z-50 -translate-y-20 rounded-md px-4 py-3 font-semibold focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      {showsCertificate ? null : <SiteHeader transparentAtTop={isHome} />}
      <main
        id="main"
        tabIndex={-1}
        className={isHome || showsCertificate ? '' : 'pt-(--header-height) print:pt-0'}
      >
        <Outlet />
      </main>
      <SiteFooter />
    </>
  )
}
