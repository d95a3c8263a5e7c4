import type { Server } from 'node:http'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { Unavailable } from '../unavailable.ts'
import { describeFailure } from './refusal.ts'
import { randomBytes } from 'node:crypto'
import type { Metrics } from '../metrics/metrics.ts'

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

/** A request that was refused before anything of the site saw it. */
export type EarlyRefusal = { id: string; method: string; status: number }

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

/** The header that says it, on every answer that has a line in the log. */
export const requestIdHeader = 'X-Request-Id'

/** Without I, L, O and U, which are misread, as Crockford's Base32 leaves them out. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The name of one request, such as "7K3F9QXM2P": in each of its lines in the log, and in what the
 * visitor is told of a failure of ours, to be quoted. Random, so that copies of the server need not
 * agree; what the visitor sends as one is never taken.
 */
export const newRequestId = (): string =>
  Array.from(randomBytes(10), (byte) => letters[byte % letters.length]).join('')

/** Counts what comes of a request, and how long it took: an answer, or a sender who has gone. */
export function countAnswer(reply: FastifyReply, metrics: Metrics): void {
  const { request, raw } = reply
  raw.once('close', () => {
    const status = raw.headersSent ? raw.statusCode : 'none'
    const seconds = reply.elapsedTime / 1000
    metrics.answered(request.routeOptions.url ?? 'none', request.method, status, seconds)
  })
}

/**
 * How many lines of a kind the log takes in a minute, so that nobody fills a disk by asking for it.
 * What is left out is counted, and the next line says how much it was.
 */
export class LineBudget {
  readonly #perMinute: number
  #windowEndsMs = 0
  #left = 0
  #leftOut = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** @returns what the line is to say besides, or undefined where it is left out. */
  take(): { leftOut?: number } | undefined {
    // A clock that nobody sets: a minute must not last a day.
    const now = performance.now()
    if (now >= this.#windowEndsMs) {
      this.#windowEndsMs = now + 60_000
      this.#left = this.#perMinute
    }
    if (this.#left === 0) {
      this.#leftOut += 1
      return undefined
    }
    this.#left -= 1
    const leftOut = this.#leftOut
    this.#leftOut = 0
    return leftOut > 0 ? { leftOut } : {}
  }
}
