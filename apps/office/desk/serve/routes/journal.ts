import type { FastifyInstance } from 'fastify'
import { idsOf, referenceOf } from '@naic/admissions/forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import { type EnteredDeed, readJournal, whoIsInJournal } from '@naic/store/journal/journal.ts'
import { isDay } from '@naic/store/sheets/indian-day.ts'
import { type JournalPage, placeOf } from '../../desk-api.ts'
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
    const deeds = read.slice(0, perPage)
    const addresses = await addressesOf(database, deeds)
    return {
      deeds: deeds.map((deed) =>
        Object.assign(deed, { shownAt: addresses.get(deed.subject ?? '') }),
      ),
      people,
      hasOlder: read.length > perPage,
    }
  })
}

const dayFrom = (day = '') => (isDay(day) ? day : undefined)

/** @returns by subject where the desk shows it. Who was erased is not there any more. */
async function addressesOf({ readTogether, read }: Database, deeds: readonly EnteredDeed[]) {
  const subjects = [...new Set(deeds.flatMap(({ subject }) => subject ?? []))]
  if (subjects.length === 0) return new Map<string, string>()
  const ranges = subjects.flatMap((subject) => idsOf(subject) ?? [])
  const sent = (table: 'application' | 'contact_message') =>
    read
      .selectFrom(table)
      .select('id')
      .where((where) =>
        where.or(
          ranges.map(({ first, last }) =>
            where.and([where('id', '>=', first), where('id', '<=', last)]),
          ),
        ),
      )
  const withId = (table: 'certificate' | 'letter') =>
    read.selectFrom(table).select('id').where('id', 'in', subjects)
  const [applications, messages, certificates, letters] = await readTogether([
    sent('application'),
    sent('contact_message'),
    withId('certificate'),
    withId('letter'),
  ])
  return new Map<string, string>([
    ...applications.map(({ id }) => [referenceOf(id), placeOf('application', id)] as const),
    ...messages.map(({ id }) => [referenceOf(id), placeOf('message', id)] as const),
    ...certificates.map(({ id }) => [id, placeOf('certificate', id)] as const),
    ...letters.map(({ id }) => [id, placeOf('letter', id)] as const),
  ])
}
