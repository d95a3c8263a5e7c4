import type { FastifyInstance } from 'fastify'

/**
 * One line a request that the files in memory did not answer: the route's pattern instead of
 * the address, and nothing of the visitor.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}
