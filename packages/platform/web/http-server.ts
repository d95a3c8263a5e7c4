import { on } from 'node:events'
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import { Refusal } from './refusal.ts'
import { type EarlyRefusal, newRequestId, requestIdHeader } from './request-log.ts'

/** 5 MB over a phone's 20 KB/s take more than four minutes; nobody else needs as long. */
export const requestTimeoutMs = 300_000
export const keepAliveTimeoutMs = 10_000

/** Of all headers together, the address included. */
export const longestHeaderBytes = 8_192

/** Nothing came and nothing could go for so long: neither a slow phone nor a slow disk needs it. */
const silenceTimeoutMs = 60_000

/** Browsers and proxies wait for an answer; each request that does not would be worked on at once. */
const mostUnanswered = 16

/** How much of a body must arrive in each stretch of time for its sender to be waited for. */
export type LeastPace = { bytes: number; everyMs: number }

/** A fifth of what a slow phone manages (20 KB/s), so that it may lose its network for a while. */
export const leastPace: LeastPace = { bytes: 80_000, everyMs: 20_000 }

/** For the answer to get out before the connection is closed. */
const lastWordsMs = 2_000

type Answer = (request: WatchedRequest, response: ServerResponse) => void

type Refuse = (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers?: Record<string, string>,
) => void

/** A request whose sender has to keep a pace while its body arrives. */
class WatchedRequest extends IncomingMessage {
  readonly #tooSlow = new AbortController()

  /** Aborted, with a {@link Refusal} as its reason, when the sender is too slow. */
  get tooSlow(): AbortSignal {
    return this.#tooSlow.signal
  }

  /**
   * Gives up a body that arrives more slowly than `pace`. A body that no form has is not waited for
   * once the request is answered.
   */
  watch(response: ServerResponse, pace: LeastPace): void {
    const { socket, headers } = this
    if (!('transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0)) return
    const isForm = this.method === 'POST' && 'content-length' in headers
    if (!isForm) response.once('finish', () => this.complete || socket.destroySoon())

    let counted = socket.bytesRead
    const watch = setInterval(() => {
      const arrived = socket.bytesRead - counted
      counted += arrived
      if (this.complete || socket.destroyed) clearInterval(watch)
      // What has arrived and is not taken yet waits for our disk, not for the sender.
      const isOurFault = this.readableLength >= this.readableHighWaterMark
      if (this.complete || arrived >= pace.bytes || isOurFault) return
      clearInterval(watch)
      // If the body is being read, its reader answers; if not, the request was answered before.
      this.#tooSlow.abort(tooSlow())
      setTimeout(() => socket.destroy(), lastWordsMs).unref()
    }, pace.everyMs)
    watch.unref()
    // The request's close, not the connection's: that may bring many more requests.
    this.once('close', () => clearInterval(watch))
  }
}

const tooSlow = () =>
  new Refusal(
    408,
    'The form arrived too slowly. Please send it again when your connection is better.',
    { Connection: 'close' },
  )

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
    request.watch(response, pace)
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
      IncomingMessage: WatchedRequest,
    },
    answerInTurn,
  )
  // Node's own answer would wait for the body, however slowly it comes.
  server.on('checkExpectation', (request: WatchedRequest, response: ServerResponse) =>
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

/**
 * The bytes of a body, pulled. It may be left early: {@link drainBody} reads the rest.
 *
 * @param request as {@link createHttpServer} gives it.
 * @throws Refusal where the sender is too slow, or has gone.
 */
export async function* bodyOf(request: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  if (isOver(request)) return
  const signal = tooSlowOf(request)
  const data = on(request, 'data', {
    signal,
    close: ['end', 'close'],
    highWaterMark: 2,
    lowWaterMark: 1,
  })
  try {
    for await (const [chunk] of data) yield chunk as Buffer
  } catch {
    throw signal.aborted ? signal.reason : new Refusal(400, 'The sender has gone.')
  }
}

/**
 * Reads what is left of a body, so that a sender who is still sending hears the answer and the
 * connection can be used again.
 *
 * @throws Refusal where the sender is too slow.
 */
export async function drainBody(request: IncomingMessage): Promise<void> {
  if (isOver(request)) return
  const signal = tooSlowOf(request)
  request.resume()
  try {
    await finished(request, { writable: false, signal })
  } catch {
    if (signal.aborted) throw signal.reason
    // The sender has gone: there is nothing left to read, and nobody to tell.
  }
}

const isOver = (request: IncomingMessage) => request.readableEnded || request.destroyed

/** Fastify does not know what kind of requests our server makes. */
function tooSlowOf(request: IncomingMessage): AbortSignal {
  if (request instanceof WatchedRequest) return request.tooSlow
  throw new TypeError('This request did not come through createHttpServer.')
}
