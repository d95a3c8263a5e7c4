import { on } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { Refusal } from './refusal.ts'

/** How much of a body must arrive in each stretch of time for its sender to be waited for. */
export type LeastPace = { bytes: number; everyMs: number }

/** A fifth of what a slow phone manages (20 KB/s), so that it may lose its network for a while. */
export const leastPace: LeastPace = { bytes: 80_000, everyMs: 20_000 }

/** For the answer to get out before the connection is closed. */
const lastWordsMs = 2_000

const signals = new WeakMap<IncomingMessage, AbortSignal>()

/**
 * Sees to it that a request's body comes to an end: one that arrives more slowly than `pace` is
 * given up, and one that is no form's is not waited for once the request is answered.
 */
export function watchBody(request: IncomingMessage, response: ServerResponse, pace: LeastPace) {
  if (!hasBody(request)) return
  const { socket } = request
  const isForm = request.method === 'POST' && 'content-length' in request.headers
  if (!isForm) response.once('finish', () => request.complete || socket.destroySoon())

  const controller = new AbortController()
  signals.set(request, controller.signal)
  let counted = socket.bytesRead
  const watch = setInterval(() => {
    const arrived = socket.bytesRead - counted
    counted += arrived
    if (request.complete || socket.destroyed) clearInterval(watch)
    if (request.complete || arrived >= pace.bytes || isOurFault(request)) return
    clearInterval(watch)
    // Whoever reads the body says why; where it was answered before, nobody does.
    controller.abort(new TooSlow())
    setTimeout(() => socket.destroy(), lastWordsMs).unref()
  }, pace.everyMs)
  watch.unref()
  // The request's and not the connection's, which may bring many more.
  request.once('close', () => clearInterval(watch))
}

class TooSlow extends Refusal {
  constructor() {
    super(
      408,
      'The form arrived too slowly. Please send it again when your connection is better.',
      { Connection: 'close' },
    )
  }
}

/**
 * The bytes of a body, pulled. It may be left early: {@link drainBody} reads the rest.
 *
 * @throws Refusal where the sender is too slow, or has gone.
 */
export async function* bodyOf(request: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  const signal = signals.get(request)
  if (!signal || isOver(request)) return
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
  const signal = signals.get(request)
  if (!signal || isOver(request)) return
  request.resume()
  try {
    await finished(request, { writable: false, signal })
  } catch {
    if (signal.aborted) throw signal.reason
    // The sender has gone: there is nothing left to read, and nobody to tell.
  }
}

const isOver = (request: IncomingMessage) => request.readableEnded || request.destroyed

const hasBody = ({ headers }: IncomingMessage) =>
  'transfer-encoding' in headers || Number(headers['content-length'] ?? 0) > 0

/** More has arrived than we have taken: the disk is slow, not the sender. */
const isOurFault = (request: IncomingMessage) =>
  request.readableLength >= request.readableHighWaterMark
