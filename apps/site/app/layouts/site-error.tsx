import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate } from 'react-router'
import { Button, ButtonLink } from '@naic/ui/button.tsx'
import { LatticeStar } from '@naic/ui/lattice-star.tsx'
import { ReferenceOfPage } from '@naic/ui/reference.tsx'
import { Spinner } from '@naic/ui/spinner.tsx'
import { useOnline } from '@naic/ui/use-online.ts'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { fullTitle, unlistedPageMeta } from '#app/page-meta.ts'
import { SiteLink } from '@naic/ui/site-link.tsx'
import words from '@naic/content/en/site.json' with { type: 'json' }
import { fill } from '@naic/content/fill.ts'
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
  isNotFound(error) ? unlistedPageMeta(words.notFound.windowTitle) : []

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
      <title>{fullTitle(words.failed.windowTitle)}</title>
      <p className="font-heading text-ink-soft text-heading">{status}</p>
      <h1 className="text-title">{words.failed.title}</h1>
      <p className="max-w-text">
        {fill(words.failed.text, { email: organisation.emails.support })}
      </p>
      <ReferenceOfPage />
      {/* A full page load: the router itself may be what failed. */}
      <ButtonLink to="/" reloadDocument>
        {words.home}
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
    <section className="bg-ink text-paper jali mb-12">
      <div className="ink-fade">
        <div className="wrap grid min-h-[max(50svh,22rem)] items-center gap-10 py-12 md:grid-cols-2">
          <div className="grid justify-items-start gap-5">
            <p className="text-marigold text-heading">404</p>
            <h1 className="text-title">{words.notFound.title}</h1>
            <p className="text-lg">{words.notFound.text}</p>
            <div className="flex flex-wrap gap-4">
              <ButtonLink to="/">{words.home}</ButtonLink>
              <ButtonLink to="/internships" look="outline">
                {words.notFound.internships}
              </ButtonLink>
            </div>
          </div>
          <FourStarFour />
        </div>
      </div>
      <div className="jali-edge" aria-hidden="true" />
    </section>
  )
}

const FourStarFour = () => (
  <p
    className="font-heading flex items-center text-[clamp(7rem,20vw,16rem)] leading-none max-md:-order-1 md:justify-self-end"
    aria-hidden="true"
  >
    4<LatticeStar className="text-marigold mx-2 w-[0.75em]" />4
  </p>
)

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
  const said = online ? words.notCome : words.offline

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
      <title>{fullTitle(words.notCome.windowTitle)}</title>
      <h1 className="text-title">{said.title}</h1>
      <p role="status" className="max-w-text text-lg">
        {said.text} {words.formKept}
      </p>
      <div className="flex flex-wrap gap-4">
        <Button type="button" aria-disabled={trying} onClick={() => void tryAgain()}>
          {trying ? <Spinner /> : null}
          {words.tryAgain}
        </Button>
        <Button type="button" look="outline" onClick={() => void navigate(-1)}>
          {words.goBack}
        </Button>
      </div>
      {/* Only a browser comes here, and a worker has kept them (decision 095). */}
      {navigator.serviceWorker?.controller ? (
        <SiteLink to="/internships" reloadDocument className="link">
          {words.keptHere}
        </SiteLink>
      ) : null}
    </section>
  )
}

async function loadIfAnswered(): Promise<void> {
  const answers = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status < 500,
    isKept,
  )
  if (answers) location.reload()
}

/** Whether a worker has the page, perhaps of another release than the page's scripts here. */
const isKept = async (): Promise<boolean> =>
  navigator.serviceWorker?.controller != null && Boolean(await caches.match(location.pathname))
