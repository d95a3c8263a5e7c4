import type { FastifyInstance } from 'fastify'
import { readFilter } from '@naic/admissions/applications/application-filter.ts'
import { makeReport } from '@naic/admissions/applications/report.ts'
import type { DeskServices } from '../desk-services.ts'
import type { Query } from '../read-request.ts'

export function reportRoutes(api: FastifyInstance, { database }: DeskServices): void {
  api.get<Query>('/api/report', { config: { right: 'read' } }, ({ query }, reply) => {
    const { since, until } = query
    const read = readFilter({ since: since || undefined, until: until || undefined })
    if (read.ok) return makeReport(database, read.filter, new Date())
    const detail = read.mistakes.map(({ field, reason }) => `${field} ${reason}`).join('; ')
    return reply.code(400).send({ detail })
  })
}
