import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { listApplications } from '@naic/admissions/applications/list-applications.ts'
import { mostOpen } from '@naic/admissions/applications/take-back.ts'
import { type AllSelected, asSelected, mostSelected } from '../../desk-api.ts'
import { giveMany, keepMany, noteMany, planMany, takeBackMany } from '../answer-many.ts'
import type { DeskServices } from '../desk-services.ts'
import { type Query, readBody } from '../read-request.ts'
import { askedList, askedStatus, textOrNull } from './applications.ts'

/** What is done to many applications that somebody selected, at most `mostSelected` at once. */
export function selectedRoutes(api: FastifyInstance, services: DeskServices): void {
  const { database } = services
  const toRead = { config: { right: 'read' } } as const
  const toReview = { config: { right: 'review' } } as const

  api.get<Query>('/api/selected', toRead, async ({ query }): Promise<AllSelected> => {
    const { filter, sort } = askedList(query)
    const place = { page: 1, perPage: mostSelected, ...sort }
    const { applications, total } = await listApplications(database, filter, place)
    return { first: applications.map(asSelected), total }
  })
  api.post('/api/selected/status/plan', toReview, ({ body }) =>
    planMany(services, readBody(statusOfMany, body)),
  )
  api.post('/api/selected/status', toReview, ({ body, person }) =>
    giveMany(services, readBody(agreedOfMany, body), person.name),
  )
  api.post('/api/selected/note', toReview, ({ body, person }) =>
    noteMany(services, readBody(noteOfMany, body), person.name),
  )
  api.post('/api/selected/kept', toReview, ({ body, person }) =>
    keepMany(services, readBody(keptOfMany, body), person.name),
  )
  api.post('/api/applications/take-back', toReview, ({ body, person }) =>
    takeBackMany(services, readBody(takeBackOfMany, body), person.name),
  )
}

const many = <One extends v.GenericSchema>(one: One, most = mostSelected) =>
  v.pipe(
    v.array(one),
    v.minLength(1, 'None is selected'),
    v.maxLength(most, `At most ${most} can be changed at once`),
  )
const { seen, ...wantedStatus } = askedStatus.entries
const statusOfMany = v.object({
  ...wantedStatus,
  of: many(v.object({ id: v.string(), seen })),
})
const agreedOfMany = v.object({
  ...statusOfMany.entries,
  seal: v.string(),
  withoutReceipts: v.boolean(),
})
const takeBackOfMany = v.object({ of: many(v.object({ id: v.string(), seen }), mostOpen) })
const noteOfMany = v.object({ of: many(v.object({ id: v.string() })), note: v.string() })
const keptOfMany = v.object({
  of: many(v.object({ id: v.string(), seen: v.optional(textOrNull) })),
  wanted: v.union([
    v.object({ fact: v.literal('assignee'), to: textOrNull }),
    v.object({ fact: v.literal('tags'), add: v.string() }),
    v.object({ fact: v.literal('tags'), remove: v.string() }),
  ]),
})
