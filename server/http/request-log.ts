import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Unavailable } from '../unavailable.ts'
import { describeFailure } from './failure.ts'
import { LineBudget } from './line-budget.ts'

const requestLines = new LineBudget(1_000)
const failureLines = new LineBudget(100)

/**
 * One line a request that the files in memory did not answer: the route's pattern instead of
 * the address, and nothing of the visitor.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = requestLines.take()
    if (!line) return
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...line,
      },
      'answered',
    )
  })
}

/**
 * Tells the operator of a failure, if it is one of ours: a refusal is not, and storage that is
 * away for a while is to be seen to, not to be debugged.
 *
 * @param what could not be done.
 */
export function logFailure(request: FastifyRequest, error: unknown, what: string): void {
  const isUnavailable = error instanceof Unavailable
  if (!isUnavailable && describeFailure(error).status !== 500) return
  const line = failureLines.take()
  if (!line) return
  if (isUnavailable) request.log.warn({ reason: error.message, ...line }, what)
  else request.log.error({ err: error, ...line }, what)
}
