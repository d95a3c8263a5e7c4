import type { FastifyInstance } from 'fastify'
import { listMessages, markAnswered, readMessage } from '#server/contact/messages.ts'
import type { MessagePage, OneMessage } from '../shapes.ts'
import { askedPage } from './asked-page.ts'
import type { DeskServices } from './desk-services.ts'

type Query = { which?: string; text?: string; page?: string }

/** Messages from the contact form: read, and marked as answered. */
export function messageDesk(app: FastifyInstance, { database, config }: DeskServices): void {
  app.get<{ Querystring: Query }>('/api/messages', async ({ query }): Promise<MessagePage> => {
    const { which, text = '' } = query
    const isAnswered = which === 'all' ? undefined : which === 'answered'
    const place = askedPage(query.page)
    const filter = { isAnswered, text: text.trim() || undefined }
    return { ...(await listMessages(database, filter, place)), ...place }
  })

  app.get<{ Params: { id: string } }>(
    '/api/messages/:id',
    async ({ params }): Promise<OneMessage> => {
      return { message: (await readMessage(database, params.id)) ?? null }
    },
  )

  app.post<{ Params: { id: string } }>('/api/messages/:id/answered', ({ params }) =>
    markAnswered(database, params.id, config.account, new Date()),
  )
}
