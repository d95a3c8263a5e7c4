import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { listApplications } from '@naic/admissions/applications/list-applications.ts'
import { listMessages } from '@naic/admissions/messages/messages.ts'
import { searchCertificates } from '@naic/registry/issuing/search-certificates.ts'
import type { DeskServices } from '../desk-services.ts'
import { actionsFor } from '../read-request.ts'

/** Of each kind, as many as one looks through. */
const most = 5

/**
 * Looks into several rooms at once. What is looked for comes in the body: it is asked for letter by letter,
 * and a proxy's log would have every beginning of a name.
 */
export function findRoutes(api: FastifyInstance, services: DeskServices): void {
  actionsFor(api, services, 'read')('/api/find', asked, find)
}

async function find({ database, registry }: DeskServices, { text: typed }: { text: string }) {
  const text = typed.trim()
  if (text === '') return { applications: none, messages: none, certificates: none }
  const place = { page: 1, perPage: most + 1 }
  const [{ applications }, { messages }, { certificates }] = await Promise.all([
    // Nobody is told how many there are: they need not be counted.
    listApplications(database, { text }, { ...place, total: 0 }),
    listMessages(database, { text }, place),
    searchCertificates(await registry(), { text }, place),
  ])
  return {
    applications: few(
      applications.map(({ id, name, reference, status }) => ({ id, name, reference, status })),
    ),
    messages: few(messages.map(({ id, name, subject }) => ({ id, name, subject }))),
    certificates: few(certificates.map(({ id, facts, state }) => ({ id, facts, state }))),
  }
}
export type FoundAnywhere = Awaited<ReturnType<typeof find>>

const few = <One>(found: readonly One[]) => ({
  first: found.slice(0, most),
  hasMore: found.length > most,
})
const none = { first: [], hasMore: false }

const asked = v.object({ text: v.pipe(v.string(), v.maxLength(200)) })
