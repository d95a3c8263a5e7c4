import type { FastifyRequest } from 'fastify'
import { resumeLimitBytes } from '#forms/resume.ts'
import { Refusal } from './refusal.ts'

/** Uploads being received at one time: each holds a connection and a few buffers. */
const mostInFlight = 250

/** A body up to this long is an honest form with too large a file: it is read and told so. */
const longestReadBytes = resumeLimitBytes + 32 * 1024 * 1024

/** A hook that says what can be said of a submission before a byte of its body is read. */
export function createUploadGate() {
  let inFlight = 0
  return async (request: FastifyRequest) => {
    const declared = request.headers['content-length']
    if (declared === undefined) {
      throw new Refusal(411, 'Please send the form with its length (Content-Length).')
    }
    if (Number(declared) > longestReadBytes) {
      throw new Refusal(413, 'The form is far too large. A resume may have at most 5 MB.', {
        Connection: 'close',
      })
    }
    if (inFlight >= mostInFlight) {
      throw new Refusal(
        503,
        'Many applications are arriving just now. Please send yours again in a minute.',
        { 'Retry-After': '30' },
      )
    }
    inFlight += 1
    // Emitted once, when the body has been read or the sender has gone.
    request.raw.once('close', () => {
      inFlight -= 1
    })
  }
}
