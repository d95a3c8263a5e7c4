import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { receipts } from '@naic/admissions/applications/kept-facts.ts'
import type { DeskServices } from '../desk-services.ts'
import { type Query, readBody } from '../read-request.ts'
import { planReceiptSheet, recordReceiptSheet } from '../receipt-sheets.ts'

/** What came in, of many at once: sheets of their providers. */
export function sheetRoutes(api: FastifyInstance, services: DeskServices): void {
  const toReview = { config: { right: 'review' } } as const

  api.post<OfSheet>('/api/receipts/:what/plan', toReview, ({ params, body }) => {
    const { what } = readBody(ofSheet, params)
    return planReceiptSheet(services, what, sheetIn(body))
  })
  api.post<OfSheet & Query>('/api/receipts/:what', toReview, ({ params, query, body, person }) => {
    const { what } = readBody(ofSheet, params)
    const agreed = { seal: query['seal'] ?? '', who: person.name }
    return recordReceiptSheet(services, what, sheetIn(body), agreed)
  })
}

type OfSheet = { Params: { what: string } }
const ofSheet = v.object({ what: v.picklist(receipts) })

/** @throws an error that is answered with 400. */
function sheetIn(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body
  throw Object.assign(new Error('Send a sheet, .xlsx or CSV.'), { statusCode: 400 })
}
