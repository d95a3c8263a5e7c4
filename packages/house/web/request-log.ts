import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import type { Log } from '@naic/store/log.ts'
import { Unavailable } from '@naic/store/unavailable.ts'
import type { RequestMetrics } from '../metrics/request-metrics.ts'
import { describeFailure } from './refusal.ts'

/** Limits the lines of a kind a minute, so that requests fill no disk. The next says how many were left out. */
export class LineBudget {
  readonly #perMinute: number
  #windowEndsMs = 0
  #left = 0
  #leftOut = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** @returns what to add to the line, or undefined to leave it out. */
  take(): { leftOut?: number } | undefined {
    // Not the time of day, which may jump.
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

const budgets = {
  requests: new LineBudget(1_000),
  failures: new LineBudget(100),
  /** Of their own, so that a rush of requests for drawings hides no other failure. */
  drawings: new LineBudget(10),
}

/**
 * Gives each request its name, counts it, and writes one line for it: the route's pattern, not the
 * address, and nothing about the visitor. What is answered from memory does not come here, and a route that logs
 * warnings alone has no line.
 */
export function followRequests(app: FastifyInstance, metrics: RequestMetrics | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    if (metrics) countAnswer(reply, metrics)
    reply.header(requestIdHeader, request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const line = routeOptions.logLevel === 'warn' ? undefined : budgets.requests.take()
    if (!line) return
    const [route, ms] = [routeOptions.url ?? 'none', Math.round(reply.elapsedTime)]
    request.log.info({ method, route, status: reply.statusCode, ms, ...line }, 'answered')
  })
}

/** A sender who has gone is counted, too. */
export function countAnswer(reply: FastifyReply, metrics: RequestMetrics): void {
  const { request, raw } = reply
  raw.once('close', () => {
    const status = raw.headersSent ? raw.statusCode : 'none'
    const seconds = reply.elapsedTime / 1000
    metrics.answered(request.routeOptions.url ?? 'none', request.method, status, seconds)
  })
}

/** The same line for a request that came no further than the HTTP server. */
export function logRefused(log: Log, refused: { request: string; method: string; status: number }) {
  const line = budgets.requests.take()
  if (line) log.info({ ...refused, route: 'none', ...line }, 'answered')
}

/** Logs what could not be done, if the fault is ours. Storage that is away is a warning without a stack. */
export function logFailure(request: FastifyRequest, error: unknown, what: string): void {
  const isUnavailable = error instanceof Unavailable
  if (!isUnavailable && describeFailure(error, request.id).statusCode !== 500) return
  const line = budgets.failures.take()
  if (!line) return
  if (isUnavailable) request.log.warn({ reason: error.message, ...line }, what)
  else request.log.error({ err: error, ...line }, what)
}

/** The same for a failed drawing, without a stack, which would be that of waiting. */
export function logNotDrawn(request: FastifyRequest, error: unknown, what: string): void {
  const line = budgets.drawings.take()
  if (line) request.log.warn({ reason: (error as Error).message, ...line }, what)
}

/** On every answer that has a line in the log. */
export const requestIdHeader = 'X-Request-Id'

/** Without I, L, O and U, which are misread, as Crockford's Base32 leaves them out. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The name of a request, such as "7K3F9QXM2P", in its lines of the log and in what a visitor can quote
 * after a failure. Random, since copies of the server do not agree on numbers. One that the visitor
 * sends is never taken.
 */
export const newRequestId = (): string =>
  Array.from(randomBytes(10), (byte) => letters[byte % letters.length]).join('')
