import type { FastifyInstance } from 'fastify'
import type { Site } from './site.ts'

/** Redirects a path in other letter case to the real one, so that every page has one address. */
export function redirectToRealPath(app: FastifyInstance, site: Pick<Site, 'patterns'>): void {
  // After the route's own hooks, which let other sites read the answer.
  app.addHook('preHandler', async ({ method, url, routeOptions }, reply) => {
    const pattern = routeOptions.url
    if (pattern === undefined || (method !== 'GET' && method !== 'HEAD')) return
    const [pathname = ''] = url.split('?', 1)
    // A pattern for everything does not say what exists.
    const patterns = pattern.endsWith('*') ? await site.patterns() : [pattern]
    const real = realPath(patterns, pathname)
    if (real === undefined || real === pathname) return
    return reply
      .header('Cache-Control', 'public, max-age=3600')
      .redirect(real + url.slice(pathname.length), 301)
  })
}

/**
 * The real path for one in other letter case, or with letters as percent signs.
 *
 * @param patterns such as "/verify/:id?": a part with a colon may be anything, and with a question mark
 *   it may be missing.
 * @returns the path as the first fitting pattern writes it, with the variable parts as they came;
 *   undefined if none fits.
 */
export function realPath(patterns: readonly string[], pathname: string): string | undefined {
  if (pathname.includes('//')) return undefined
  const slashAtEnd = pathname.endsWith('/') ? '/' : ''
  const parts = pathname.slice(0, pathname.length - slashAtEnd.length).split('/')
  for (const pattern of patterns) {
    const wanted = pattern.split('/')
    const fits =
      parts.length <= wanted.length && wanted.every((want, at) => isWritten(want, parts[at]))
    if (fits) {
      const real = parts.map((part, at) => (isAnything(wanted[at]) ? part : wanted[at]))
      return real.join('/') + slashAtEnd
    }
  }
  return undefined
}

const isAnything = (want = '') => want.startsWith(':')

function isWritten(want: string, part: string | undefined): boolean {
  if (part === undefined) return isAnything(want) && want.endsWith('?')
  return isAnything(want) ? part !== '' : decoded(part).toLowerCase() === want.toLowerCase()
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
