import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ServerBuild, matchPath } from 'react-router'
import {
  type CertificateLookup,
  noLookup,
  type PostedForm,
} from '#app/server-context/load-context.ts'
import { createNonce } from './page-headers.ts'

/** Renders the pages that are not the same for everybody. */
export interface PageRenderer {
  /** Of the paths in the route table, such as "/verify/:id?". */
  patterns: readonly string[]
  /**
   * @param address path and query, beginning with a slash.
   * @param nonce that the page's own inline scripts will carry, and no other script.
   * @param posted what came of a form that was posted to this address, if one was.
   * @param certificates for the page that shows one; without it, none can be looked up.
   * @param reference what the request is called in the log.
   */
  render(
    address: string,
    nonce: string,
    posted: PostedForm | undefined,
    certificates?: CertificateLookup,
    reference?: string,
  ): Promise<Response>
}

/** What `apps/site/app/entry.server.tsx` exports besides its default. */
type EntryModule = {
  createPageHandler(
    build: () => Promise<ServerBuild>,
  ): (
    request: Request,
    nonce: string,
    posted: PostedForm | undefined,
    certificates: CertificateLookup,
    reference: string,
  ) => Promise<Response>
}

/**
 * Renders from a build. Not-found pages are rendered once: those who ask for addresses that never
 * were do so by the thousand.
 *
 * @param folder the build's folder, which holds `server/index.js`.
 */
export async function loadPageRenderer(folder: string): Promise<PageRenderer> {
  const entry = pathToFileURL(path.resolve(folder, 'server/index.js')).href
  const build = (await import(entry)) as ServerBuild
  const renderer = createPageRenderer(build, () => Promise.resolve(build))
  // Never sent, so that nobody can write it into anything: each answer gets its own in its place.
  const placeholder = createNonce()
  const notFoundPages = new Map<string, Promise<string>>()
  const notFound = (address: string) => {
    const known = notFoundPages.get(address)
    if (known) return known
    const page = renderer
      .render(address, placeholder, undefined)
      .then((response) => response.text())
    notFoundPages.set(address, page)
    return page
  }
  return {
    patterns: renderer.patterns,
    render: async (address, nonce, posted, certificates, reference) => {
      const like = notFoundLike(renderer.patterns, address.split('?', 1)[0] ?? '')
      return like === undefined
        ? renderer.render(address, nonce, posted, certificates, reference)
        : new Response((await notFound(like)).replaceAll(placeholder, nonce), {
            status: 404,
            headers: { 'Content-Type': 'text/html; charset=utf-8' },
          })
    },
  }
}

/**
 * @param first the build to begin with.
 * @param newest gives the one that counts now, which changes while developing.
 */
export function createPageRenderer(
  first: ServerBuild,
  newest: () => Promise<ServerBuild>,
): PageRenderer {
  const handle = (first.entry.module as unknown as EntryModule).createPageHandler(newest)
  return {
    patterns: patternsOf(first),
    render(address, nonce, posted, certificates = noLookup, reference = '') {
      // The origin is never seen: pages build addresses from the settings, not from the request.
      const request = new Request(`http://localhost${address}`, {
        method: posted ? 'POST' : 'GET',
      })
      return handle(request, nonce, posted, certificates, reference)
    },
  }
}

const patternsOf = ({ routes }: ServerBuild): string[] => [
  '/',
  ...Object.values(routes).flatMap((route) =>
    route?.path && route.path !== '*' ? [`/${route.path}`] : [],
  ),
]

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
  const page = pathname.replace(/\.data$/, '')
  const decoded = decodedPath(page)
  const pattern = patterns.find((each) => matchPath(each, decoded ?? page))
  if (pattern !== undefined) {
    return decoded === undefined ? pattern.replace(/:[^/]+/, '%') : undefined
  }
  const small = page.toLowerCase()
  const isRouted = matchPath('*', decoded ?? page) !== null
  const end = isRouted ? 'found' : '%0A'
  if (small.includes('/verify/')) return `/verify/not/${end}`
  const [, first = ''] = small.split('/', 2)
  if (patterns.includes(`/${first}`) && first !== '') return `/${first}/not/${end}`
  return isRouted ? '/not-found' : `/${end}`
}

/** As React Router decodes a path, which says so on the console where it cannot. */
function decodedPath(pathname: string): string | undefined {
  try {
    const parts = pathname.split('/').map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
    return parts.join('/')
  } catch {
    return undefined
  }
}
