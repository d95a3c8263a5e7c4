import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type LeastPace, watchBody } from './body-watch.ts'

/** 5 MB over a phone's 20 KB/s take more than four minutes; nobody else needs as long. */
export const requestTimeoutMs = 300_000
export const keepAliveTimeoutMs = 10_000

/** Of all headers together, the address included. */
export const longestHeaderBytes = 8_192

/**
 * The bare HTTP server, which trusts no sender to behave: times out headers and bodies, and
 * refuses what could mean one thing to a proxy and another to us.
 *
 * @param answer sees every request that is fit to be answered.
 */
export function createHttpServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  pace: LeastPace,
): Server {
  return createServer(
    {
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: longestHeaderBytes,
    },
    (request, response) => {
      watchBody(request, response, pace)
      if (namesOneHost(request)) answer(request, response)
      else response.writeHead(400, { Connection: 'close' }).end()
    },
  )
}

/** Node keeps the first of several Host headers; another program may go by the last. */
function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts < 2
}
