import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type LeastPace, watchBody } from './body-watch.ts'
import { newRequestId, requestIdHeader } from './request-id.ts'

/** 5 MB over a phone's 20 KB/s take more than four minutes; nobody else needs as long. */
export const requestTimeoutMs = 300_000
export const keepAliveTimeoutMs = 10_000

/** Of all headers together, the address included. */
export const longestHeaderBytes = 8_192

/** Nothing came and nothing could go for so long: neither a slow phone nor a slow disk needs it. */
const silenceTimeoutMs = 60_000

/** Browsers and proxies wait for an answer; each request that does not would be worked on at once. */
const mostUnanswered = 16

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A request that was refused here, before anything of the site saw it. */
export type EarlyRefusal = { id: string; method: string; status: number }

type Refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers?: Record<string, string>,
) => void

/**
 * The bare HTTP server, which trusts no sender to behave: times out headers, bodies and answers
 * that nobody reads, and refuses what could mean one thing to a proxy and another to us.
 *
 * @param answer sees every request that is fit to be answered.
 * @param onRefusal is told of those that are not.
 */
export function createHttpServer(
  answer: Answer,
  pace: LeastPace,
  onRefusal: (refusal: EarlyRefusal) => void,
  silenceMs = silenceTimeoutMs,
): Server {
  const refuse: Refuse = ({ method = '' }, response, status, headers) => {
    const id = newRequestId()
    response.writeHead(status, { ...headers, [requestIdHeader]: id, Connection: 'close' }).end()
    onRefusal({ id, method, status })
  }
  const answerInTurn = answerInTurns((request, response) => {
    watchBody(request, response, pace)
    if (namesOneHost(request)) answer(request, response)
    else refuse(request, response, 400)
  }, refuse)
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: longestHeaderBytes,
    },
    answerInTurn,
  )
  // Node's own answer would wait for the body, however slowly it comes.
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    refuse(request, response, 417),
  )
  return server.setTimeout(silenceMs)
}

/**
 * Works on a few requests of a connection at a time. Whoever sends more before any is answered
 * gets those answers, and one that says it was too much.
 */
function answerInTurns(answer: Answer, refuse: Refuse): Answer {
  const unanswered = new WeakMap<Socket, number>()
  return (request, response) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    if (count <= mostUnanswered) {
      unanswered.set(socket, count)
      response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
      answer(request, response)
    } else if (count < Infinity) {
      // Nobody answers what comes after it: the connection ends before it is its turn.
      unanswered.set(socket, Infinity)
      refuse(request, response, 503, { 'Retry-After': '30' })
    }
  }
}

/** Node keeps the first of several Host headers; another program may go by the last. */
function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1
  }
  return hosts < 2
}
