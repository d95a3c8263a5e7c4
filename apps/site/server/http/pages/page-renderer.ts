import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ServerBuild, matchPath } from 'react-router'
import {
  type CertificateLookup,
  noLookup,
  type PostedForm,
} from '#app/server-context/load-context.ts'
import type { ServedSettings } from '#app/server-context/site-settings.ts'
import { createNonce } from './page-headers.ts'

/** Renders the pages that depend on the request. */
export interface PageRenderer {
  /** Of the paths in the route table, such as "/verify/:id?". */
  patterns: readonly string[]
  /**
   * @param address path and query, beginning with a slash.
   * @param nonce for the page's own inline scripts.
   * @param posted the result of a form that was posted to this address.
   * @param certificates for the page of a certificate.
   * @param reference the request's name in the log.
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
    settings: ServedSettings,
  ): (
    request: Request,
    nonce: string,
    posted: PostedForm | undefined,
    certificates: CertificateLookup,
    reference: string,
  ) => Promise<Response>
}

/**
 * Renders from a build. Not-found pages are rendered once, since robots ask for thousands of addresses
 * that do not exist.
 *
 * @param folder the build's, with `server/index.js`.
 */
export async function loadPageRenderer(
  folder: string,
  settings: ServedSettings,
): Promise<PageRenderer> {
  const entry = pathToFileURL(path.resolve(folder, 'server/index.js')).href
  const build = (await import(entry)) as ServerBuild
  const renderer = createPageRenderer(build, () => Promise.resolve(build), settings)
  // Never sent: each answer gets a nonce of its own in its place.
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

/** @param newest gives the newest build, which changes while developing. */
export function createPageRenderer(
  first: ServerBuild,
  newest: () => Promise<ServerBuild>,
  settings: ServedSettings,
): PageRenderer {
  const { createPageHandler } = first.entry.module as unknown as EntryModule
  const handle = createPageHandler(newest, settings)
  return {
    patterns: patternsOf(first),
    render(address, nonce, posted, certificates = noLookup, reference = '') {
      // No page shows this origin: pages take addresses from the settings.
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
 * All addresses that do not exist share a few not-found pages. The server must render what the browser
 * will find, and the browser differs in three things. The layout shows the visitor's place in the site,
 * and hides the header on paths with "/verify/". An address that cannot be decoded counts as the page
 * whose pattern it fits. An address with a line break fits no route, not even that of all others.
 *
 * @param patterns of the route table, such as "/verify/:id?".
 * @returns one of few addresses, with the same not-found page as this path; undefined for the path of a
 *   page or of its data.
 */
function notFoundLike(patterns: readonly string[], pathname: string): string | undefined {
  const page = pathname.replace(/\.data$/, '')
  const decoded = decodedPath(page)
  // React Router takes the square of the time for slashes in a row, which no page has.
  const isMatched = !page.includes('//')
  const pattern = isMatched ? patterns.find((each) => matchPath(each, decoded ?? page)) : undefined
  if (pattern !== undefined) {
    return decoded === undefined ? pattern.replace(/:[^/]+/, '%') : undefined
  }
  const small = page.toLowerCase()
  const isRouted = isMatched ? matchPath('*', decoded ?? page) !== null : !/%0a/i.test(page)
  const end = isRouted ? 'found' : '%0A'
  if (small.includes('/verify/')) return `/verify/not/${end}`
  const [, first = ''] = small.split('/', 2)
  if (patterns.includes(`/${first}`) && first !== '') return `/${first}/not/${end}`
  return isRouted ? '/not-found' : `/${end}`
}

/** As React Router decodes a path, but without its warning on the console. */
function decodedPath(pathname: string): string | undefined {
  try {
    const parts = pathname.split('/').map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
    return parts.join('/')
  } catch {
    return undefined
  }
}
