import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { readEmail } from '@naic/admissions/forms/text-rules.ts'
import { listMessages, markAnswered, readMessage } from '@naic/admissions/messages/messages.ts'
import {
  findLetters,
  letterStates,
  listLetters,
  sendAgain,
  type WhichLetters,
} from '@naic/platform/mail/stored-letters.ts'
import type { LetterPage, MessagePage, OneLetter, OneMessage } from '../shapes.ts'
import type { DeskServices } from './desk-services.ts'
import { askedPage, readBody } from './read-request.ts'

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

const newest = 200

const choices: ReadonlySet<string> = new Set([...letterStates, 'all'])

/** Letters: those that were not sent and why, read, and put up again. */
export function outboxDesk(app: FastifyInstance, { database, config }: DeskServices): void {
  app.get<{ Querystring: { state?: string } }>(
    '/api/letters',
    async ({ query: { state = '' } }): Promise<LetterPage> => {
      const which = choices.has(state) ? (state as WhichLetters) : 'unsent'
      return listLetters(database, which, newest)
    },
  )

  app.get<{ Params: { id: string } }>(
    '/api/letters/:id',
    async ({ params }): Promise<OneLetter> => {
      const found = await findLetters(database, params.id)
      return { letter: found.find(({ id }) => id === params.id) ?? null }
    },
  )

  app.post('/api/letters/retry', async ({ body }) => {
    const { ids } = readBody(retry, body)
    return { again: await sendAgain(database, ids, { who: config.account, now: new Date() }) }
  })

  app.post<{ Params: { id: string } }>(
    '/api/letters/:id/again',
    async ({ params, body }, reply) => {
      const { to: typed } = readBody(again, body)
      const to = typed === undefined ? undefined : readEmail(typed)
      if (to === null) return reply.code(400).send({ detail: 'That is not an e-mail address.' })
      const how = { who: config.account, now: new Date(), evenSent: true, to }
      return { again: await sendAgain(database, [params.id], how) }
    },
  )
}

const again = v.object({ to: v.optional(v.string()) })
const retry = v.object({ ids: v.union([v.literal('all'), v.array(v.string())]) })
