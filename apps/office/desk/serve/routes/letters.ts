import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { aboutWhat, sendToCorrectedAddress } from '@naic/admissions/letters/correct-address.ts'
import {
  letterStates,
  listLetters,
  readLetter,
  sendAgain,
  type WhichLetters,
} from '@naic/store/mail/stored-letters.ts'
import { Refusal } from '@naic/house/web/refusal.ts'
import type { Listed, ListedLetter, OneLetter } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { actionsFor, filterFrom, type One, pageFrom, type Query, toRead } from '../read-request.ts'

export function letterRoutes(api: FastifyInstance, services: DeskServices): void {
  const { database } = services
  api.get<Query>('/api/letters', toRead, async ({ query }): Promise<Listed<ListedLetter>> => {
    const { state = '', text, page } = query
    const which = letterChoices.has(state) ? (state as WhichLetters) : 'unsent'
    const place = pageFrom(page)
    const listed = await listLetters(database, which, {
      ...place,
      text: filterFrom({ text }).text ?? '',
    })
    return { rows: listed.letters, total: listed.total, ...place }
  })
  api.get<One>('/api/letters/:id', toRead, async ({ params }): Promise<OneLetter> => {
    const letter = await readLetter(database, params.id)
    return { letter: letter ?? null, of: letter && (await aboutWhat(database, letter)) }
  })
  const act = actionsFor(api, services, 'review')
  act('/api/letters/retry', retry, async (_, { ids, evenSent }, { who }) => {
    return { again: await sendAgain(database, ids, { who, now: new Date(), evenSent }) }
  })
  act('/api/letters/:id/correct', correction, async (_, { to }, { who, id }) => {
    const done = await sendToCorrectedAddress(database, id, { typed: to, who })
    if (done.state === 'sent again') return done
    throw new Refusal(done.state === 'unknown' ? 404 : 400, whyNot[done.state])
  })
}

const whyNot = {
  'no address': 'That is not an email address.',
  'held back': 'It was held back: its certificate was taken back.',
  erased: 'It was erased.',
  unknown: 'The letter is gone.',
}

const letterChoices: ReadonlySet<string> = new Set([...letterStates, 'all'])

/** As many as a list of them has, and more; a statement of a database takes no more than some ten thousand. */
const someIds = v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(1_000))
const retry = v.object({ ids: someIds, evenSent: v.boolean() })
const correction = v.object({ to: v.string() })
