import type { FastifyInstance } from 'fastify'
import { makeReport } from '@naic/admissions/applications/report.ts'
import type { DeskServices } from '../desk-services.ts'
import { filterFrom, type Query, toRead } from '../read-request.ts'

export function reportRoutes(api: FastifyInstance, { database }: DeskServices): void {
  api.get<Query>('/api/report', toRead, ({ query: { since, until } }) =>
    makeReport(database, filterFrom({ since, until }), new Date()),
  )
}
