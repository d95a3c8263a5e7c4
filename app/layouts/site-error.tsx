import { isRouteErrorResponse } from 'react-router'
import { unlistedPageMeta } from '../page-meta.ts'
import { ErrorPage } from './error-page.tsx'
import { PageNotCome } from './page-not-come.tsx'
import { PageNotFound } from './page-not-found.tsx'
import { SiteFrame } from './site-frame.tsx'

/** What stands in place of a page that failed or did not come, or whose address turned out to be none. */
export function SiteError({ error }: { error: unknown }) {
  const notFound = isNotFound(error)
  if (!notFound && !hasNotCome(error)) {
    return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
  }
  return <SiteFrame>{notFound ? <PageNotFound /> : <PageNotCome />}</SiteFrame>
}

/** Of what stands in place of a page; a page has its own. */
export const siteErrorMeta = ({ error }: { error?: unknown }) =>
  isNotFound(error) ? unlistedPageMeta('Page not found') : []

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

/**
 * Whether a page's script or data did not come. Browsers have no other sign for it than their own words:
 * Chromium's, Firefox's and Safari's. A proxy whose server is away answers 502 to 504.
 */
const hasNotCome = (error: unknown) =>
  isRouteErrorResponse(error)
    ? error.status >= 502 && error.status <= 504
    : error instanceof TypeError && notCome.test(error.message)

const notCome =
  /^(Failed to fetch|NetworkError when|error loading dynamically|Load failed|Importing a module)/
