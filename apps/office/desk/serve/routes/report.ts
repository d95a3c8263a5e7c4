import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { makeReport, reportColumns, reportRows } from '@naic/admissions/applications/report.ts'
import { toWorkbook } from '@naic/store/sheets/write-sheet.ts'
import type { DeskServices } from '../desk-services.ts'
import { filterFrom, type Query, toRead } from '../read-request.ts'

export function reportRoutes(api: FastifyInstance, { database }: DeskServices): void {
  api.get<Query>('/api/report', toRead, ({ query }) =>
    makeReport(database, daysOf(query), new Date()),
  )
  api.get<Query>('/api/report/workbook', toRead, async ({ query }, reply) => {
    const report = await makeReport(database, daysOf(query), new Date())
    const workbook = Readable.from(toWorkbook('Report', reportRows(report), reportColumns))
    return reply.type('application/octet-stream').send(workbook)
  })
}

const daysOf = ({ since, until }: Query['Querystring']) => filterFrom({ since, until })
