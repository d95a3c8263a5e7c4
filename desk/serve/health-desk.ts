import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { examine } from '#server/health/examine.ts'
import type { DeskServices } from './desk-services.ts'

/** What `doctor` finds, a line each as soon as it is known. */
export function healthDesk(app: FastifyInstance, { config }: DeskServices): void {
  app.get('/api/health', (_request, reply) => {
    async function* lines() {
      for await (const finding of examine(() => config)) yield `${JSON.stringify(finding)}\n`
    }
    return reply.type('application/x-ndjson').send(Readable.from(lines()))
  })
}
