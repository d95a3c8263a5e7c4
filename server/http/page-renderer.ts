import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { matchPath, type ServerBuild } from 'react-router'
import { type CertificateLookup, noLookup, type PostedForm } from '#app/seam/load-context.ts'

/** Renders the pages that are not the same for everybody. */
export interface PageRenderer {
  /**
   * @param address path and query, beginning with a slash.
   * @param posted what came of a form that was posted to this address, if one was.
   * @param certificates for the page that shows one; without it, none can be looked up.
   */
  render(
    address: string,
    posted: PostedForm | undefined,
    certificates?: CertificateLookup,
  ): Promise<Response>
}

/** What `app/entry.server.tsx` exports besides its default. */
type EntryModule = {
  createPageHandler(
    build: () => Promise<ServerBuild>,
  ): (
    request: Request,
    posted: PostedForm | undefined,
    certificates: CertificateLookup,
  ) => Promise<Response>
}

/**
 * Renders from a build. The not-found page is rendered once: those who ask for addresses
 * that never were do so by the thousand.
 *
 * @param folder the build's folder, which holds `server/index.js`.
 */
export async function loadPageRenderer(folder: string): Promise<PageRenderer> {
  const entry = pathToFileURL(path.resolve(folder, 'server/index.js')).href
  const build = (await import(entry)) as ServerBuild
  const renderer = createPageRenderer(build, () => Promise.resolve(build))
  const isKnown = knownPaths(build)
  const notFound = await (await renderer.render('/not-found', undefined)).text()
  return {
    render: async (address, posted, certificates) =>
      isKnown(address.split('?', 1)[0] ?? '')
        ? renderer.render(address, posted, certificates)
        : new Response(notFound, { status: 404, headers: { 'Content-Type': 'text/html' } }),
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
    render(address, posted, certificates = noLookup) {
      // The origin is never seen: pages build addresses from the settings, not from the request.
      const request = new Request(new URL(address, 'http://localhost'), {
        method: posted ? 'POST' : 'GET',
      })
      return handle(request, posted, certificates)
    },
  }
}

/** @returns whether a path, or the data of a page at it, is in the route table. */
function knownPaths({ routes }: ServerBuild): (pathname: string) => boolean {
  const patterns = Object.values(routes).flatMap((route) =>
    route?.path && route.path !== '*' ? [`/${route.path}`] : [],
  )
  return (pathname) =>
    pathname === '/' ||
    patterns.some((pattern) => matchPath(pattern, pathname.replace(/\.data$/, '')))
}
