import type { FastifyInstance } from 'fastify'
import { isFull, parseTilePath, readTile } from '../registry/log-tiles.ts'
import type { Registry } from '../registry/registry.ts'
import { orUnavailable, publicHeaders } from './certificate-routes.ts'
import { Refusal } from './refusal.ts'

/** The log for whoever mirrors or audits it: c2sp.org/tlog-tiles. It holds no name and no ID. */
export function logRoutes(app: FastifyInstance, registry: Registry) {
  app.get('/log/checkpoint', async (request, reply) => {
    const { note } = await orUnavailable(request, () => registry.log.begunHead())
    return reply
      .headers({ ...publicHeaders, 'Cache-Control': 'no-cache' })
      .type('text/plain; charset=utf-8')
      .send(note)
  })

  app.get<{ Params: { '*': string } }>('/log/tile/*', async (request, reply) => {
    const tile = parseTilePath(request.params['*'])
    const bytes = tile && (await orUnavailable(request, () => readTile(registry, tile)))
    if (!bytes) throw new Refusal(404, 'The log has no such tile.', publicHeaders)
    return reply
      .headers({
        ...publicHeaders,
        'Cache-Control': `public, max-age=${isFull(tile) ? 31_536_000 : 86_400}, immutable`,
      })
      .type('application/octet-stream')
      .send(Buffer.from(bytes))
  })
}
