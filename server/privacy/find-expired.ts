import { sql } from 'kysely'
import type { Database } from '../database/database.ts'

/** How many are older. */
export type ExpiredCounts = { applications: number; messages: number; letters: number }

/**
 * Applications with which nothing has happened since a time: they came in before it, and so did the
 * newest change of their status.
 */
export const expiredApplications = (build: Database['build'], before: string) =>
  build
    .selectFrom('application')
    .leftJoin('application_status', 'application_status.application_id', 'application.id')
    .where('received_at', '<', before)
    .where(({ or, eb }) => or([eb('changed_at', 'is', null), eb('changed_at', '<', before)]))

/** Messages that came in before a time, and were answered before it if they were. */
export const expiredMessages = (build: Database['build'], before: string) =>
  build
    .selectFrom('contact_message')
    .leftJoin('message_answer', 'message_answer.message_id', 'contact_message.id')
    .where('received_at', '<', before)
    .where(({ or, eb }) => or([eb('answered_at', 'is', null), eb('answered_at', '<', before)]))

/** Letters that were written before a time. Of those that told of certificates, the ones that are not empty. */
export const expiredLetters = (build: Database['build'], before: string) =>
  build.selectFrom('letter').where('created_at', '<', before).where('to_address', '!=', '')

/** @throws `Unavailable` when the database cannot be asked. */
export async function countExpired(
  { build, readTogether }: Database,
  before: Date,
): Promise<ExpiredCounts> {
  const time = before.toISOString()
  const [[applications], [messages], [letters]] = await readTogether([
    expiredApplications(build, time).select(counted).compile(),
    expiredMessages(build, time).select(counted).compile(),
    expiredLetters(build, time).select(counted).compile(),
  ])
  return {
    applications: Number(applications?.count),
    messages: Number(messages?.count),
    letters: Number(letters?.count),
  }
}

const counted = sql<number | string>`count(*)`.as('count')
