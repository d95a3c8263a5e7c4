import type { Server } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Unavailable } from '../unavailable.ts'
import { describeFailure } from './failure.ts'
import type { EarlyRefusal } from './http-server.ts'
import { LineBudget } from './line-budget.ts'

/** What each web server may still write. */
const budgets = new WeakMap<
  Server,
  { requests: LineBudget; failures: LineBudget; drawings: LineBudget }
>()

function budgetOf({ server }: FastifyInstance) {
  const budget = budgets.get(server) ?? {
    requests: new LineBudget(1_000),
    failures: new LineBudget(100),
    drawings: new LineBudget(10),
  }
  budgets.set(server, budget)
  return budget
}

/**
 * One line a request that the files in memory did not answer: the route's pattern instead of
 * the address, and nothing of the visitor.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = budgetOf(app).requests.take()
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

/** The same of a request that was refused before it came so far. */
export function logEarlyRefusal(app: FastifyInstance, { id, method, status }: EarlyRefusal): void {
  const line = budgetOf(app).requests.take()
  if (line) app.log.info({ request: id, method, route: 'none', status, ...line }, 'answered')
}

/**
 * Tells the operator of a failure, if it is one of ours: a refusal is not, and storage that is
 * away for a while is to be seen to, not to be debugged.
 *
 * @param what could not be done.
 */
export function logFailure(request: FastifyRequest, error: unknown, what: string): void {
  const isUnavailable = error instanceof Unavailable
  if (!isUnavailable && describeFailure(error, request.id).status !== 500) return
  const line = budgetOf(request.server).failures.take()
  if (!line) return
  if (isUnavailable) request.log.warn({ reason: error.message, ...line }, what)
  else request.log.error({ err: error, ...line }, what)
}

/**
 * The same of what could not be drawn, or not in time, without a stack: it would be that of waiting.
 * Whoever asks for too much at once hides no other failure.
 */
export function logNotDrawn(request: FastifyRequest, error: unknown, what: string): void {
  const line = budgetOf(request.server).drawings.take()
  if (line) request.log.warn({ reason: (error as Error).message, ...line }, what)
}
