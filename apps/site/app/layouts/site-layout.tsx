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

/** A page may find out only when it is asked for that its address is none. */
export const ErrorBoundary = SiteError
