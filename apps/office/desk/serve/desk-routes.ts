import type { FastifyInstance } from 'fastify'
import { readOpenChanges } from '@naic/admissions/applications/take-back.ts'
import type { DeskSummary } from '../desk-api.ts'
import type { DeskServices } from './desk-services.ts'
import { healthCards } from './health-cards.ts'
import { exportRoutes } from './make-export.ts'
import { toRead } from './read-request.ts'
import { applicationRoutes } from './routes/applications.ts'
import { certificateRoutes } from './routes/certificates.ts'
import { dayRoutes } from './routes/day.ts'
import { findRoutes } from './routes/find.ts'
import { journalRoutes } from './routes/journal.ts'
import { letterRoutes } from './routes/letters.ts'
import { messageRoutes } from './routes/messages.ts'
import { peopleRoutes } from './routes/people.ts'
import { reportRoutes } from './routes/report.ts'
import { sheetRoutes } from './routes/sheets.ts'
import { staffRoutes } from './routes/staff.ts'
import { changesRoute } from './what-changed.ts'

/** Every address of the desk's API, in a scope of `guardApi`. */
export function deskRoutes(api: FastifyInstance, services: DeskServices): void {
  const { siteUrl } = services.config
  api.get('/api/desk', toRead, async ({ person: { name, rights } }): Promise<DeskSummary> => {
    const open = await readOpenChanges(services.database, { who: name, now: new Date() })
    return { person: { name, rights }, siteUrl, open }
  })
  dayRoutes(api, services)
  findRoutes(api, services)
  applicationRoutes(api, services)
  messageRoutes(api, services)
  certificateRoutes(api, services)
  exportRoutes(api, services)
  letterRoutes(api, services)
  peopleRoutes(api, services)
  journalRoutes(api, services)
  reportRoutes(api, services)
  sheetRoutes(api, services)
  staffRoutes(api, services)
  api.get('/api/health', toRead, () => healthCards(services))
  changesRoute(api, services)
}
