import type { FastifyInstance } from 'fastify'
import type { Door } from '../desk-gate.ts'
import { refuse } from '../desk-gate.ts'
import type { DeskServices } from '../desk-services.ts'
import type { Query } from '../read-request.ts'

/**
 * What changes, told to a page as it happens (server-sent events).
 * `?since=` says how many milliseconds ago it knew everything.
 */
export function liveRoutes(api: FastifyInstance, { live }: DeskServices, door: Door): void {
  api.get<Query>(
    '/api/live',
    { config: { right: 'read' }, exposeHeadRoute: false },
    async (request, reply) => {
      const { query, person, headers } = request
      if (headers.accept !== 'text/event-stream') {
        return refuse(reply, 406, 'This is a stream of events.')
      }
      const stream = await live.open({
        who: person.name,
        sinceMs: Math.max(0, Number(query['since']) || 0),
        isStillIn: async () => (await door.personOf(request)) !== undefined,
      })
      if (!stream) {
        const detail =
          'You have the desk open in too many windows: this one is not kept up to date.'
        return refuse(reply, 429, detail)
      }
      // Or a proxy collects events before it passes them on.
      return reply.header('X-Accel-Buffering', 'no').type('text/event-stream').send(stream)
    },
  )
}
