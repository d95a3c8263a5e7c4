import { text } from 'node:stream/consumers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { toBase64 } from '@naic/ledger/format/bytes.ts'
import { findListed } from '@naic/registry/certificate-evidence.ts'
import { evenAfterRotation } from '@naic/registry/issuing/status-list-credential.ts'
import { readStampFile } from '@naic/registry/stamps/find-stamp.ts'
import {
  formatCheckpoints,
  isFull,
  parseTilePath,
  proveConsistency,
  readCheckpoints,
  readTile,
} from '@naic/registry/log/published-log.ts'
import type { Taken } from '@naic/registry/witnesses/witness-cosignatures.ts'
import { readRestarts } from '@naic/registry/log/log-state.ts'
import { keyRanges, originNow } from '@naic/registry/keys/registry-keys.ts'
import type { Services } from '#server/services.ts'
import { answerUnavailable, readable } from '../api/readable.ts'
import { sendCompressed } from '@naic/house/web/send-compressed.ts'
import { Refusal, tryAgain } from '@naic/house/web/refusal.ts'
import { bodyOf } from '@naic/house/web/http-server.ts'
import { NetworkLimit } from '@naic/house/web/network-limit.ts'

type Certificates = Pick<Services['certificates'], 'registry' | 'statusList' | 'cosignatures'>

/** The log for mirrors and auditors (c2sp.org/tlog-tiles). It holds no name and no ID. */
export function logRoutes(app: FastifyInstance, certificates: Certificates) {
  const { registry, statusList, cosignatures } = certificates
  witnessRoutes(app, certificates)

  app.get('/log/checkpoint', readable(), async (_request, reply) => {
    const note = await cosignatures.cosigned(await registry.log.head())
    return reply.type('text/plain; charset=utf-8').send(note)
  })

  // For what each key counts, the log's own keys included. The DID document does not say this.
  app.get('/log/keys', readable(), async () => {
    const keys = await registry.log.keys()
    const { origin } = registry.log
    return { origin: originNow(keys, origin), keys: await keyRanges(keys, origin) }
  })

  // Why the log has had other names, signed by the council (decision 107).
  app.get('/log/restarts', readable(), async () => ({
    restarts: await readRestarts(registry.database),
  }))

  // The status list and the proof that the newest checkpoint ends with its digest, both of one moment,
  // for holders of a certificate from elsewhere. The checkpoint is within the receipt.
  app.get('/log/status', readable(), () =>
    evenAfterRotation(async () => {
      const { listed, state } = await findListed(registry)
      return { statusList: await statusList.credentialOf(state), listed: listed ?? null }
    }),
  )

  app.get<Query<'from' | 'to'>>('/log/proof', readable(), async ({ query }, reply) => {
    const [from, to] = [query.from, query.to].map(readSize)
    if (!from || !to || from > to) {
      throw new Refusal(400, 'The sizes from and to must be two of the log, the smaller one first.')
    }
    const proof = await proveConsistency(registry.log, from, to)
    if (!proof) throw new Refusal(404, 'The log is not that large.')
    reply.header('Cache-Control', forGood)
    return { from, to, proof: proof.map(toBase64) }
  })

  app.get<Query<'after'>>('/log/checkpoints', readable(), async ({ query }, reply) => {
    const { after = '0' } = query
    if (!/^\d{1,15}$/.test(after)) {
      throw new Refusal(400, 'after must be the size of the last checkpoint that you have.')
    }
    await registry.log.keys()
    const checkpoints = await readCheckpoints(registry.database, Number(after))
    return reply.type('application/jsonl; charset=utf-8').send(formatCheckpoints(checkpoints))
  })

  // Older checkpoints by size, each with its stamp: `ots verify` looks for FILE next to FILE.ots.
  app.get<Named>('/log/checkpoint/:name', readable(), async ({ params: { name } }, reply) => {
    const [, digits = '', isStamp] = /^([1-9]\d{0,15})(\.ots)?$/.exec(name) ?? []
    const size = Number(digits)
    const file = isStamp
      ? await readStampFile(registry, size)
      : (await registry.log.headOf(size))?.note
    if (!file) throw new Refusal(404, 'The log has no such checkpoint or stamp.')
    if (!isStamp) reply.header('Cache-Control', forGood)
    return reply
      .header('Content-Disposition', `inline; filename="${name}"`)
      .type(isStamp ? 'application/vnd.opentimestamps.v1' : 'text/plain; charset=utf-8')
      .send(typeof file === 'string' ? file : Buffer.from(file))
  })

  app.get<{ Params: { '*': string } }>('/log/tile/*', readable(), async (request, reply) => {
    const tile = parseTilePath(request.params['*'])
    const bytes = tile && (await readTile(registry, tile))
    if (!bytes) throw new Refusal(404, 'The log has no such tile.')
    reply
      .header('Cache-Control', isFull(tile) ? forGood : 'public, max-age=86400, immutable')
      .type('application/octet-stream')
    return tile.level === 'entries'
      ? sendCompressed(request, reply, bytes)
      : reply.send(Buffer.from(bytes))
  })

  app.get<Named>('/log/vectors/:name.json', readable(), async (request, reply) => {
    const { name } = request.params
    const read = Object.hasOwn(vectors, name) ? vectors[name] : undefined
    if (!read) throw new Refusal(404, 'There are no such test vectors.')
    reply.header('Cache-Control', 'public, max-age=3600').type('application/json; charset=utf-8')
    return sendCompressed(request, reply, JSON.stringify((await read()).default))
  })
}

