/** What React Router's manifest, a script of the build, says of a route. */
export type ListedRoute = {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  module: string
  imports: string[]
  hasLoader: boolean
  hasClientLoader: boolean
}

type Params = Record<string, string | undefined>

/** One of the routes that make up a page: the root, a layout, or the page itself. */
export type Match = { route: ListedRoute; params: Params }

/**
 * Finds the page of an address as React Router finds it on the server. No two patterns of the route
 * table fit one address, but for `*`, which is asked last.
 *
 * @param pathname as it stands in an address.
 * @returns the routes from the root to the page; empty if there is none, not even `*`.
 */
export function findRoute(routes: Record<string, ListedRoute>, pathname: string): Match[] {
  const pages = Object.values(routes).filter(({ path, index }) => path || index)
  const [last, first] = [pages.filter(isAny), pages.filter((page) => !isAny(page))]
  for (const page of [...first, ...last]) {
    const params = fit(`/${page.path ?? ''}`, decoded(pathname))
    if (params) return withParents(routes, page).map((route) => ({ route, params }))
  }
  return []
}

const isAny = ({ path }: ListedRoute) => path === '*'

function withParents(routes: Record<string, ListedRoute>, route: ListedRoute): ListedRoute[] {
  const parent = routes[route.parentId ?? '']
  return [...(parent ? withParents(routes, parent) : []), route]
}

/**
 * @param pattern of a route, such as "/verify/:id?".
 * @returns what its parameters stand for; undefined if the path does not fit.
 */
export function fit(pattern: string, pathname: string): Params | undefined {
  const names: string[] = []
  const source = pattern
    .split('/')
    .filter(Boolean)
    .map((part) => {
      if (part !== '*' && !part.startsWith(':')) return `/${part}`
      names.push(part.replace(/^:|\?$/g, ''))
      if (part === '*') return '/(.*)'
      return part.endsWith('?') ? '(?:/([^/]*))?' : '/([^/]+)'
    })
  const found = new RegExp(`^${source.join('')}/*$`, 'i').exec(pathname)
  if (!found) return undefined
  const texts = found.slice(1).map((text) => text?.replaceAll('%2F', '/') || undefined)
  return Object.fromEntries(names.map((name, place) => [name, texts[place]]))
}

/** A slash within a part stays "%2F"; what cannot be decoded stays as it is. */
function decoded(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return pathname
  }
}
