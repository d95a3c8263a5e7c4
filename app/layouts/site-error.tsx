import { isRouteErrorResponse } from 'react-router'
import { unlistedPageMeta } from '../page-meta.ts'
import { ErrorPage } from './error-page.tsx'
import { PageNotFound } from './page-not-found.tsx'
import { SiteFrame } from './site-frame.tsx'

/** What stands in place of a page that failed, or whose address turned out to be none. */
export function SiteError({ error }: { error: unknown }) {
  if (!isNotFound(error)) {
    return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
  }
  return (
    <SiteFrame>
      <PageNotFound />
    </SiteFrame>
  )
}

/** Of what stands in place of a page; a page has its own. */
export const siteErrorMeta = ({ error }: { error?: unknown }) =>
  isNotFound(error) ? unlistedPageMeta('Page not found') : []

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404
