import type { FastifyInstance } from 'fastify'
import { countOf, listApplications } from '@naic/admissions/applications/list-applications.ts'
import { listMessages } from '@naic/admissions/messages/messages.ts'
import { listLetters } from '@naic/store/mail/stored-letters.ts'
import type { DeskServices } from '../desk-services.ts'
import { toRead } from '../read-request.ts'

/** What waits for somebody of the staff. */
export function dayRoutes(api: FastifyInstance, services: DeskServices): void {
  api.get('/api/todo', toRead, () => readToDo(services))
}

const few = 8

export type ToDo = Awaited<ReturnType<typeof readToDo>>

async function readToDo({ database }: DeskServices) {
  const oldest = { page: 1, sort: 'received' } as const
  const [toDecide, toCertify] = [{ status: 'received' }, { missing: 'certificate' }] as const
  const [received, receivedInAll, completed, completedInAll, messages, refused, givenUp] =
    await Promise.all([
      listApplications(database, toDecide, { ...oldest, perPage: 30 }),
      countOf(database, toDecide),
      listApplications(database, toCertify, { ...oldest, perPage: few }),
      countOf(database, toCertify),
      listMessages(database, { isAnswered: false }, { page: 1, perPage: few, oldestFirst: true }),
      listLetters(database, 'refused-for-good', { perPage: few }),
      listLetters(database, 'given-up', { perPage: few }),
    ])
  const refusedLetters = [...refused.letters, ...givenUp.letters]
  return {
    received: waiting(receivedInAll, received, (one) => {
      return { name: one.name, beside: `${one.domain}, ${one.college}`, at: one.receivedAt }
    }),
    messages: waiting(messages.total, messages.messages, (one) => {
      return { name: one.subject, beside: one.name, at: one.received_at }
    }),
    letters: waiting(refused.total + givenUp.total, refusedLetters.slice(0, few), (one) => {
      return { name: one.to.address, beside: one.subject, at: one.at }
    }),
    completed: waiting(completedInAll, completed, (one) => {
      return { name: one.name, beside: one.domain, at: one.receivedAt }
    }),
  }
}

type Shown = { name: string; beside: string; at: string }

/** How many wait, and the first of them as they are shown. */
const waiting = <One extends { id: string }>(
  total: number,
  first: readonly One[],
  shown: (one: One) => Shown,
) => ({ total, rows: first.map((one) => ({ id: one.id, ...shown(one) })) })
