import type { ReactNode } from 'react'
import { isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { unlistedPageMeta } from '../page-meta.ts'
import { ErrorPage } from './error-page.tsx'
import { PageNotFound } from './page-not-found.tsx'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'
import type { Route } from './+types/site-layout'

/** Of what stands in place of a page; a page has its own. */
export const meta: Route.MetaFunction = ({ error }) =>
  isNotFound(error) ? unlistedPageMeta('Page not found') : []

export default function SiteLayout() {
  return (
    <HeaderAndFooter>
      <Outlet />
    </HeaderAndFooter>
  )
}

/** A page may find out only when it is asked for that its address is none. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isNotFound(error)) {
    return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
  }
  return (
    <HeaderAndFooter>
      <PageNotFound />
    </HeaderAndFooter>
  )
}

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

/** A certificate stands alone, without the header, and so does what is asked for below it. */
function HeaderAndFooter({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const withoutHeader = /^\/verify$|\/verify\//i.test(pathname)
  const isHome = pathname === '/'
  return (
    <>
      <a
        href="#main"
        className="bg-paper text-ink fixed top-2 left-2 z-50 -translate-y-20 rounded-md px-4 py-3 font-semibold focus:translate-y-0 print:hidden"
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
