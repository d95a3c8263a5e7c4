import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
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
  const server = createHttpServer((request, response) => void answer(metrics, request, response), {
    silenceMs: 10_000,
  })
  server.listen({ host, port })
  await once(server, 'listening')
  server.on('error', (error) => log.error({ reason: error.message }, 'metrics: the server failed'))
  const { port: listening } = server.address() as AddressInfo

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  metrics: RequestMetrics,
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!['GET', 'HEAD'].includes(method)) {
    return end(response, 405, 'Only GET and HEAD.\n', { Allow: 'GET, HEAD' })
  }
  if (!/^[/]metrics([?]|$)/.test(url)) return end(response, 404, 'The metrics are at /metrics.\n')
  try {
    end(response, 200, await metrics.text(), { 'Content-Type': metrics.contentType })
  } catch (error) {
    end(response, 500, `The metrics could not be read: ${(error as Error).message}\n`)
  }
}

/** Does not wait for the rest of the request. */
function end(response: ServerResponse, status: number, body: string, headers = {}): void {
  const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
  const length = { 'Content-Length': Buffer.byteLength(body), Connection: 'close' }
  response.writeHead(status, { ...type, ...length, ...headers }).end(body)
}
