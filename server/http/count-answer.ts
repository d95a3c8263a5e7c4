import type { FastifyReply } from 'fastify'
import type { Metrics } from '../metrics/metrics.ts'

/** Counts what comes of a request, and how long it took: an answer, or a sender who has gone. */
export function countAnswer(reply: FastifyReply, metrics: Metrics): void {
  const { request, raw } = reply
  raw.once('close', () => {
    const status = raw.headersSent ? raw.statusCode : 'none'
    const seconds = reply.elapsedTime / 1000
    metrics.answered(request.routeOptions.url ?? 'none', request.method, status, seconds)
  })
}
