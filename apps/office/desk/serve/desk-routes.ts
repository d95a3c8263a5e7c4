import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { readFilter } from '@naic/admissions/applications/application-filter.ts'
import { applicationStatuses } from '@naic/admissions/applications/application-status.ts'
import { countApplications } from '@naic/admissions/applications/count-applications.ts'
import { listApplications } from '@naic/admissions/applications/list-applications.ts'
import { openResume, readApplication } from '@naic/admissions/applications/read-application.ts'
import { readEmail } from '@naic/admissions/forms/text-rules.ts'
import { listMessages, markAnswered, readMessage } from '@naic/admissions/messages/messages.ts'
import {
  findLetters,
  letterStates,
  listLetters,
  sendAgain,
  type WhichLetters,
} from '@naic/platform/mail/stored-letters.ts'
import { listCertificates } from '@naic/registry/issuing/find-certificate.ts'
import { examine } from '#health/examine.ts'
import type {
  ApplicationPage,
  CertificateList,
  DeskSummary,
  Finding,
  LetterPage,
  MessagePage,
  OneLetter,
  OneMessage,
} from '../desk-api.ts'
import { addNote, giveAnswer, planAnswer } from './answer-application.ts'
import type { DeskServices } from './desk-services.ts'
import { type Batch, issueBatch, planBatch } from './issue-batch.ts'

type Query = { Querystring: Readonly<Record<string, string | undefined>> }
type One = { Params: { id: string } }

/** Every address of the desk's API. The scope that it is given asks for the session. */
export function deskRoutes(api: FastifyInstance, services: DeskServices): void {
  const { database, config } = services

  api.get('/api/desk', (): DeskSummary => ({ account: config.account, siteUrl: config.siteUrl }))

  api.get<Query>('/api/applications', async ({ query }, reply) => {
    const { page, ...typed } = query
    const given = Object.entries(typed).filter(([, text]) => text?.trim())
    const read = readFilter(Object.fromEntries(given))
    if (!read.ok) {
      const detail = read.mistakes.map(({ field, reason }) => `${field} ${reason}`).join('; ')
      return reply.code(400).send({ detail })
    }
    const { status: _, ...anyStatus } = read.filter
    const place = pageFrom(page)
    const [listed, counts] = [
      await listApplications(database, read.filter, place),
      await countApplications(database, anyStatus, 'status'),
    ]
    const answer: ApplicationPage = { ...listed, ...place, counts }
    return answer
  })
  api.get<One>('/api/applications/:id', ({ params }) => readApplication(database, params.id))
  api.get<One>('/api/applications/:id/resume', async ({ params }, reply) => {
    const opened = await openResume(services, params.id)
    if (opened.state !== 'found') return reply.code(404).send({ detail: `It is gone. ${lost}` })
    const bytes = await buffer(opened.bytes)
    const isAsSent = createHash('sha256').update(bytes).digest('hex') === opened.sha256
    if (!isAsSent) {
      return reply.code(409).send({ detail: `It has changed since it was sent. ${lost}` })
    }
    return reply.type('application/octet-stream').send(bytes)
  })
  api.post<One>('/api/applications/:id/plan', ({ params, body }) =>
    planAnswer(services, params.id, readBody(askedStatus, body)),
  )
  api.post<One>('/api/applications/:id/status', ({ params, body }) =>
    giveAnswer(services, params.id, readBody(agreedStatus, body)),
  )
  api.post<One>('/api/applications/:id/note', async ({ params, body }, reply) => {
    const done = await addNote(services, params.id, readBody(note, body).note)
    return 'detail' in done ? reply.code(done.status).send({ detail: done.detail }) : done
  })

  api.get<Query>('/api/messages', async ({ query }): Promise<MessagePage> => {
    const { which, text = '' } = query
    const isAnswered = which === 'all' ? undefined : which === 'answered'
    const place = pageFrom(query['page'])
    const filter = { isAnswered, text: text.trim() || undefined }
    return { ...(await listMessages(database, filter, place)), ...place }
  })
  api.get<One>('/api/messages/:id', async ({ params }): Promise<OneMessage> => {
    return { message: (await readMessage(database, params.id)) ?? null }
  })
  api.post<One>('/api/messages/:id/answered', ({ params }) =>
    markAnswered(database, params.id, config.account, new Date()),
  )

  api.get('/api/certificates', async (): Promise<CertificateList> => {
    return { certificates: await listCertificates(await services.registry(), 100) }
  })
  api.post<Query>('/api/certificates/plan', ({ body, query }) =>
    planBatch(services, readBatch(body, query)),
  )
  // Signing goes on when the page is closed: it is all or nothing, and can be asked for again.
  api.post<Query>('/api/certificates/issue', ({ body, query }) => {
    const agreed = { seal: query['seal'] ?? '', mayRepeat: query['repeat'] === 'yes' }
    return issueBatch(services, readBatch(body, query), agreed)
  })

  api.get<Query>('/api/letters', ({ query: { state = '' } }): Promise<LetterPage> => {
    const which = letterChoices.has(state) ? (state as WhichLetters) : 'unsent'
    return listLetters(database, which, 200)
  })
  api.get<One>('/api/letters/:id', async ({ params }): Promise<OneLetter> => {
    const found = await findLetters(database, params.id)
    return { letter: found.find(({ id }) => id === params.id) ?? null }
  })
  api.post('/api/letters/retry', async ({ body }) => {
    const { ids } = readBody(retry, body)
    return { again: await sendAgain(database, ids, { who: config.account, now: new Date() }) }
  })
  api.post<One>('/api/letters/:id/again', async ({ params, body }, reply) => {
    const { to: typed } = readBody(again, body)
    const to = typed === undefined ? undefined : readEmail(typed)
    if (to === null) return reply.code(400).send({ detail: 'That is not an e-mail address.' })
    const how = { who: config.account, now: new Date(), evenSent: true, to }
    return { again: await sendAgain(database, [params.id], how) }
  })

  api.get('/api/health', async (): Promise<Finding[]> => {
    const findings: Finding[] = []
    for await (const finding of examine(() => config)) findings.push(finding)
    return findings
  })
}

