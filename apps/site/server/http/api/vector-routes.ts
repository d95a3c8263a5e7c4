import type { FastifyInstance } from 'fastify'
import { Refusal } from '@naic/platform/web/refusal.ts'
import { sendCompressed } from '@naic/platform/web/send-compressed.ts'
import { readable } from './readable.ts'

/** Read when somebody asks: they are as large as a page, and few do. */
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

/**
 * The test vectors of the ledger (packages/ledger/format/vectors/README.md), for whoever writes a program
 * that checks certificates.
 */
export function vectorRoutes(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>(
    '/log/vectors/:name.json',
    readable(),
    async (request, reply) => {
      const { name } = request.params
      const read = Object.hasOwn(vectors, name) ? vectors[name] : undefined
      if (!read) throw new Refusal(404, 'There are no such test vectors.')
      reply.header('Cache-Control', 'public, max-age=3600').type('application/json; charset=utf-8')
      return sendCompressed(request, reply, JSON.stringify((await read()).default))
    },
  )
}
