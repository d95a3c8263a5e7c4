import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from '#server/registry/registry.ts'
import type { Taken, WitnessCosignatures } from '#server/registry/witnesses/witness-cosignatures.ts'
import { bodyOf, drainBody } from '../body-watch.ts'
import { NetworkLimit } from '../network-limit.ts'
import { Refusal } from '../refusal.ts'
import { orUnavailable, setPublicHeaders } from './certificate-routes.ts'

/** Bytes; a checkpoint with a few signatures has a twentieth of it. */
const longestNote = 16 * 1024

/** Of one network address: a witness comes every few minutes at most. */
const handInsPerMinute = 20

/** What witnesses saw of the log, and where they hand it in (docs/watching.md). */
export function witnessRoutes(
  app: FastifyInstance,
  registry: Registry,
  cosignatures: WitnessCosignatures,
) {
  app.get('/log/witnesses', { onRequest: setPublicHeaders }, async (request, reply) => {
    const witnesses = await orUnavailable(request, () => cosignatures.newest())
    const { origin } = registry.log
    return reply.header('Cache-Control', 'no-cache').send({ origin, witnesses })
  })

  if (cosignatures.witnesses.length === 0) {
    const refuse = async () => {
      throw new Refusal(404, 'This site takes no cosignatures.', { Connection: 'close' })
    }
    app.post('/log/cosignatures', { onRequest: refuse }, refuse)
    return
  }

  const limit = new NetworkLimit(handInsPerMinute)
  const guard = async (request: FastifyRequest) => {
    const waitMs = limit.take(request.ip)
    if (waitMs > 0) {
      throw new Refusal(429, 'Too many cosignatures came from your network.', {
        'Retry-After': String(Math.ceil(waitMs / 1_000)),
        Connection: 'close',
      })
    }
    requireFitLength(request)
  }

  // In a scope of its own: no other route takes a body of this type, and none is read before this.
  void app.register(async (scope) => {
    scope.addContentTypeParser('text/plain', (_request, _body, done) => done(null))
    scope.post('/log/cosignatures', { onRequest: guard }, async (request, reply) => {
      const note = await readNote(request)
      const taken = await orUnavailable(request, () => cosignatures.take(note))
      if (taken !== 'taken') throw refusalOf(taken)
      return reply.send({ taken: true })
    })
  })
}

function requireFitLength({ headers }: FastifyRequest): void {
  const declared = headers['content-length']
  if (declared === undefined) {
    throw new Refusal(411, 'Please send the checkpoint with its length (Content-Length).', {
      Connection: 'close',
    })
  }
  if (Number(declared) > longestNote) {
    throw new Refusal(413, 'This is too long for a checkpoint.', { Connection: 'close' })
  }
}

async function readNote({ raw }: FastifyRequest): Promise<string> {
  const parts: Buffer[] = []
  // No longer than it was declared to be: the HTTP server sees to that.
  for await (const part of bodyOf(raw)) parts.push(part)
  await drainBody(raw)
  return Buffer.concat(parts).toString()
}

const refusals: Record<Exclude<Taken, 'taken'>, [number, string]> = {
  'no checkpoint': [400, 'This is no cosigned checkpoint.'],
  'another log': [422, 'This is not a checkpoint of this log.'],
  contrary: [409, 'This checkpoint is signed by a key of this log, which does not have it.'],
  'unknown witness': [403, 'None of its cosignatures is a right one by a witness of this log.'],
  'too new': [422, 'It is signed for a time that is yet to come.'],
  older: [409, 'This witness has seen more, or later, already.'],
}

const refusalOf = (taken: Exclude<Taken, 'taken'>) => new Refusal(...refusals[taken])
