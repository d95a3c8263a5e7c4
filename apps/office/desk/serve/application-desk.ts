import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { applicationStatuses } from '@naic/admissions/applications/application-status.ts'
import { countApplications } from '@naic/admissions/applications/count-applications.ts'
import { listApplications } from '@naic/admissions/applications/list-applications.ts'
import { openResume } from '@naic/admissions/applications/open-resume.ts'
import { readApplication } from '@naic/admissions/applications/read-application.ts'
import { readFilter } from '@naic/admissions/applications/application-filter.ts'
import {
  changeStatus,
  planStatusChange,
  type StatusPlan,
} from '@naic/admissions/applications/set-status.ts'
import type { ApplicationPage, AskedStatus, ShownPlan, StatusAnswer } from '../shapes.ts'
import { type DeskServices, isSameSeal } from './desk-services.ts'
import { askedPage, readBody } from './read-request.ts'

const lost = 'Ask whoever runs the server for a backup: "council check" names the file.'

type Query = Readonly<Record<string, string | undefined>>

/** Applications: found, read with their resume, and answered with a letter that was seen before. */
export function applicationDesk(app: FastifyInstance, services: DeskServices): void {
  const { database } = services

  app.get<{ Querystring: Query }>('/api/applications', async ({ query }, reply) => {
    const { page, ...typed } = query
    const read = readFilter(withoutBlanks(typed))
    if (!read.ok) {
      const detail = read.mistakes.map(({ field, reason }) => `${field} ${reason}`).join('; ')
      return reply.code(400).send({ detail })
    }
    const { status: _, ...anyStatus } = read.filter
    const place = askedPage(page)
    const [listed, counts] = [
      await listApplications(database, read.filter, place),
      await countApplications(database, anyStatus, 'status'),
    ]
    const answer: ApplicationPage = { ...listed, ...place, counts }
    return answer
  })

  app.get<{ Params: { id: string } }>('/api/applications/:id', ({ params }) =>
    readApplication(database, params.id),
  )

  app.get<{ Params: { id: string } }>('/api/applications/:id/resume', async ({ params }, reply) => {
    const opened = await openResume(services, params.id)
    if (opened.state !== 'found') return reply.code(404).send({ detail: `It is gone. ${lost}` })
    const bytes = await buffer(opened.bytes)
    const isAsSent = createHash('sha256').update(bytes).digest('hex') === opened.sha256
    if (!isAsSent) {
      return reply.code(409).send({ detail: `It is not as it was sent any more. ${lost}` })
    }
    return reply.type('application/octet-stream').send(bytes)
  })

  app.post<{ Params: { id: string } }>(
    '/api/applications/:id/plan',
    async ({ params: { id }, body }): Promise<ShownPlan> => {
      const { shown } = await plan(services, id, readBody(asked, body))
      return shown
    },
  )

  app.post<{ Params: { id: string } }>(
    '/api/applications/:id/status',
    async ({ params: { id }, body }): Promise<StatusAnswer> => {
      const { seal, ...wanted } = readBody(agreed, body)
      const { shown, change } = await plan(services, id, wanted)
      if (shown.state !== 'planned' || !change) return shown
      if (!isSameSeal(shown.seal, seal)) return overtaken(services, id)
      const deed = { note: wanted.note, who: services.config.account }
      const done = await changeStatus(services, change, deed)
      return done.state === 'changed' ? done : overtaken(services, id)
    },
  )

  app.post<{ Params: { id: string } }>(
    '/api/applications/:id/note',
    async ({ params, body }, reply) => {
      const { note } = readBody(noteAsked, body)
      const asked = { asked: params.id, to: undefined, note, withLetter: false }
      const planned = await planStatusChange(services, asked)
      // The same note is there, or there is none to add.
      if (planned.state === 'already') return { state: planned.state }
      if (planned.state === 'refused') {
        const detail = planned.mistakes
          .map(({ field, reason }) => `The ${field} ${reason}.`)
          .join(' ')
        return reply.code(400).send({ detail })
      }
      if (planned.state !== 'planned') {
        return reply.code(404).send({ detail: 'The application is gone.' })
      }
      const changed = await changeStatus(services, planned.plan, {
        note,
        who: services.config.account,
      })
      if (changed.state === 'changed') return changed
      return reply
        .code(409)
        .send({ detail: 'Somebody else changed it just now. Please try again.' })
    },
  )
}

const optionalText = v.optional(v.string())

const asked = v.object({
  to: v.picklist(applicationStatuses),
  withLetter: v.boolean(),
  message: optionalText,
  completedOn: optionalText,
  internship: optionalText,
  seen: v.number(),
})

const noteAsked = v.object({ note: optionalText })

const agreed = v.object({ ...asked.entries, note: optionalText, seal: v.string() })

/** What a change would be, and, where it can be made, the change itself. */
async function plan(
  services: DeskServices,
  id: string,
  { seen, ...wanted }: AskedStatus & { note?: string | undefined },
): Promise<{ shown: ShownPlan; change?: StatusPlan }> {
  const now = await readApplication(services.database, id)
  if (now.state !== 'found') return { shown: { state: 'gone' } }
  // Two of the staff must not write to one person without knowing of each other.
  if (now.changes.length !== seen) return { shown: { state: 'overtaken', now } }
  const planned = await planStatusChange(services, { asked: id, ...wanted })
  if (planned.state === 'refused')
    return { shown: { state: 'refused', mistakes: planned.mistakes } }
  if (planned.state === 'already') return { shown: { state: 'already' } }
  if (planned.state !== 'planned') return { shown: { state: 'gone' } }
  const { letter } = planned.plan
  const seal = services.seals.of({ status: planned.plan })
  return { shown: { state: 'planned', letter, seal }, change: planned.plan }
}

async function overtaken({ database }: DeskServices, id: string): Promise<ShownPlan> {
  const now = await readApplication(database, id)
  return now.state === 'found' ? { state: 'overtaken', now } : { state: 'gone' }
}

const withoutBlanks = (typed: Query): Query =>
  Object.fromEntries(Object.entries(typed).filter(([, text]) => text?.trim()))
