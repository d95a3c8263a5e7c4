import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { DeskServices } from '../desk-services.ts'
import { cleanFiles, eraseAsShown, exportPerson, findPeople, showErasure } from '../keep-person.ts'
import { actionsFor, readBody } from '../read-request.ts'

/**
 * What is held of a person. Whom somebody asks for comes in the body: an address of ours would be in the
 * proxy's log, where no erasure finds it.
 */
export function peopleRoutes(api: FastifyInstance, services: DeskServices): void {
  const toKeep = { config: { right: 'keep' } } as const
  const act = actionsFor(api, services, 'keep')

  act('/api/people/find', typed, (_, asked, { who }) => findPeople(services, asked.typed, who))
  api.post('/api/people/export', toKeep, async ({ body, person }, reply) => {
    const archive = await exportPerson(services, readBody(meant, body).whom, person.name)
    return 'detail' in archive
      ? reply.code(404).send(archive)
      : reply.type('application/octet-stream').send(archive.zip)
  })
  act('/api/people/erase/plan', erasure, showErasure)
  act('/api/people/erase', agreed, (_, asked, { who }) => eraseAsShown(services, asked, who))
  api.post('/api/people/clean', toKeep, async () => ({ isClean: await cleanFiles(services) }))
}

const typed = v.object({ typed: v.string() })
const whom = v.union([v.object({ reference: v.string() }), v.object({ email: v.string() })])
const meant = v.object({ whom })
const erasure = v.object({ whom, withCertificates: v.boolean() })
const agreed = v.object({ ...erasure.entries, seal: v.string() })
