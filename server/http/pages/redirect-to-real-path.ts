import type { FastifyInstance } from 'fastify'
import { realPath } from './real-path.ts'
import type { Site } from './site.ts'

/**
 * Leads whoever asks for a path in other letter case to the real one, so that every page has one
 * address. What is sent to such a path is taken as it is.
 */
export function redirectToRealPath(app: FastifyInstance, site: Pick<Site, 'realPath'>): void {
  // Not before the route's own hooks, which say that other sites may read the answer.
  app.addHook('preHandler', async ({ method, url, routeOptions }, reply) => {
    const pattern = routeOptions.url
    if (pattern === undefined || (method !== 'GET' && method !== 'HEAD')) return
    const [pathname = ''] = url.split('?', 1)
    // A pattern that takes whatever comes does not say what there is.
    const real = pattern.endsWith('*') ? site.realPath(pathname) : realPath([pattern], pathname)
    if (real === undefined || real === pathname) return
    return reply
      .header('Cache-Control', 'public, max-age=3600')
      .redirect(real + url.slice(pathname.length), 301)
  })
}
