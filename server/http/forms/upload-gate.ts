import type { FastifyReply, FastifyRequest } from 'fastify'
import { resumeLimitBytes } from '#forms/resume.ts'
import { networkAddress } from '../network-address.ts'
import { Refusal } from '../refusal.ts'

/** Forms being received at one time: each holds a connection and a few buffers. */
const mostInFlight = 300

/** As many of them may come from one sender: a whole college may be behind one address. */
const mostFromOneSender = 200

/** A body up to this long is an honest form with too large a file: it is read and told so. */
export const longestReadBytes = resumeLimitBytes + 32 * 1024 * 1024

/** Two hooks of a form's route, `onRequest` and `onSend`. */
export type UploadGate = {
  enter: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  leave: (request: FastifyRequest) => Promise<void>
  /** How many of the places are taken. */
  taken: () => number
}

/**
 * Says what can be said of a submission before a byte of its body is read, and gives it one of the
 * places there are. The place is free again when there is an answer, or nobody to hear it any more:
 * how long an answer takes to be read is up to the sender.
 */
export function createUploadGate(): UploadGate {
  const places = new Map<string, number>()
  const leaving = new WeakMap<FastifyRequest, () => void>()
  let taken = 0

  async function enter(request: FastifyRequest, reply: FastifyReply) {
    requireFitLength(request)
    const sender = networkAddress(request.ip)
    const takenBySender = places.get(sender) ?? 0
    if (taken >= mostInFlight || takenBySender >= mostFromOneSender) {
      throw new Refusal(
        503,
        'Many applications are arriving just now. Please send yours again in a minute.',
        { 'Retry-After': '30' },
      )
    }
    // Its close has been told already, and would not be told again.
    if (reply.raw.closed) throw new Refusal(400, 'The sender has gone.')
    taken += 1
    places.set(sender, takenBySender + 1)
    const leave = () => {
      if (!leaving.delete(request)) return
      taken -= 1
      const left = (places.get(sender) ?? 1) - 1
      if (left > 0) places.set(sender, left)
      else places.delete(sender)
    }
    leaving.set(request, leave)
    reply.raw.once('close', leave)
  }

  return { enter, leave: async (request) => leaving.get(request)?.(), taken: () => taken }
}

function requireFitLength({ headers }: FastifyRequest): void {
  const declared = headers['content-length']
  if (declared === undefined) {
    throw new Refusal(411, 'Please send the form with its length (Content-Length).')
  }
  if (Number(declared) > longestReadBytes) {
    throw new Refusal(413, 'This form is too large. Your resume can be at most 5 MB.', {
      Connection: 'close',
    })
  }
}
