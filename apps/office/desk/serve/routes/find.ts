import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { listApplications } from '@naic/admissions/applications/list-applications.ts'
import { listMessages } from '@naic/admissions/messages/messages.ts'
import { searchCertificates } from '@naic/registry/issuing/search-certificates.ts'
import type { DeskServices } from '../desk-services.ts'
import { actionsFor } from '../read-request.ts'

/** Of each kind, as many as one looks through. */
const most = 8

/**
 * Looks into several rooms at once. What is looked for comes in the body: it is asked for letter by letter,
 * and a proxy's log would have every beginning of a name.
 */
export function findRoutes(api: FastifyInstance, services: DeskServices): void {
  actionsFor(api, services, 'read')('/api/find', asked, find)
}

/** In the order in which it is shown. */
export type FoundAnywhere = Awaited<ReturnType<typeof find>>

async function find({ database, registry }: DeskServices, { text: typed }: { text: string }) {
  const text = typed.trim()
  if (text === '') return []
  const place = { page: 1, perPage: most }
  const [applications, { messages }, { certificates }] = await Promise.all([
    listApplications(database, { text }, place),
    listMessages(database, { text }, place),
    searchCertificates(await registry(), { text }, place),
  ])
  return [
    ...applications.map(({ id, name, reference, status }) => {
      return { what: 'application' as const, id, says: name, beside: `${reference}, ${status}` }
    }),
    ...messages.map(({ id, name, subject }) => {
      return { what: 'message' as const, id, says: subject, beside: name }
    }),
    ...certificates.map(({ id, facts, state }) => {
      const beside = facts ? `${id}, ${state}` : state
      return { what: 'certificate' as const, id, says: facts?.holder ?? id, beside }
    }),
  ]
}

const asked = v.object({ text: v.pipe(v.string(), v.maxLength(200)) })
