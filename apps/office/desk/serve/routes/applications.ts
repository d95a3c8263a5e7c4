import type { FastifyInstance } from 'fastify'
import { readKeptWords } from '@naic/admissions/applications/keep-fact.ts'
import {
  countByStatus,
  findRow,
  isApplicationSort,
  listApplications,
  totalOf,
} from '@naic/admissions/applications/list-applications.ts'
import { readApplication, readResume } from '@naic/admissions/applications/read-application.ts'
import { staffNames } from '#staff/staff.ts'
import { Refusal } from '@naic/house/web/refusal.ts'
import type { Database } from '@naic/store/database/database.ts'
import { withLetterStates } from '@naic/store/mail/stored-letters.ts'
import { type ApplicationList, asSelected, mostSelected, type Selected } from '../../desk-api.ts'
import {
  addNotes,
  agreedStatus,
  askedKept,
  askedNote,
  askedStatus,
  askedTakeBack,
  giveAnswers,
  keep,
  planAnswers,
  takeBackAll,
} from '../answer-applications.ts'
import type { DeskServices } from '../desk-services.ts'
import { actionsFor, filterFrom, type One, pageFrom, type Query, toRead } from '../read-request.ts'

export function applicationRoutes(api: FastifyInstance, services: DeskServices): void {
  const { database } = services
  api.get<Query>('/api/applications', toRead, async ({ query }): Promise<ApplicationList> => {
    const { filter, sort } = askedList(query)
    const { status, ...anyStatus } = filter
    const place = pageFrom(query['page'])
    const [counts, listed, words] = await Promise.all([
      countByStatus(database, anyStatus),
      listApplications(database, filter, { ...place, ...sort }),
      keptWords(database),
    ])
    const rows = await withLetterStates(database, listed)
    return { rows, total: totalOf(counts, status), ...place, counts, ...words }
  })
  api.get<One>('/api/applications/:id', toRead, ({ params }) =>
    readApplication(database, params.id),
  )
  api.get<One>('/api/applications/:id/resume', toRead, async ({ params }, reply) => {
    const row = await findRow(database, params.id)
    const read = row && (await readResume(services.files, row))
    if (!read || read === 'missing') throw new Refusal(404, `It is gone. ${lost}`)
    if (read === 'damaged') throw new Refusal(409, `It has changed since it was sent. ${lost}`)
    return reply.type('application/octet-stream').send(read)
  })
  api.get<Query>('/api/selected', toRead, async ({ query }): Promise<Selected[]> => {
    const { filter, sort } = askedList(query)
    const place = { page: 1, perPage: mostSelected, ...sort }
    return (await listApplications(database, filter, place)).map(asSelected)
  })

  const toReview = actionsFor(api, services, 'review')
  toReview('/api/applications/status/plan', askedStatus, planAnswers)
  toReview('/api/applications/status', agreedStatus, giveAnswers)
  toReview('/api/applications/note', askedNote, addNotes)
  toReview('/api/applications/kept', askedKept, keep)
  toReview('/api/applications/take-back', askedTakeBack, takeBackAll)
}

/** What was kept before, to suggest it; and everybody of the staff, who may get an application. */
async function keptWords(database: Database) {
  const [{ tags, people }, staff] = [await readKeptWords(database), await staffNames(database)]
  return { tags, people: [...new Set([...people, ...staff])].toSorted() }
}

/** @returns which applications an address of the list asks for, and in which order. */
export function askedList(query: Query['Querystring']) {
  const { page: _, sort = '', ...given } = query
  return { filter: filterFrom(given), sort: isApplicationSort(sort) ? { sort } : {} }
}

const lost = 'Ask the person who runs the server to look for it in a backup.'
