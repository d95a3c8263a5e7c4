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

export type FoundAnywhere = {
  what: 'application' | 'message' | 'certificate'
  found: { id: string; says: string; beside: string }[]
}[]

async function find(
  { database, registry }: DeskServices,
  { text: typed }: { text: string },
): Promise<FoundAnywhere> {
  const text = typed.trim()
  if (text === '') return []
  const place = { page: 1, perPage: most }
  const [applications, { messages }, { certificates }] = await Promise.all([
    listApplications(database, { text }, place),
    listMessages(database, { text }, place),
    searchCertificates(await registry(), { text }, place),
  ])
  return [
    {
      what: 'application',
      found: applications.map(({ id, name, reference, status }) => {
        return { id, says: name, beside: `${reference}, ${status}` }
      }),
    },
    {
      what: 'message',
      found: messages.map(({ id, name, subject }) => ({ id, says: subject, beside: name })),
    },
    {
      what: 'certificate',
      found: certificates.map(({ id, facts, state }) => {
        return { id, says: facts?.holder ?? id, beside: facts ? `${id}, ${state}` : state }
      }),
    },
  ]
}
const asked = v.object({ text: v.pipe(v.string(), v.maxLength(200)) })
