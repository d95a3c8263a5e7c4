import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../log.ts'
import type { Metrics } from './metrics.ts'

/** This machine only: metrics are not for visitors (decision 028). */
export const metricsHost = '127.0.0.1'

/** More than all collectors need; visitors need the other open files. */
const mostConnections = 20

/**
 * Shows the metrics at `/metrics`, on a port that visitors do not reach.
 *
 * @param port 0 for any that is free.
 * @returns where, and what ends it at once.
 * @throws as listening does if the port is taken.
 */
export async function startMetricsServer(metrics: Metrics, port: number, log: Log) {
  const server = createServer(
    {
      headersTimeout: 5_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 8_192,
    },
    (request, response) => void answer(metrics, request, response),
  )
  server.maxConnections = mostConnections
  server.setTimeout(10_000)
  server.listen({ host: metricsHost, port })
  await once(server, 'listening')
  server.on('error', (error) => log.error({ reason: error.message }, 'metrics: the server failed'))
  const { port: listening } = server.address() as AddressInfo

  return {
    url: `http://${metricsHost}:${listening}/metrics`,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function answer(
  metrics: Metrics,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead) return end(response, 405, 'Only GET and HEAD.\n', { Allow: 'GET, HEAD' })
  if (url?.split('?', 1)[0] !== '/metrics') {
    return end(response, 404, 'The metrics are at /metrics.\n')
  }
  try {
    end(response, 200, await metrics.text(), { 'Content-Type': metrics.contentType })
  } catch (error) {
    end(response, 500, `The metrics could not be read: ${(error as Error).message}\n`)
  }
}

/** Ends the connection without waiting for the rest of the request. */
function end(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
      ...headers,
    })
    .end(body)
}
