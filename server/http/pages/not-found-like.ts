import { matchPath } from 'react-router'

/**
 * Addresses that never were are asked for by the thousand, and are all answered with one page, but
 * for three things: the layout shows where in the site one is, and takes the header away on paths
 * that contain "/verify/"; the browser takes an address that cannot be decoded for that of the
 * page whose pattern it fits; and one with a line break it finds in no route, not even in that of
 * all others. What the server renders must be what the browser finds there.
 *
 * @param patterns of the route table, such as "/verify/:id?".
 * @returns an address, one of few, whose not-found page is the one for this path; undefined for
 *   the path of a page, or of a page's data.
 */
export function notFoundLike(patterns: readonly string[], pathname: string): string | undefined {
  const path = pathname.replace(/\.data$/, '')
  const decoded = decodedPath(path)
  const pattern = patterns.find((each) => matchPath(each, decoded ?? path))
  if (pattern !== undefined) {
    return decoded === undefined ? pattern.replace(/:[^/]+/, '%') : undefined
  }
  const small = path.toLowerCase()
  const isRouted = matchPath('*', decoded ?? path) !== null
  const end = isRouted ? 'found' : '%0A'
  if (small.includes('/verify/')) return `/verify/not/${end}`
  const [, first = ''] = small.split('/', 2)
  if (patterns.includes(`/${first}`) && first !== '') return `/${first}/not/${end}`
  return isRouted ? '/not-found' : `/${end}`
}

/** As React Router decodes a path, which says so on the console where it cannot. */
function decodedPath(path: string): string | undefined {
  try {
    const parts = path.split('/').map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
    return parts.join('/')
  } catch {
    return undefined
  }
}
