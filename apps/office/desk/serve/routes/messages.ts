import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import {
  answerByLetter,
  markAnswered,
  planAnswerByLetter,
} from '@naic/admissions/messages/answer-message.ts'
import {
  listMessages,
  type MessageFilter,
  readMessage,
} from '@naic/admissions/messages/messages.ts'
import { findSamePerson } from '@naic/admissions/applications/same-person.ts'
import type { AnswerSent, MessagePage, OneMessage, ShownAnswer } from '../../desk-api.ts'
import { type DeskServices, isSameSeal } from '../desk-services.ts'
import { actionsFor, type By, type One, pageFrom, type Query } from '../read-request.ts'

export function messageRoutes(api: FastifyInstance, services: DeskServices): void {
  const { database } = services
  const toRead = { config: { right: 'read' } } as const

  api.get<Query>('/api/messages', toRead, async ({ query }): Promise<MessagePage> => {
    const place = pageFrom(query['page'])
    return { ...(await listMessages(database, askedMessages(query), place)), ...place }
  })
  api.get<One>('/api/messages/:id', toRead, async ({ params }): Promise<OneMessage> => {
    const message = await readMessage(database, params.id)
    return {
      message: message ? { ...message, samePerson: await findSamePerson(database, message) } : null,
    }
  })

  const toReview = actionsFor(api, services, 'review')
  toReview('/api/messages/:id/answer/plan', asked, showAnswer)
  toReview('/api/messages/:id/answer', agreed, answerAsShown)
  toReview('/api/messages/:id/answered', v.unknown(), (_, _nothing, { who, id }) =>
    markAnswered(database, id, who, new Date()),
  )
}

export function askedMessages({ which, text = '' }: Query['Querystring']): MessageFilter {
  const isAnswered = which === 'all' ? undefined : which === 'answered'
  return { isAnswered, text: text.trim() || undefined }
}

const asked = v.object({ text: v.string() })
const agreed = v.object({ ...asked.entries, seal: v.string() })

/** Says what an answer to a message would be, with its letter. Changes nothing. */
async function showAnswer(
  services: DeskServices,
  { text }: { text: string },
  { id }: By,
): Promise<ShownAnswer> {
  const planned = await planAnswerByLetter(services, { id, text })
  if (planned.state === 'already') return withLetter(services, id, planned)
  if (planned.state !== 'planned') return planned
  const { letter } = planned.plan
  return { state: 'planned', letter, seal: services.seals.of({ answer: planned.plan }) }
}

/** Answers a message as it was shown. @param who as the journal names them. */
async function answerAsShown(
  services: DeskServices,
  { text, seal }: { text: string; seal: string },
  by: By,
): Promise<AnswerSent> {
  const { who, id } = by
  const shown = await showAnswer(services, { text }, by)
  if (shown.state !== 'planned') return shown
  if (!isSameSeal(shown.seal, seal)) return { state: 'changed' }
  const done = await answerByLetter(services, { id, letter: shown.letter }, who)
  if (done.state === 'answered') return { state: 'done' }
  return done.state === 'already' ? withLetter(services, id, done) : { state: 'unknown' }
}

/** Who was not first reads what the first wrote. */
async function withLetter(
  { database }: DeskServices,
  id: string,
  { at, by }: { at: string; by: string },
): Promise<ShownAnswer> {
  const message = await readMessage(database, id)
  const letter = message?.letters.find((one) => one.id === message.answer_id) ?? null
  return { state: 'already', at, by, letter }
}
