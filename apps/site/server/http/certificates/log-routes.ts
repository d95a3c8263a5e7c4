import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toBase64 } from '@naic/ledger/format/bytes.ts'
import { findListed } from '@naic/registry/certificate-evidence.ts'
import {
  evenAfterRotation,
  type StatusList,
} from '@naic/registry/issuing/status-list-credential.ts'
import { readStampFile } from '@naic/registry/stamps/find-stamp.ts'
import {
  formatCheckpoints,
  isFull,
  parseTilePath,
  proveConsistency,
  readCheckpoints,
  readTile,
} from '@naic/registry/log/published-log.ts'
import type { Registry } from '@naic/registry/registry.ts'
import type { WitnessCosignatures, Taken } from '@naic/registry/witnesses/witness-cosignatures.ts'
import { readRestarts } from '@naic/registry/restart-log.ts'
import { keyRanges, originNow } from '@naic/registry/keys/registry-keys.ts'
import { readable } from '../api/readable.ts'
import { orUnavailable } from './look-up.ts'
import { sendCompressed } from '@naic/platform/web/send-compressed.ts'
import { Refusal } from '@naic/platform/web/refusal.ts'
import { bodyOf, drainBody } from '@naic/platform/web/http-server.ts'
import { NetworkLimit } from '@naic/platform/web/network-limit.ts'

/** The log for mirrors and auditors (c2sp.org/tlog-tiles). It holds no name and no ID. */
export function logRoutes(
  app: FastifyInstance,
  {
    registry,
    statusList,
    cosignatures,
  }: { registry: Registry; statusList: StatusList; cosignatures: WitnessCosignatures },
) {
  app.get('/log/checkpoint', readable(), async (request, reply) => {
    const note = await orUnavailable(request, async () =>
      cosignatures.cosigned((await registry.log.begunHead()).note),
    )
    return reply.header('Cache-Control', 'no-cache').type('text/plain; charset=utf-8').send(note)
  })

  // For what each key counts, the log's own keys included. The DID document does not say this.
  app.get('/log/keys', readable(), async (request, reply) => {
    const answer = await orUnavailable(request, async () => {
      const keys = await registry.log.keys()
      const { origin } = registry.log
      return {
        origin: originNow(keys, origin),
        keys: await keyRanges(keys, origin),
      }
    })
    return reply.header('Cache-Control', 'no-cache').send(answer)
  })

  // Why the log has had other names, signed by the council (decision 107).
  app.get('/log/restarts', readable(), async (request, reply) => {
    const restarts = await orUnavailable(request, () => readRestarts(registry.database))
    const answer = { restarts }
    return reply.header('Cache-Control', 'no-cache').send(answer)
  })

  // The status list and the proof that the newest checkpoint ends with its digest, both of one moment,
  // for holders of a certificate from elsewhere. The checkpoint is within the receipt.
  app.get('/log/status', readable(), async (request, reply) => {
    const answer = await orUnavailable(request, () =>
      evenAfterRotation(async () => {
        const { listed, state } = await findListed(registry)
        return {
          statusList: await statusList.credentialOf(state),
          listed: listed ?? null,
        }
      }),
    )
    return reply.header('Cache-Control', 'no-cache').send(answer)
  })

  app.get<{ Querystring: { from?: string; to?: string } }>(
    '/log/proof',
    readable(),
    async (request, reply) => {
      const [from, to] = [request.query.from, request.query.to].map(readSize)
      if (!from || !to || from > to) {
        throw new Refusal(
          400,
          'The sizes from and to must be two of the log, the smaller one first.',
        )
      }
      const proof = await orUnavailable(request, () => proveConsistency(registry.log, from, to))
      if (!proof) throw new Refusal(404, 'The log is not that large.')
      return reply
        .header('Cache-Control', 'public, max-age=31536000, immutable')
        .send({ from, to, proof: proof.map(toBase64) })
    },
  )

  app.get<{ Querystring: { after?: string } }>(
    '/log/checkpoints',
    readable(),
    async (request, reply) => {
      const { after = '0' } = request.query
      if (!/^\d{1,15}$/.test(after)) {
        throw new Refusal(400, 'after must be the size of the last checkpoint that you have.')
      }
      const checkpoints = await orUnavailable(request, async () => {
        await registry.log.keys()
        return readCheckpoints(registry.database, Number(after))
      })
      return reply
        .header('Cache-Control', 'no-cache')
        .type('application/jsonl; charset=utf-8')
        .send(formatCheckpoints(checkpoints))
    },
  )

  // Older checkpoints by size, each with its stamp: `ots verify` looks for FILE next to FILE.ots.
  app.get<{ Params: { file: string } }>(
    '/log/checkpoint/:file',
    readable(),
    async (request, reply) => {
      const [, digits = '', isStamp] = /^([1-9]\d{0,15})(\.ots)?$/.exec(request.params.file) ?? []
      const size = Number(digits)
      const file = await orUnavailable(request, async () =>
        isStamp ? readStampFile(registry, size) : (await registry.log.headOf(size))?.note,
      )
      if (!file) throw new Refusal(404, 'The log has no such checkpoint or stamp.')
      return reply
        .headers({
          'Cache-Control': isStamp ? 'no-cache' : 'public, max-age=31536000, immutable',
          'Content-Disposition': `inline; filename="${request.params.file}"`,
        })
        .type(isStamp ? 'application/vnd.opentimestamps.v1' : 'text/plain; charset=utf-8')
        .send(typeof file === 'string' ? file : Buffer.from(file))
    },
  )

  app.get<{ Params: { '*': string } }>('/log/tile/*', readable(), async (request, reply) => {
    const tile = parseTilePath(request.params['*'])
    const bytes = tile && (await orUnavailable(request, () => readTile(registry, tile)))
    if (!bytes) throw new Refusal(404, 'The log has no such tile.')
    reply
      .headers({
        'Cache-Control': `public, max-age=${isFull(tile) ? 31_536_000 : 86_400}, immutable`,
      })
      .type('application/octet-stream')
    return tile.level === 'entries'
      ? sendCompressed(request, reply, bytes)
      : reply.send(Buffer.from(bytes))
  })
}

/** @returns undefined for what cannot be a size of a log. */
const readSize = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(text ?? '') ? Number(text) : undefined

/** In bytes. A checkpoint with a few signatures has a twentieth of this. */
const longestNote = 16 * 1024

/** From one network address. A witness comes every few minutes at most. */
const handInsPerMinute = 20

/** What witnesses saw of the log, and where they hand it in (docs/watching.md). */
export function witnessRoutes(
  app: FastifyInstance,
  registry: Registry,
  cosignatures: WitnessCosignatures,
) {
  app.get('/log/witnesses', readable(), async (request, reply) => {
    const witnesses = await orUnavailable(request, () => cosignatures.newest())
    const keys = await orUnavailable(request, () => registry.log.keys())
    const origin = originNow(keys, registry.log.origin)
    const answer = { origin, witnesses }
    return reply.header('Cache-Control', 'no-cache').send(answer)
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

  // In a scope of its own: no other route takes a body of this type.
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
  // The HTTP server ends it at its declared length.
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
