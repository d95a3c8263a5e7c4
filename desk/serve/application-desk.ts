import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { countApplications } from '#server/applications/count-applications.ts'
import { listApplications } from '#server/applications/list-applications.ts'
import { openResume } from '#server/applications/open-resume.ts'
import { readApplication } from '#server/applications/read-application.ts'
import { readFilter } from '#server/applications/read-filter.ts'
import { changeStatus, planStatusChange } from '#server/applications/set-status.ts'
import type { ApplicationPage, AskedStatus, ShownPlan } from '../shapes.ts'
import { askedPage } from './asked-page.ts'
import type { DeskServices } from './desk-services.ts'

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

  app.post<{ Params: { id: string }; Body: AskedStatus }>(
    '/api/applications/:id/plan',
    async ({ params, body }) => shownPlan(await plan(services, params.id, body), body),
  )

  app.post<{ Params: { id: string }; Body: AskedStatus & { shown: ShownPlan } }>(
    '/api/applications/:id/status',
    async ({ params, body: { shown, ...asked } }): Promise<ShownPlan | { state: 'changed' }> => {
      const planned = await plan(services, params.id, asked)
      const now = shownPlan(planned, asked)
      // What goes out is what was seen, or nothing.
      const isAsShown = JSON.stringify(now) === JSON.stringify(shown)
      if (planned.state !== 'planned' || !isAsShown) return { state: 'overtaken' }
      const deed = { note: asked.note, who: services.config.account }
      return changeStatus(services, planned.plan, deed)
    },
  )
}

const plan = (services: DeskServices, id: string, asked: AskedStatus) =>
  planStatusChange(services, { asked: id, ...asked })

function shownPlan(planned: Awaited<ReturnType<typeof plan>>, { seen }: AskedStatus): ShownPlan {
  if (planned.state === 'refused') return { state: 'refused', mistakes: planned.mistakes }
  if (planned.state !== 'planned') return { state: planned.state }
  const { number, letter } = planned.plan
  // Two of the staff must not write to one person without knowing of each other.
  if (number !== seen + 1) return { state: 'overtaken' }
  return { state: 'planned', number, letter }
}

const withoutBlanks = (typed: Query): Query =>
  Object.fromEntries(Object.entries(typed).filter(([, text]) => text?.trim()))
