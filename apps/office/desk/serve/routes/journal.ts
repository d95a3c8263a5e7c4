import type { FastifyInstance } from 'fastify'
import { readJournal, whoIsInJournal } from '@naic/store/journal/journal.ts'
import { isDay } from '@naic/store/sheets/indian-day.ts'
import type { JournalPage } from '../../desk-api.ts'
import type { DeskServices } from '../desk-services.ts'
import { type Query, toRead } from '../read-request.ts'

const perPage = 100

export function journalRoutes(api: FastifyInstance, { database }: DeskServices): void {
  // It names no applicant, and what was done to each stands in its history too.
  api.get<Query>('/api/journal', toRead, async ({ query }): Promise<JournalPage> => {
    const { who, since, until, before } = query
    const filter = { who, since: dayFrom(since), until: dayFrom(until), before }
    const [read, people] = await Promise.all([
      readJournal(database, perPage + 1, filter),
      whoIsInJournal(database),
    ])
    return { deeds: read.slice(0, perPage), people, hasOlder: read.length > perPage }
  })
}

const dayFrom = (day = '') => (isDay(day) ? day : undefined)
