import { on } from 'node:events'
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import type { Log } from '@naic/store/log.ts'
import type { RequestMetrics } from '../metrics/request-metrics.ts'
import { problemOf, Refusal } from './refusal.ts'
import { logRefused, newRequestId, requestIdHeader } from './request-log.ts'

/** All headers together, with the address. */
export const longestHeaderBytes = 8_192

/** For a connection on which nothing moves. No slow phone or disk needs as long. */
const silenceTimeoutMs = 60_000

/** Browsers and proxies wait for an answer before they ask again on a connection. */
const mostUnanswered = 16

/**
 * How much of a body must arrive in each stretch of time: a fifth of what a slow phone manages (20 KB/s),
 * so that it may lose its network for a while.
 */
const leastPace = { bytes: 80_000, everyMs: 20_000 }

/** For the answer to leave and be read, before the connection is closed. */
export const lastWordsMs = 2_000

type Answer = (request: WatchedRequest, response: ServerResponse) => void
type Refuse = (request: WatchedRequest, response: ServerResponse, status: number) => void

/** A request whose body must arrive at a pace. */
class WatchedRequest extends IncomingMessage {
  readonly #tooSlow = new AbortController()

  /** Aborted, with a {@link Refusal} as its reason, when the sender is too slow. */
  get tooSlow(): AbortSignal {
    return this.#tooSlow.signal
  }

  /** Gives up a body that arrives too slowly. After the answer, only the body of a form is waited for. */
  watch(response: ServerResponse, pace: typeof leastPace): void {
    const { socket, headers } = this
    if (!('transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0)) return
    const isForm = this.method === 'POST' && 'content-length' in headers
    if (!isForm) response.once('finish', () => this.complete || socket.destroySoon())

    let counted = socket.bytesRead
    const watch = setInterval(() => {
      const arrived = socket.bytesRead - counted
      counted += arrived
      if (this.complete || socket.destroyed) clearInterval(watch)
      // A full buffer waits for our disk, not for the sender.
      const isOurFault = this.readableLength >= this.readableHighWaterMark
      if (this.complete || arrived >= pace.bytes || isOurFault) return
      clearInterval(watch)
      // Its reader answers; if nobody reads the body, the request is answered already.
      this.#tooSlow.abort(tooSlow())
      setTimeout(() => socket.destroy(), lastWordsMs).unref()
    }, pace.everyMs)
    watch.unref()
    // Not at the connection's close: it may bring many more requests.
    this.once('close', () => clearInterval(watch))
  }
}

const tooSlow = () =>
  new Refusal(
    408,
    'The form arrived too slowly. Please send it again when your connection is better.',
    { Connection: 'close' },
  )

type Options = {
  /** Where what is refused here is written and counted. */
  log?: Log | undefined
  metrics?: RequestMetrics | undefined
  pace?: typeof leastPace
  silenceMs?: number
}

/**
 * The bare HTTP server, which trusts no sender: it times out headers, bodies and answers that nobody
 * reads, and refuses a request that a proxy could read differently.
 *
 * @param answer gets every other request.
 */
export function createHttpServer(
  answer: Answer,
  { log, metrics, pace = leastPace, silenceMs = silenceTimeoutMs }: Options,
): Server {
  const refuse: Refuse = ({ method = '' }, response, status) => {
    const id = newRequestId()
    if (status === 503) response.setHeader('Retry-After', '30')
    response.writeHead(status, { [requestIdHeader]: id, Connection: 'close' }).end()
    metrics?.answered('none', method, status)
    if (log) logRefused(log, { request: id, method, status })
  }
  const answerInTurn = answerInTurns((request, response) => {
    request.watch(response, pace)
    if (namesOneHost(request)) answer(request, response)
    else refuse(request, response, 400)
  }, refuse)
  const server = createServer(
    {
      // 5 MB at a phone's 20 KB/s take more than four minutes.
      requestTimeout: 300_000,
      keepAliveTimeout: 10_000,
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: longestHeaderBytes,
      IncomingMessage: WatchedRequest,
    },
    answerInTurn,
  )
  // Node's own answer would wait for the body.
  server.on('checkExpectation', (request: WatchedRequest, response: ServerResponse) =>
    refuse(request, response, 417),
  )
  return server.setTimeout(silenceMs)
}

/** As Node would answer. */
const statusOfFault: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Answers what Node could not read as a request. @param headers of every answer. */
export const answerUnreadable =
  (headers: Readonly<Record<string, string>>) =>
  ({ code = '' }: NodeJS.ErrnoException, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const status = statusOfFault[code] ?? 400
    const problem = problemOf(status, 'This could not be read as a request.')
    const body = JSON.stringify(problem)
    const all = {
      ...headers,
      'Content-Type': 'application/problem+json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.end(`HTTP/1.1 ${status} ${problem.title}\r\n${lines.join('')}\r\n${body}`)
  }

/** Works on a few requests of a connection at a time. The first of more is told that it was too much. */
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
      // Later ones get no answer: the connection ends before their turn.
      unanswered.set(socket, Infinity)
      refuse(request, response, 503)
    }
  }
}

/** Node takes the first of several Host headers; another program may take the last. */
const namesOneHost = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter(
    (name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host',
  ).length < 2

/** A body, pulled. Who stops early calls {@link drainBody}. @throws Refusal for a slow or gone sender. */
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

/** Reads the rest of a body, so that its sender gets the answer. @throws Refusal for a slow sender. */
export async function drainBody(request: IncomingMessage): Promise<void> {
  if (isOver(request)) return
  const signal = tooSlowOf(request)
  request.resume()
  try {
    await finished(request, { writable: false, signal })
  } catch {
    if (signal.aborted) throw signal.reason
    // The sender has gone.
  }
}

const isOver = (request: IncomingMessage) => request.readableEnded || request.destroyed

/** Fastify does not know what kind of requests our server makes. */
function tooSlowOf(request: IncomingMessage): AbortSignal {
  if (request instanceof WatchedRequest) return request.tooSlow
  throw new TypeError('This request did not come through createHttpServer.')
}
