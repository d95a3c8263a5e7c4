import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { answerMessage, planAnswer } from '@naic/admissions/messages/answer-message.ts'
import {
  listMessages,
  type MessageFilter,
  readMessage,
} from '@naic/admissions/messages/messages.ts'
import { findSamePerson } from '@naic/admissions/applications/same-person.ts'
import type { Listed, ListedMessage, OneMessage } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import {
  actionsFor,
  type By,
  filterFrom,
  type One,
  pageFrom,
  type Query,
  sealedActionsFor,
  toRead,
} from '../read-request.ts'

export function messageRoutes(api: FastifyInstance, services: DeskServices): void {
  const { database } = services
  api.get<Query>('/api/messages', toRead, async ({ query }): Promise<Listed<ListedMessage>> => {
    const place = pageFrom(query['page'])
    const { messages: rows, total } = await listMessages(database, askedMessages(query), place)
    return { rows, total, ...place }
  })
  api.get<One>('/api/messages/:id', toRead, async ({ params }): Promise<OneMessage> => {
    const message = await readMessage(database, params.id)
    return {
      message: message ? { ...message, samePerson: await findSamePerson(database, message) } : null,
    }
  })

  const reviewShown = sealedActionsFor(api, services, 'review')
  reviewShown(
    '/api/messages/:id/answer',
    answerAsked,
    showAnswer,
    async (_, { letter }, _asked, { who, id }) => {
      const done = await answerMessage(services, id, { letter, who })
      if (done.state === 'answered') return { state: 'done' }
      return done.state === 'already' ? withLetter(services, id, done) : { state: 'unknown' }
    },
  )
  actionsFor(api, services, 'review')(
    '/api/messages/:id/answered',
    v.unknown(),
    (_, _nothing, { who, id }) => answerMessage(services, id, { letter: null, who }),
  )
}

export function askedMessages({ which, text }: Query['Querystring']): MessageFilter {
  const isAnswered = which === 'all' ? undefined : which === 'answered'
  return { isAnswered, text: filterFrom({ text }).text }
}

const answerAsked = v.object({ text: v.string() })

export type ShownAnswer = Awaited<ReturnType<typeof showAnswer>>

async function showAnswer(services: DeskServices, { text }: { text: string }, { id }: By) {
  const planned = await planAnswer(services.database, id, text)
  if (planned.state === 'already') return withLetter(services, id, planned)
  if (planned.state !== 'planned') return planned
  const { letter } = planned
  return { ...planned, seal: services.seals.of({ answer: { id, letter } }) }
}

/** Who was not first reads what the first wrote. */
async function withLetter(
  { database }: DeskServices,
  id: string,
  { at, by }: { at: string; by: string },
) {
  const message = await readMessage(database, id)
  const letter = message?.letters.find((one) => one.id === message.answer_id) ?? null
  return { state: 'already' as const, at, by, letter }
}
