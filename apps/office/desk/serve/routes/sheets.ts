import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { countApplications } from '@naic/admissions/applications/count-applications.ts'
import { receipts } from '@naic/admissions/applications/kept-facts.ts'
import {
  readSaidColleges,
  sayOneCollege,
  sayOwnCollege,
  sayTwoColleges,
  suggestColleges,
} from '@naic/admissions/applications/same-college.ts'
import type { CollegeNames } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { type Query, readBody } from '../read-request.ts'
import { planReceiptSheet, recordReceiptSheet } from '../receipt-sheets.ts'

/** What is told of many at once: sheets of what came in, and which names of colleges are one. */
export function sheetRoutes(api: FastifyInstance, services: DeskServices): void {
  const { database } = services
  const toRead = { config: { right: 'read' } } as const
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

  api.get('/api/colleges', toRead, async (): Promise<CollegeNames> => {
    const counts = await countApplications(database, {}, 'college')
    const maybe = await suggestColleges(database, counts)
    return { maybe, said: await readSaidColleges(database) }
  })
  api.post('/api/colleges/same', toReview, async ({ body, person }, reply) => {
    const { college, other } = readBody(twoNames, body)
    const done = await sayOneCollege(database, college, [other], { who: person.name })
    if (done.state === 'said') return done
    return reply.code(400).send({ detail: `"${done.name}" is no name. Nothing was changed.` })
  })
  api.post('/api/colleges/two', toReview, async ({ body, person }) => {
    const { college, other } = readBody(twoNames, body)
    await sayTwoColleges(database, college, other, { who: person.name })
    return { state: 'said' }
  })
  api.post('/api/colleges/apart', toReview, async ({ body, person }) => {
    const { name } = readBody(named, body)
    return { back: await sayOwnCollege(database, name, { who: person.name }) }
  })
}

type OfSheet = { Params: { what: string } }
const ofSheet = v.object({ what: v.picklist(receipts) })
const twoNames = v.object({ college: v.string(), other: v.string() })
const named = v.object({ name: v.string() })

/** @throws an error that is answered with 400. */
function sheetIn(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body
  throw Object.assign(new Error('Send a sheet, .xlsx or CSV.'), { statusCode: 400 })
}
