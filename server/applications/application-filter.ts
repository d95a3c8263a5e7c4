import { sql } from 'kysely'
import { idsOf } from '#forms/reference.ts'
import type { Database } from '../database/database.ts'
import { daysLater, startOfDay } from '../sheets/indian-day.ts'
import type { ApplicationStatus } from './application-status.ts'
import { contains } from '../database/contains.ts'
import { isCalled } from '../database/is-called.ts'

/** Which applications are meant: those of which all holds that is said here. */
export type ApplicationFilter = {
  status?: ApplicationStatus | undefined
  /** Its id in the catalogue, or "none" for those that named no internship. */
  internship?: string | undefined
  domain?: string | undefined
  year?: string | undefined
  /** A part of it; capitals and spaces do not matter. */
  college?: string | undefined
  /** The first day in India on which they came in, such as "2026-03-14". */
  since?: string | undefined
  /** The last such day. */
  until?: string | undefined
  /** Its reference, or a part of name, e-mail, telephone, college, message or LinkedIn; capitals do not matter. */
  text?: string | undefined
}

/** An application without a row of its own for it is as it was received. */
export const currentStatus = sql<string>`coalesce(application_status.status, 'received')`

/** The applications that are meant, each with its status; columns, order and limit are the caller's. */
export function applicationsOf(build: Database['build'], filter: ApplicationFilter) {
  const { status, internship, domain, year, college, since, until, text } = filter
  let query = build
    .selectFrom('application')
    .leftJoin('application_status', 'application_status.application_id', 'application.id')
  if (status) query = query.where(currentStatus, '=', status)
  if (internship === 'none') query = query.where('application.internship', 'is', null)
  else if (internship) query = query.where('application.internship', '=', internship)
  if (domain) query = query.where('domain', '=', domain)
  if (year) query = query.where('year', '=', year)
  if (since) query = query.where('received_at', '>=', startOfDay(since))
  if (until) query = query.where('received_at', '<', startOfDay(daysLater(until, 1)))
  if (college) query = query.where(contains('application.college', college, spaces))
  if (text) query = query.where(({ or }) => or(saysSomewhere(text)))
  return query
}

/** The plain one, and the one that holds words together. */
const spaces = [' ', '\u00A0']

const saysSomewhere = (text: string) => [
  ...(['name', 'email', 'college', 'message', 'linkedin'] as const).map((column) =>
    contains(`application.${column}`, text),
  ),
  // People group the digits as they like.
  contains('application.phone', text, [...spaces, '-']),
  ...isCalled('application.id', idsOf(text)),
]