type Query<Name extends string> = { Querystring: { [Each in Name]?: string } }
type Named = { Params: { name: string } }

const forGood = 'public, max-age=31536000, immutable'

const readSize = (digits: string | undefined): number | undefined =>
  /^[1-9]\d{0,14}$/.test(digits ?? '') ? Number(digits) : undefined

/** In bytes. A checkpoint with a few signatures has a twentieth of this. */
const longestNote = 16 * 1024

/** From one network address. A witness comes every few minutes at most. */
const handInsPerMinute = 20

/** What witnesses saw of the log, and where they hand it in (docs/watching.md). */
function witnessRoutes(app: FastifyInstance, { registry, cosignatures }: Certificates) {
  app.get('/log/witnesses', readable(), async () => {
    const witnesses = await cosignatures.newest()
    return { origin: originNow(await registry.log.keys(), registry.log.origin), witnesses }
  })

  const limit = new NetworkLimit(handInsPerMinute)
  // What is refused here is not read.
  const guard = async ({ ip, headers }: FastifyRequest) => {
    const close = { Connection: 'close' }
    const refuse = (status: number, detail: string) => {
      throw new Refusal(status, detail, close)
    }
    if (cosignatures.witnesses.length === 0) refuse(404, 'This site takes no cosignatures.')
    const waitMs = limit.take(ip)
    if (waitMs > 0) {
      throw tryAgain(429, 'Too many cosignatures came from your network.', waitMs, close)
    }
    const length = headers['content-length']
    if (length === undefined) {
      refuse(411, 'Please send the checkpoint with its length (Content-Length).')
    }
    if (Number(length) > longestNote) refuse(413, 'This is too long for a checkpoint.')
  }

  // In a scope of its own: no other route takes a body of this type.
  void app.register(async (scope) => {
    scope.addContentTypeParser('text/plain', (_request, _body, done) => done(null))
    const options = { onRequest: guard, errorHandler: answerUnavailable }
    scope.post('/log/cosignatures', options, async (request, reply) => {
      // The HTTP server ends it at its declared length.
      const taken = await cosignatures.take(await text(bodyOf(request.raw)))
      if (taken !== 'taken') throw new Refusal(...refusals[taken])
      return reply.send({ taken: true })
    })
  })
}

const refusals: Record<Exclude<Taken, 'taken'>, [number, string]> = {
  'no checkpoint': [400, 'This is no cosigned checkpoint.'],
  'another log': [422, 'This is not a checkpoint of this log.'],
  contrary: [409, 'This checkpoint is signed by a key of this log, which does not have it.'],
  'unknown witness': [403, 'None of its cosignatures is a right one by a witness of this log.'],
  'too new': [422, 'It is signed for a time that is yet to come.'],
  older: [409, 'This witness has seen more, or later, already.'],
}

/**
 * The test vectors of the ledger (packages/ledger/format/vectors/README.md), for whoever writes a program that checks
 * certificates. Read when somebody asks: they are as large as a page, and few do.
 */
const vectors: Record<string, () => Promise<{ default: unknown }>> = {
  certificates: () =>
    import('@naic/ledger/format/vectors/certificates.json', { with: { type: 'json' } }),
  'ed25519-speccheck': () =>
    import('@naic/ledger/format/vectors/ed25519-speccheck.json', { with: { type: 'json' } }),
  'eddsa-jcs-2022': () =>
    import('@naic/ledger/format/vectors/eddsa-jcs-2022.json', { with: { type: 'json' } }),
  jcs: () => import('@naic/ledger/format/vectors/jcs.json', { with: { type: 'json' } }),
  'merkle-inclusion': () =>
    import('@naic/ledger/format/vectors/merkle-inclusion.json', { with: { type: 'json' } }),
  opentimestamps: () =>
    import('@naic/ledger/format/vectors/opentimestamps.json', { with: { type: 'json' } }),
}
