import { matchPath } from 'react-router'

/** What React Router's manifest, a script of the build, says of a route. */
type Route = {
  path?: string
  index?: boolean
  module: string
  imports: string[]
  hasLoader: boolean
  hasClientLoader: boolean
}

declare global {
  interface Window {
    /** React Router's list of all routes. */
    __reactRouterManifest: { routes: Record<string, Route> }
  }
}

/**
 * @param page path of a page of this site.
 * @returns its route; undefined where the page does not exist.
 */
export function routeOf(page: string): Route | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- React Router's name
  return Object.values(window.__reactRouterManifest.routes).find(
    ({ path, index }) => path !== '*' && (path || index) && matchPath(`/${path ?? ''}`, page),
  )
}

/**
 * @param page path and query of a page of this site.
 * @returns addresses of the scripts and the data that it needs and that have not come yet; none
 *   where the page does not exist.
 */
export function filesOf(page: string): string[] {
  const { pathname, search } = new URL(page, location.origin)
  const route = routeOf(pathname)
  if (!route) return []
  const isAsked = route.hasLoader && !route.hasClientLoader
  const data = isAsked ? [`${pathname}.data${search}`] : []
  return [route.module, ...route.imports, ...data].filter(hasNotCome)
}

const hasNotCome = (address: string) =>
  performance.getEntriesByName(new URL(address, location.origin).href).length === 0
