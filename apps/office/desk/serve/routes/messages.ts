import type { FastifyInstance } from 'fastify'
import { listMessages, markAnswered, readMessage } from '@naic/admissions/messages/messages.ts'
import type { MessagePage, OneMessage } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { type One, pageFrom, type Query } from '../read-request.ts'

export function messageRoutes(api: FastifyInstance, { database }: DeskServices): void {
  const toRead = { config: { right: 'read' } } as const
  const toReview = { config: { right: 'review' } } as const

  api.get<Query>('/api/messages', toRead, async ({ query }): Promise<MessagePage> => {
    const { which, text = '' } = query
    const isAnswered = which === 'all' ? undefined : which === 'answered'
    const place = pageFrom(query['page'])
    const filter = { isAnswered, text: text.trim() || undefined }
    return { ...(await listMessages(database, filter, place)), ...place }
  })
  api.get<One>('/api/messages/:id', toRead, async ({ params }): Promise<OneMessage> => {
    return { message: (await readMessage(database, params.id)) ?? null }
  })
  api.post<One>('/api/messages/:id/answered', toReview, ({ params, person }) =>
    markAnswered(database, params.id, person.name, new Date()),
  )
}
