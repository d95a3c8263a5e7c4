import { Outlet } from 'react-router'
import { SiteError, siteErrorMeta } from './site-error.tsx'
import { SiteFrame } from './site-frame.tsx'

export const meta = siteErrorMeta

export default function SiteLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}

/** A page may find out only in its loader that its address does not exist. */
export const ErrorBoundary = SiteError