const lost = 'Ask the person who runs the server for a backup: "council check" names the file.'

const letterChoices: ReadonlySet<string> = new Set([...letterStates, 'all'])

const optionalText = v.optional(v.string())
const askedStatus = v.object({
  to: v.picklist(applicationStatuses),
  withLetter: v.boolean(),
  message: optionalText,
  note: optionalText,
  completedOn: optionalText,
  internship: optionalText,
  seen: v.number(),
})
const agreedStatus = v.object({ ...askedStatus.entries, seal: v.string() })
const note = v.object({ note: v.string() })
const ofApplications = v.object({ from: v.literal('applications') })
const retry = v.object({ ids: v.union([v.literal('all'), v.array(v.string())]) })
const again = v.object({ to: optionalText })

const readBatch = (body: unknown, query: Record<string, string | undefined>): Batch => ({
  of: Buffer.isBuffer(body) ? body : readBody(ofApplications, body).from,
  withEmail: query['email'] === 'yes',
})

/** @throws an error that is answered with 400 and says what is wrong with the body. */
function readBody<Schema extends v.GenericSchema>(
  schema: Schema,
  body: unknown,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, body)
  if (read.success) return read.output
  const [{ message }] = read.issues
  const place = v.getDotPath(read.issues[0])
  const sentence = `What was sent cannot be used${place ? `, for its "${place}"` : ''}. ${message}.`
  throw Object.assign(new Error(sentence), { statusCode: 400 })
}

/** @param page from 1, as asked for; anything but a number is the first. */
const pageFrom = (page: string | undefined) => ({
  page: Math.max(1, Math.trunc(Number(page)) || 1),
  perPage: 100,
})
