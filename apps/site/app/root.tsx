import type { ReactNode } from 'react'
import { languageOf } from '@naic/content/languages.ts'
import { Links, Meta, Outlet, Scripts, useLocation } from 'react-router'
import { offlinePages } from '#worker/kept-pages.ts'
import { PageProgress } from './layouts/route-change.tsx'
import { ToastRegion } from '@naic/ui/toast-region.tsx'
import type { Route } from './+types/root'
import siteStyles from './app.css?url'
import headingFont from './fonts/anek-latin-heading.woff2?url'
import { FetchAhead } from './layouts/fetch-ahead.tsx'
import { useOfflineCopy } from './layouts/keep-offline.ts'
import { RouteChange } from './layouts/route-change.tsx'
import { SiteError, siteErrorMeta } from './layouts/site-error.tsx'
import { pageStylesPlaceholder } from './server-context/site-settings.ts'
import {
  apiUrl,
  retentionDays,
  samples,
  siteUrl,
  taskFormNotSetUp,
  taskFormUrl,
  witnesses,
} from './server-context/site-settings.ts'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: headingFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  ...(import.meta.env.DEV ? [] : madeAtBuild),
]

/** Of the program, which the build puts in. */
declare const VERSION: string

const madeAtBuild = [
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const isPartOfPage = pathname.startsWith(taskFormNotSetUp)
  // It stands for any page, so the browser's router would not know it.
  const isStill = pathname.startsWith(offlinePages.any)
  return (
    <html
      lang={languageOf(pathname)?.code ?? 'en-IN'}
      data-site-url={siteUrl()}
      data-api-url={apiUrl()}
      data-task-form-url={taskFormUrl()}
      data-retention-days={retentionDays()}
      data-samples={samples()}
      data-witnesses={witnesses()}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#1c1f4a" />
        <meta name="generator" content={`naic ${VERSION}`} />
        <Meta />
        {/* The policy allows links by their address; a nonce would differ in the browser. */}
        <Links nonce="" />
        {import.meta.env.DEV ? wholeStyles : <PageStyles />}
      </head>
      <body>
        {children}
        {isPartOfPage || isStill ? null : <ToastRegion />}
        {import.meta.env.DEV ? null : wholeStyles}
        {isStill ? null : <Scripts />}
      </body>
    </html>
  )
}

/** In the body, where it does not delay what is before it. */
const wholeStyles = <link rel="stylesheet" href={siteStyles} fetchPriority="low" />

/** The rules that this page begins with, which the server puts in. */
function PageStyles() {
  return (
    <style
      // The browser hydrates without knowing them, which is right.
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger -- a constant
      dangerouslySetInnerHTML={{ __html: pageStylesPlaceholder }}
    />
  )
}

export default function Root() {
  const query = useOfflineCopy()
  return (
    <>
      <PageProgress />
      <RouteChange />
      <FetchAhead />
      <Outlet key={query} />
    </>
  )
}

export const meta = siteErrorMeta

/**
 * Also of an address that fits nothing in the route table, not even its `*`: React Router's `*`
 * stops at a line break, such as %0A.
 */
export const ErrorBoundary = SiteError
