import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { readFilter } from '@naic/admissions/applications/application-filter.ts'
import { applicationStatuses } from '@naic/admissions/applications/application-status.ts'
import { type KeptWords, readKeptWords } from '@naic/admissions/applications/keep-fact.ts'
import { receipts } from '@naic/admissions/applications/kept-facts.ts'
import {
  countByStatus,
  findApplication,
  isApplicationSort,
  listApplications,
} from '@naic/admissions/applications/list-applications.ts'
import { readApplication, readResume } from '@naic/admissions/applications/read-application.ts'
import { staffNames } from '#staff/staff.ts'
import type { Database } from '@naic/store/database/database.ts'
import { statesOfLetters } from '@naic/store/mail/stored-letters.ts'
import type { ApplicationPage } from '../../desk-api.ts'
import { addNote, giveAnswer, keep, planAnswer } from '../answer-application.ts'
import type { DeskServices } from '../desk-services.ts'
import { type One, optionalText, pageFrom, type Query, readBody } from '../read-request.ts'

export function applicationRoutes(api: FastifyInstance, services: DeskServices): void {
  const { database } = services
  const toRead = { config: { right: 'read' } } as const
  const toReview = { config: { right: 'review' } } as const

  api.get<Query>('/api/applications', toRead, async ({ query }) => {
    const { filter, sort } = askedList(query)
    const { status: _, ...anyStatus } = filter
    const place = pageFrom(query['page'])
    const counts = await countByStatus(database, anyStatus)
    const total = counts
      .filter(({ value }) => !filter.status || value === filter.status)
      .reduce((sum, { count }) => sum + count, 0)
    const [listed, words] = await Promise.all([
      listApplications(database, filter, { ...place, ...sort, total }),
      keptWords(database),
    ])
    const ids = listed.applications.map(({ id }) => id)
    const states = await statesOfLetters(database, ids)
    const applications = listed.applications.map((one) =>
      Object.assign(one, { letters: states.get(one.id) ?? [] }),
    )
    const answer: ApplicationPage = { ...listed, applications, ...place, counts, ...words }
    return answer
  })
  api.get<One>('/api/applications/:id', toRead, ({ params }) =>
    readApplication(database, params.id),
  )
  api.get<One>('/api/applications/:id/resume', toRead, async ({ params }, reply) => {
    const found = await findApplication(database, params.id)
    const read = found.state === 'found' && (await readResume(services.files, found.row))
    if (!read || read === 'missing') return reply.code(404).send({ detail: `It is gone. ${lost}` })
    if (read === 'damaged') {
      return reply.code(409).send({ detail: `It has changed since it was sent. ${lost}` })
    }
    return reply.type('application/octet-stream').send(read)
  })
  api.post<One>('/api/applications/:id/plan', toReview, ({ params, body }) =>
    planAnswer(services, params.id, readBody(askedStatus, body)),
  )
  api.post<One>('/api/applications/:id/status', toReview, ({ params, body, person }) =>
    giveAnswer(services, params.id, readBody(agreedStatus, body), person.name),
  )
  api.post<One>('/api/applications/:id/note', toReview, async ({ params, body, person }, reply) => {
    const done = await addNote(services, params.id, readBody(note, body), person.name)
    return 'detail' in done ? reply.code(done.status).send({ detail: done.detail }) : done
  })
  api.post<One>('/api/applications/:id/kept', toReview, async ({ params, body, person }, reply) => {
    const done = await keep(services, params.id, readBody(askedKept, body), person.name)
    return 'detail' in done ? reply.code(done.status).send({ detail: done.detail }) : done
  })
  api.get('/api/kept-words', toRead, () => keptWords(database))
}

/** What was kept before, to suggest it; and everybody of the staff, who may get an application. */
async function keptWords(database: Database): Promise<KeptWords> {
  const [{ tags, people }, staff] = [await readKeptWords(database), await staffNames(database)]
  return { tags, people: [...new Set([...people, ...staff])].toSorted() }
}

/**
 * @returns which applications an address of the list asks for, and in which order.
 * @throws an error that is answered with 400 and says what is wrong with a value.
 */
export function askedList(query: Query['Querystring']) {
  const { page: _, sort = '', ...typed } = query
  const given = Object.entries(typed).filter(([, text]) => text?.trim())
  const read = readFilter(Object.fromEntries(given))
  if (read.ok) return { filter: read.filter, sort: isApplicationSort(sort) ? { sort } : {} }
  const detail = read.mistakes.map(({ field, reason }) => `${field} ${reason}`).join('; ')
  throw Object.assign(new Error(detail), { statusCode: 400 })
}

const lost = 'Ask the person who runs the server to look for it in a backup.'

export const askedStatus = v.object({
  to: v.picklist(applicationStatuses),
  withLetter: v.boolean(),
  message: optionalText,
  note: optionalText,
  completedOn: optionalText,
  internship: optionalText,
  seen: v.number(),
})
const agreedStatus = v.object({
  ...askedStatus.entries,
  seal: v.string(),
  withoutReceipts: v.boolean(),
})
const note = v.object({ note: v.string(), seen: v.number() })
export const textOrNull = v.nullable(v.string())
const askedKept = v.object({
  wanted: v.union([
    v.object({ fact: v.picklist(['name', 'email', 'assignee', 'score']), to: textOrNull }),
    v.object({ fact: v.literal('tags'), add: v.string() }),
    v.object({ fact: v.literal('tags'), remove: v.string() }),
    v.object({
      fact: v.picklist(receipts),
      to: v.nullable(v.object({ on: v.string(), reference: optionalText })),
    }),
  ]),
  seen: v.optional(textOrNull),
})
