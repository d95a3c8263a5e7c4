import { findRoute, type ListedRoute, type Match } from './find-route.ts'
import { ErrorResponse, fetchRouteData, type LoaderResults, readRouteData } from './route-data.ts'
import type { ComponentType, ReactNode } from 'react'
import type { Location, MetaDescriptor, NavigateOptions, NavigationType } from 'react-router'

/** What a file of the route table exports, as far as the browser needs it. */
export type RouteModule = {
  default: ComponentType
  Layout?: ComponentType<{ children: ReactNode }>
  ErrorBoundary?: ComponentType
  meta?: (args: object) => MetaDescriptor[]
  clientLoader?: (args: object) => unknown
}

/** All that pages are made of. It is replaced as a whole. */
export type OpenPage = {
  location: Location
  navigationType: `${NavigationType}`
  /** The root, layouts and the page itself; the root alone for an address that fits nothing. */
  matches: readonly Match[]
  loaderData: Readonly<Record<string, unknown>>
  /** What the server said to a form that was posted without JavaScript. */
  actionData?: Readonly<Record<string, unknown>> | null
  /** By the route that shows it in its place. */
  errors?: Readonly<Record<string, unknown>> | null | undefined
}

declare global {
  interface Window {
    /** What React Router writes into each page, for its own router. */
    __reactRouterContext: { stream: ReadableStream<Uint8Array> }
  }
}

// oxlint-disable no-underscore-dangle -- React Router's names
const routes = () => window.__reactRouterManifest.routes as Record<string, ListedRoute>
export const routeModules = () =>
  window.__reactRouterRouteModules as Record<string, RouteModule | undefined>
const dataInPage = () => new Response(window.__reactRouterContext.stream).text()
// oxlint-enable no-underscore-dangle

let shown: OpenPage
let show: (page: OpenPage) => void = () => undefined
let showProgress: (isUnderWay: boolean) => void = () => undefined
let underWay: AbortController | undefined

let first: Promise<OpenPage> | undefined

/** @returns the page as the server rendered it, once its data has come, which is in its HTML. */
export const readFirstPage = (): Promise<OpenPage> => (first ??= readPage())

async function readPage(): Promise<OpenPage> {
  const written = readRouteData(await dataInPage()) as Pick<
    OpenPage,
    'loaderData' | 'actionData' | 'errors'
  >
  const matches = matchesOf(location.pathname)
  await Promise.all(matches.map(({ route }) => loadModule(route)))
  shown = {
    ...written,
    matches,
    location: locationOf(new URL(location.href), keyOfEntry()),
    navigationType: 'POP',
  }
  return shown
}

/** From now on pages change within the document. @returns undoes it. */
export function followHistory(
  onPage: (page: OpenPage) => void,
  onProgress: (isUnderWay: boolean) => void,
): () => void {
  show = onPage
  showProgress = onProgress
  const onPop = () => void open(new URL(location.href), 'POP', keyOfEntry())
  window.addEventListener('popstate', onPop)
  return () => window.removeEventListener('popstate', onPop)
}

/** @param to an address, relative to the page; or so many steps in the history. */
export function goTo(to: string | number, { replace }: NavigateOptions = {}): Promise<void> {
  if (typeof to === 'number') {
    history.go(to)
    return Promise.resolve()
  }
  const { pathname, search } = shown.location
  const key = Math.random().toString(36).slice(2, 10)
  const target = new URL(to, location.origin + pathname + search)
  return open(target, replace ? 'REPLACE' : 'PUSH', key)
}

/**
 * Opens a page: its scripts and its data first, both at the same time, then its address. A page that did not come is opened
 * too, and says so (decision 066). Another one that is asked for meanwhile takes its place.
 */
async function open(url: URL, navigationType: OpenPage['navigationType'], key: string) {
  underWay?.abort()
  const { signal } = (underWay = new AbortController())
  const next = { location: locationOf(url, key), navigationType }
  const isSamePage = pathOf(next.location) === pathOf(shown.location)
  if (isSamePage && (url.hash !== '' || navigationType === 'POP'))
    return complete({ ...shown, ...next })

  const matches = matchesOf(url.pathname)
  let filled: Pick<OpenPage, 'loaderData' | 'errors'> = { loaderData: {} }
  if (matches.some(needsLoading)) {
    showProgress(true)
    filled = await load(matches, url, signal)
    if (signal.aborted) return undefined
  }
  const notFound = findRoute(routes(), url.pathname).length === 0
  const errors = notFound ? { root: new ErrorResponse(404) } : filled.errors
  return complete({ ...next, matches, loaderData: filled.loaderData, errors })
}

function complete(page: OpenPage): void {
  const { key, pathname, search, hash } = page.location
  const address = pathname + search + hash
  if (page.navigationType === 'PUSH') history.pushState({ key }, '', address)
  if (page.navigationType === 'REPLACE') history.replaceState({ key }, '', address)
  shown = page
  show(page)
  showProgress(false)
}

const needsLoading = ({ route }: Match): boolean =>
  !routeModules()[route.id] || route.hasLoader || route.hasClientLoader

async function load(matches: readonly Match[], url: URL, signal: AbortSignal) {
  const loaderData: Record<string, unknown> = {}
  const errors: Record<string, unknown> = {}
  const asksServer = matches.some(({ route }) => route.hasLoader && !route.hasClientLoader)
  const results = asksServer ? fetchRouteData(url, signal) : Promise.resolve<LoaderResults>({})
  await Promise.all(
    matches.map(async ({ route, params }) => {
      try {
        const [module, all] = await Promise.all([loadModule(route), results])
        const result = all[route.id]
        if (result && 'error' in result) throw result.error
        const ask = module.clientLoader
        loaderData[route.id] = ask
          ? await ask({ request: new Request(url, { signal }), params })
          : result?.data
      } catch (error) {
        // Data that did not come is no error of a layout, which needs none.
        if (needsLoading({ route, params })) {
          errors[boundaryOf(matches, route)] = thrown(error)
        }
      }
    }),
  )
  return { loaderData, errors: Object.keys(errors).length > 0 ? errors : null }
}

/** Asks for all its files at once, since the browser would find the others only in the first. */
async function loadModule({ id, module, imports }: ListedRoute): Promise<RouteModule> {
  const modules = routeModules()
  const known = modules[id]
  if (known) return known
  const [loaded] = await Promise.all(
    [module, ...imports].map((file) => import(/* @vite-ignore */ file)),
  )
  return (modules[id] = loaded)
}

/** @returns the route nearest to one, or itself, that shows errors. */
function boundaryOf(matches: readonly Match[], route: ListedRoute): string {
  const chain = matches.slice(0, matches.findIndex((match) => match.route === route) + 1)
  return (
    chain.findLast((match) => routeModules()[match.route.id]?.ErrorBoundary)?.route.id ?? 'root'
  )
}

/** `data(null, { status: 404 })` is thrown for an address that does not exist. */
function thrown(error: unknown): unknown {
  const { data, init } = Object(error)
  return init ? new ErrorResponse(init.status, data) : error
}

function matchesOf(pathname: string): readonly Match[] {
  const found = findRoute(routes(), pathname)
  const { root } = routes()
  return found.length > 0 || !root ? found : [{ route: root, params: {} }]
}

const locationOf = ({ pathname, search, hash }: URL, key: string): Location => ({
  pathname,
  search,
  hash,
  key,
  state: null,
})

const pathOf = ({ pathname, search }: Location): string => pathname + search

const keyOfEntry = (): string => (history.state as { key?: string } | null)?.key ?? 'default'
