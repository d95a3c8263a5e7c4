import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'

/**
 * Fetches what the next page needs, so that it opens without waiting for the line: of the pages that
 * most go on to, when nothing else is under way (10 KB at most), and of the one whose link is being
 * touched or pointed at. It fetches nothing if the visitor saves data.
 *
 * It fills the browser's cache, and runs a page's scripts once all of them have come. React Router's own
 * `PrefetchPageLinks` runs them as they come, and reloads the page if one does not arrive: what was filled
 * in would be gone.
 */
export function FetchAhead() {
  const { pathname } = useLocation()

  useEffect(() => {
    if (!isWelcome()) return undefined
    return whenIdle(() => likelyPages(pathname).forEach((page) => fetchFilesOf(page, 2)))
  }, [pathname])

  useEffect(() => {
    if (!isWelcome()) return undefined
    const see = ({ target }: Event) => {
      const page = pageOf(target)
      if (page) fetchFilesOf(page)
    }
    for (const sign of signs) document.addEventListener(sign, see, { passive: true })
    return () => signs.forEach((sign) => document.removeEventListener(sign, see))
  }, [])

  return null
}

/** What was asked for and may not have come yet. */
const asked = new Map<string, Promise<boolean>>()

/** @param most files, its own script first; the rest comes when its link is touched. */
async function fetchFilesOf(page: string, most = Infinity) {
  if (!navigator.onLine) return
  const missing = filesOf(page).filter(hasNotCome)
  const come = await Promise.all(missing.slice(0, most).map(fetchFile))
  // A script that a browser tries to run, and does not get, it may not ask for again.
  if (missing.length <= most && come.every(Boolean)) await runScript(page)
}

/** @returns whether it came. If not, the next sign may try again. */
function fetchFile(address: string): Promise<boolean> {
  const before = asked.get(address)
  if (before) return before
  const coming = fetch(address, { priority: 'low' })
    .then(async (response) => response.ok && (await response.blob()).size > 0)
    .catch(() => false)
    .finally(() => asked.delete(address))
  asked.set(address, coming)
  return coming
}

/** Shows nothing. The router finds it run, and shows the page at once when its link is followed. */
async function runScript(page: string) {
  const route = routeOf(new URL(page, location.origin).pathname)
  if (!route) return
  const { __reactRouterRouteModules: modules } = window
  const module: unknown = await import(/* @vite-ignore */ route.module).catch(() => undefined)
  if (module) modules[route.id] ??= module
}

/** That somebody is about to follow a link. */
const signs = ['pointerdown', 'mouseover', 'focusin'] as const

/** @returns path and query of the page of this site that a link under the target leads to. */
function pageOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link || link.origin !== location.origin || link.target || link.download) return undefined
  return link.pathname + link.search
}

const isWelcome = (): boolean => !savesData() && !import.meta.env.DEV

/** Whether the visitor asks for few bytes, or has a line for few. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return connection?.saveData === true || connection?.effectiveType.endsWith('2g') === true
}

/** Works once the page is loaded and idle. @returns cancels it. */
export function whenIdle(work: () => void, laterMs = 0): () => void {
  let isCancelled = false
  const run = () => {
    if (!isCancelled) work()
  }
  // Safari has no idle callbacks.
  const ask = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 1_000)
  const askLater = () => setTimeout(ask, laterMs)
  if (document.readyState === 'complete') askLater()
  else addEventListener('load', askLater, { once: true })
  return () => {
    isCancelled = true
  }
}

/** @returns the paths where most visitors of a page go next. */
function likelyPages(pathname: string): readonly string[] {
  if (pathname === '/') return ['/internships']
  if (pathname === '/internships') return firstInternship()
  return pathname.startsWith('/internships/') ? ['/apply'] : []
}

/** All have the same page; its words come with the touch. */
const firstInternship = () => {
  const link = document.querySelector<HTMLAnchorElement>('main a[href^="/internships/"]')
  return link ? [link.pathname] : []
}

/** What React Router's manifest, a script of the build, says of a route. */
type Route = {
  id: string
  path?: string
  index?: boolean
  module: string
  imports: string[]
  hasLoader: boolean
  hasClientLoader: boolean
}

declare global {
  interface Window {
    __reactRouterManifest: { routes: Record<string, Route> }
  }
}

/**
 * @param page path of a page of this site.
 * @returns its route; undefined if the page does not exist.
 */
export function routeOf(page: string): Route | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- React Router's name
  return Object.values(window.__reactRouterManifest.routes).find(
    ({ path, index }) => path !== '*' && (path || index) && matchPath(`/${path ?? ''}`, page),
  )
}

/**
 * @param page path and query of a page of this site.
 * @returns addresses of the scripts that it needs, its own first, and of its data; none if the page
 *   does not exist.
 */
function filesOf(page: string): string[] {
  const { pathname, search } = new URL(page, location.origin)
  const route = routeOf(pathname)
  if (!route) return []
  const isAsked = route.hasLoader && !route.hasClientLoader
  const data = isAsked ? [`${pathname}.data${search}`] : []
  return [route.module, ...route.imports, ...data]
}

const hasNotCome = (address: string) =>
  performance.getEntriesByName(new URL(address, location.origin).href).length === 0
