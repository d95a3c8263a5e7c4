import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { aboutWhat, sendToCorrectedAddress } from '@naic/admissions/letters/correct-address.ts'
import {
  findLetters,
  letterStates,
  listLetters,
  sendAgain,
  type WhichLetters,
} from '@naic/store/mail/stored-letters.ts'
import type { LetterPage, OneLetter } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { type One, pageFrom, type Query, readBody } from '../read-request.ts'

export function letterRoutes(api: FastifyInstance, { database }: DeskServices): void {
  const toRead = { config: { right: 'read' } } as const
  const toReview = { config: { right: 'review' } } as const

  api.get<Query>('/api/letters', toRead, async ({ query }): Promise<LetterPage> => {
    const { state = '', text = '', page } = query
    const which = letterChoices.has(state) ? (state as WhichLetters) : 'unsent'
    const place = pageFrom(page)
    return { ...(await listLetters(database, which, { ...place, text: text.trim() })), ...place }
  })
  api.get<One>('/api/letters/:id', toRead, async ({ params }): Promise<OneLetter> => {
    const found = await findLetters(database, params.id)
    const letter = found.find(({ id }) => id === params.id)
    return { letter: letter ?? null, of: letter && (await aboutWhat(database, letter)) }
  })
  api.post('/api/letters/retry', toReview, async ({ body, person }) => {
    const { ids } = readBody(retry, body)
    return { again: await sendAgain(database, ids, { who: person.name, now: new Date() }) }
  })
  api.post<One>('/api/letters/:id/again', toReview, async ({ params, person }) => {
    const how = { who: person.name, now: new Date(), evenSent: true }
    return { again: await sendAgain(database, [params.id], how) }
  })
  api.post<One>('/api/letters/:id/correct', toReview, async ({ params, body, person }, reply) => {
    const { to } = readBody(correction, body)
    const deed = { typed: to, who: person.name }
    const done = await sendToCorrectedAddress(database, params.id, deed)
    if (done.state === 'sent again') return done
    return reply.code(done.state === 'unknown' ? 404 : 400).send({ detail: whyNot[done.state] })
  })
}

const whyNot = {
  'no address': 'That is not an e-mail address.',
  'held back': 'It was held back: its certificate was taken back.',
  erased: 'It was erased.',
  unknown: 'The letter is gone.',
}

const letterChoices: ReadonlySet<string> = new Set([...letterStates, 'all'])

/** As many as a list of them has, and more; a statement of a database takes no more than some ten thousand. */
const someIds = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1_000))
const retry = v.object({ ids: someIds })
const correction = v.object({ to: v.string() })
