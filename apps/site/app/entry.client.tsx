import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import * as bareLayout from './layouts/bare-layout.tsx'
import * as siteLayout from './layouts/site-layout.tsx'
import * as root from './root.tsx'

declare global {
  interface Window {
    /** React Router's list of the routes whose files have come. */
    __reactRouterRouteModules: Record<string, unknown>
  }
}

/** The routes in one file with this entry (`apps/site/tools/finish-pages.ts`). */
const inThisFile = {
  root,
  'layouts/site-layout': siteLayout,
  'layouts/bare-layout': bareLayout,
}

/** Here, because the page sets its list of routes only when this file has run. */
function Site() {
  // oxlint-disable-next-line no-underscore-dangle -- React Router's name
  if (!import.meta.env.DEV) Object.assign(window.__reactRouterRouteModules, inThisFile)
  return <HydratedRouter />
}

startTransition(() => {
  hydrateRoot(document, <Site />)
})
