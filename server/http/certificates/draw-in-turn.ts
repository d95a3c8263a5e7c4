import type { FastifyReply, FastifyRequest } from 'fastify'
import { networksOf } from '../network-address.ts'
import { logNotDrawn } from '../request-log.ts'

/**
 * Has something drawn for whoever asks, who leaves the line when the connection closes. A whole /48
 * has one turn.
 *
 * @param what could not be done, for the log.
 * @returns undefined if it could not be drawn, or not in time.
 */
export async function drawInTurn(
  request: FastifyRequest,
  reply: FastifyReply,
  what: string,
  draw: (asker: { network: string; gone: AbortSignal }) => Promise<Buffer>,
): Promise<Buffer | undefined> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  // Its close has been told already, and would not be told again.
  if (reply.raw.closed) gone.abort()
  try {
    return await draw({ network: networksOf(request.ip).at(-1) ?? '', gone: gone.signal })
  } catch (error) {
    if (!gone.signal.aborted) logNotDrawn(request, error, what)
    return undefined
  }
}
