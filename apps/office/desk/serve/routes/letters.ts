import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { readEmail } from '@naic/admissions/forms/text-rules.ts'
import {
  findLetters,
  letterStates,
  listLetters,
  sendAgain,
  type WhichLetters,
} from '@naic/platform/mail/stored-letters.ts'
import type { LetterPage, OneLetter } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { type One, optionalText, type Query, readBody } from '../read-request.ts'

export function letterRoutes(api: FastifyInstance, { database }: DeskServices): void {
  const toRead = { config: { right: 'read' } } as const
  const toReview = { config: { right: 'review' } } as const

  api.get<Query>('/api/letters', toRead, ({ query: { state = '' } }): Promise<LetterPage> => {
    const which = letterChoices.has(state) ? (state as WhichLetters) : 'unsent'
    return listLetters(database, which, 200)
  })
  api.get<One>('/api/letters/:id', toRead, async ({ params }): Promise<OneLetter> => {
    const found = await findLetters(database, params.id)
    return { letter: found.find(({ id }) => id === params.id) ?? null }
  })
  api.post('/api/letters/retry', toReview, async ({ body, person }) => {
    const { ids } = readBody(retry, body)
    return { again: await sendAgain(database, ids, { who: person.name, now: new Date() }) }
  })
  api.post<One>('/api/letters/:id/again', toReview, async ({ params, body, person }, reply) => {
    const { to: typed } = readBody(again, body)
    const to = typed === undefined ? undefined : readEmail(typed)
    if (to === null) return reply.code(400).send({ detail: 'That is not an e-mail address.' })
    const how = { who: person.name, now: new Date(), evenSent: true, to }
    return { again: await sendAgain(database, [params.id], how) }
  })
}

const letterChoices: ReadonlySet<string> = new Set([...letterStates, 'all'])

/** As many as a list of them has, and more; a statement of a database takes no more than some ten thousand. */
const someIds = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1_000))
const retry = v.object({ ids: v.union([v.literal('all'), someIds]) })
const again = v.object({ to: optionalText })
