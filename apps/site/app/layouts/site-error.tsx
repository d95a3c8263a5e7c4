import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate } from 'react-router'
import { Button, ButtonLink } from '@naic/ui/button.tsx'
import { ReferenceOfPage } from '@naic/ui/reference.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { useOnline } from '@naic/ui/use-online.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { unlistedPageMeta } from '#app/page-meta.ts'
import { SiteFrame } from './site-frame.tsx'

/** In place of a page that failed, did not arrive, or does not exist. */
export function SiteError({ error }: { error: unknown }) {
  const notFound = isNotFound(error)
  if (!notFound && !hasNotCome(error)) {
    return <ErrorPage status={isRouteErrorResponse(error) ? error.status : 500} />
  }
  return <SiteFrame>{notFound ? <PageNotFound /> : <PageNotCome />}</SiteFrame>
}

/** For the title of these; a page has its own. */
export const siteErrorMeta = ({ error }: { error?: unknown }) =>
  isNotFound(error) ? unlistedPageMeta('Page not found') : []

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404

/**
 * Whether a page's script or data did not arrive. Browsers say so only in the words of their errors:
 * Chromium's, Firefox's and Safari's. A proxy whose server is down answers 502 to 504.
 */
const hasNotCome = (error: unknown) =>
  isRouteErrorResponse(error)
    ? error.status >= 502 && error.status <= 504
    : error instanceof TypeError && notCome.test(error.message)

const notCome =
  /^(Failed to fetch|NetworkError when|error loading dynamically|Load failed|Importing a module)/

/** Shown when a page fails. It must not need anything that may have failed. */
function ErrorPage({ status }: { status: number }) {
  return (
    <main id="main" className="wrap grid min-h-svh content-center justify-items-start gap-6 py-16">
      <title>{`Something went wrong | ${organisation.shortName}`}</title>
      <p className="font-heading text-ink-soft text-heading">{status}</p>
      <h1 className="text-title">Something went wrong on our side</h1>
      <p className="max-w-text">
        The page could not be shown. Please reload it in a minute. If it happens again, write to{' '}
        {organisation.emails.support} and tell us what you were doing.
      </p>
      <ReferenceOfPage />
      {/* A full page load: the router itself may be what failed. */}
      <ButtonLink to="/" reloadDocument>
        Return to Home
      </ButtonLink>
    </main>
  )
}

/** For an address that does not exist. */
export function PageNotFound() {
  const { pathname } = useLocation()

  useEffect(() => {
    console.error(`No page at ${pathname}`)
  }, [pathname])

  return (
    <section className="wrap grid min-h-[60svh] content-center justify-items-start gap-5 py-16">
      <p className="font-heading text-hero text-peacock" aria-hidden="true">
        404
      </p>
      <h1 className="text-title">
        <span className="sr-only">404: </span>Oops! Page not found
      </h1>
      <p className="text-lg">The page you're looking for might have been moved or doesn't exist.</p>
      <div className="flex flex-wrap gap-4">
        <ButtonLink to="/">Return to Home</ButtonLink>
        <ButtonLink to="/internships" look="outline">
          Explore Internships
        </ButtonLink>
      </div>
    </section>
  )
}

/** How often to try again, for browsers that do not say that the network is back. */
const everyMs = 10_000

/**
 * In the frame if the page of a link did not arrive. The address is already the page's, which is loaded
 * once the server answers: reloading earlier would put the browser's own error in the site's place.
 */
function PageNotCome() {
  const navigate = useNavigate()
  const online = useOnline()
  const [trying, setTrying] = useState(false)

  async function tryAgain() {
    setTrying(true)
    await loadIfAnswered()
    setTrying(false)
  }

  useEffect(() => {
    const ifOnline = () => {
      if (navigator.onLine) void loadIfAnswered()
    }
    ifOnline()
    window.addEventListener('online', ifOnline)
    const timer = setInterval(ifOnline, everyMs)
    return () => {
      window.removeEventListener('online', ifOnline)
      clearInterval(timer)
    }
  }, [])

  return (
    <section className="wrap grid min-h-[60svh] content-center justify-items-start gap-5 py-16">
      <title>{`Waiting for the network | ${organisation.shortName}`}</title>
      <h1 className="text-title">{online ? 'This page did not come' : 'You are offline'}</h1>
      <p role="status" className="max-w-text text-lg">
        {online
          ? 'There was no connection to our server, or it broke off. We keep trying, and the page opens by itself.'
          : 'This page opens by itself as soon as your phone or computer is connected again.'}{' '}
        What you typed into a form is kept: go back to see it.
      </p>
      <div className="flex flex-wrap gap-4">
        <Button type="button" aria-disabled={trying} onClick={() => void tryAgain()}>
          {trying ? <Spinner /> : null}
          Try again
        </Button>
        <Button type="button" look="outline" onClick={() => void navigate(-1)}>
          Go back
        </Button>
      </div>
    </section>
  )
}

async function loadIfAnswered(): Promise<void> {
  const answers = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    () => false,
  )
  if (answers) location.reload()
}
