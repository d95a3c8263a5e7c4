import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { markAnswered } from '@naic/admissions/messages/answer-message.ts'
import {
  listMessages,
  type MessageFilter,
  readMessage,
} from '@naic/admissions/messages/messages.ts'
import { findSamePerson } from '@naic/admissions/applications/same-person.ts'
import type { MessagePage, OneMessage } from '../../desk-api.ts'
import { answerAsShown, showAnswer } from '../answer-message.ts'
import type { DeskServices } from '../desk-services.ts'
import { type One, pageFrom, type Query, readBody } from '../read-request.ts'

export function messageRoutes(api: FastifyInstance, services: DeskServices): void {
  const { database } = services
  const toRead = { config: { right: 'read' } } as const
  const toReview = { config: { right: 'review' } } as const

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
  api.post<One>('/api/messages/:id/answer/plan', toReview, ({ params, body }) =>
    showAnswer(services, params.id, readBody(asked, body)),
  )
  api.post<One>('/api/messages/:id/answer', toReview, ({ params, body, person }) =>
    answerAsShown(services, params.id, readBody(agreed, body), person.name),
  )
  api.post<One>('/api/messages/:id/answered', toReview, ({ params, person }) =>
    markAnswered(database, params.id, person.name, new Date()),
  )
}

export function askedMessages({ which, text = '' }: Query['Querystring']): MessageFilter {
  const isAnswered = which === 'all' ? undefined : which === 'answered'
  return { isAnswered, text: text.trim() || undefined }
}

const asked = v.object({ text: v.string() })
const agreed = v.object({ ...asked.entries, seal: v.string() })
