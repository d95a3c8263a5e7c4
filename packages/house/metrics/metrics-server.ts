import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import type { Log } from '@naic/store/log.ts'
import { createHttpServer } from '../web/http-server.ts'
import type { RequestMetrics } from './request-metrics.ts'

/** Where metrics are shown, which are not for visitors (decision 130). Port 0: any that is free. */
export type MetricsPlace = { host: string; port: number }

/** Shows the metrics at `/metrics`, on a port that visitors do not reach. @throws as listening does. */
export async function startMetricsServer(
  metrics: RequestMetrics,
  { host, port }: MetricsPlace,
  log: Log,
) {
  const app = fastify<Server, IncomingMessage, ServerResponse>({
    serverFactory: (answer) => createHttpServer(answer, { silenceMs: 10_000 }),
    forceCloseConnections: true,
  })
  app.get('/metrics', async (_request, reply) => {
    reply.type(metrics.contentType).header('Cache-Control', 'no-store')
    return metrics.text()
  })
  await app.listen({ host, port })
  app.server.on('error', ({ message }) =>
    log.error({ reason: message }, 'metrics: the server failed'),
  )
  const { port: listening } = app.server.address() as AddressInfo
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}/metrics`,
    close: () => app.close(),
  }
}
