import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { readFilter } from '@naic/admissions/applications/application-filter.ts'
import { reportColumns, reportRows } from '@naic/admissions/applications/funnel.ts'
import { makeReport } from '@naic/admissions/applications/report.ts'
import { Refusal } from '@naic/house/web/refusal.ts'
import { toWorkbook } from '@naic/store/sheets/write-sheet.ts'
import type { DeskServices } from '../desk-services.ts'
import type { Query } from '../read-request.ts'

export function reportRoutes(api: FastifyInstance, { database }: DeskServices): void {
  const toRead = { config: { right: 'read' } } as const

  api.get<Query>('/api/report', toRead, ({ query }) =>
    makeReport(database, daysOf(query), new Date()),
  )
  api.get<Query>('/api/report/workbook', toRead, async ({ query }, reply) => {
    const report = await makeReport(database, daysOf(query), new Date())
    const workbook = Readable.from(toWorkbook('Report', reportRows(report), reportColumns))
    return reply.type('application/octet-stream').send(workbook)
  })
}

/** @throws an error that is answered with 400 and says what is wrong with a day. */
function daysOf({ since, until }: Query['Querystring']) {
  const read = readFilter({ since: since || undefined, until: until || undefined })
  if (read.ok) return read.filter
  const detail = read.mistakes.map(({ field, reason }) => `${field} ${reason}`).join('; ')
  throw new Refusal(400, detail)
}
