import type { FastifyInstance } from 'fastify'
import { listApplications } from '@naic/admissions/applications/list-applications.ts'
import { listMessages } from '@naic/admissions/messages/messages.ts'
import { listLetters } from '@naic/store/mail/stored-letters.ts'
import type { DeskServices } from '../desk-services.ts'

/** What waits for somebody of the staff. */
export function dayRoutes(api: FastifyInstance, services: DeskServices): void {
  api.get('/api/todo', { config: { right: 'read' } }, () => readToDo(services))
}

export type ToDo = Awaited<ReturnType<typeof readToDo>>

async function readToDo({ database }: DeskServices) {
  const oldest = { page: 1, sort: 'received' } as const
  const [received, completed, messages, refused, givenUp] = await Promise.all([
    listApplications(database, { status: 'received' }, { ...oldest, perPage: 30 }),
    listApplications(database, { missing: 'certificate' }, { ...oldest, perPage: 8 }),
    listMessages(database, { isAnswered: false }, { page: 1, perPage: 8, oldestFirst: true }),
    listLetters(database, 'refused-for-good', { perPage: 8 }),
    listLetters(database, 'given-up', { perPage: 8 }),
  ])
  return {
    received: { total: received.total, first: received.applications },
    messages: { total: messages.total, first: messages.messages },
    letters: {
      total: refused.total + givenUp.total,
      first: [...refused.letters, ...givenUp.letters].slice(0, 8),
    },
    completed: { total: completed.total, first: completed.applications },
  }
}
