import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { sheetKinds } from '@naic/store/sheets/write-sheet.ts'
import { type ExportProgress, exportable, mostSelected } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { makeExport } from '../make-export.ts'
import { type One, readBody } from '../read-request.ts'

/** So that the page that has the whole file can still ask how it ended. */
const toldForMs = 60_000

/** Files of all that a list's filter matches. */
export function exportRoutes(api: FastifyInstance, services: DeskServices): void {
  const toKeep = { config: { right: 'keep' } } as const
  const underWay = new Map<string, ExportProgress>()

  api.post('/api/exports', toKeep, async ({ body, person }, reply) => {
    const asked = readBody(askedExport, body)
    const progress: ExportProgress = { what: 'rows', done: 0, total: 0, missing: 0 }
    const made = await makeExport(services, asked, progress, person.name)
    underWay.set(asked.id, progress)
    made.once('close', () => setTimeout(() => underWay.delete(asked.id), toldForMs).unref())
    return reply.type('application/octet-stream').send(made)
  })
  api.get<One>('/api/exports/:id', toKeep, ({ params }) => underWay.get(params.id) ?? null)
}

const askedExport = v.object({
  id: v.pipe(v.string(), v.uuid()),
  of: v.picklist(exportable),
  query: v.string(),
  ids: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(mostSelected))),
  columns: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  kind: v.picklist(sheetKinds),
  withResumes: v.boolean(),
})
