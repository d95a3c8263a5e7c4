import { type RawBuilder, sql } from 'kysely'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import { years } from '#forms/application-form.ts'
import type { Database } from '@naic/platform/database/database.ts'
import { dayInIndia, daysLater, mondayOf } from '@naic/platform/sheets/indian-day.ts'
import {
  type ApplicationFilter,
  applicationsAlone,
  applicationsOf,
  changedApplicationsOf,
  countOf,
  currentStatus,
} from './application-filter.ts'
import { applicationStatuses } from './application-status.ts'
import { collegeKey } from './college-key.ts'
import { readCollegeNames } from './same-college.ts'

/** What applications can be counted by. */
export const countedBy = ['status', 'domain', 'week', 'college', 'year', 'internship'] as const

type CountedBy = (typeof countedBy)[number]
type Count = { value: string; count: number }

/**
 * Counts the applications of a filter, in the database.
 *
 * @returns weeks by their Monday in India, from the first to the last without a gap; status and year in
 *   their own order; everything else by frequency. An internship by its title, or "none"; a college
 *   under the name that the staff gave it, or else its most frequent spelling, whatever capitals, spaces
 *   and signs others use.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function countApplications(
  database: Database,
  filter: ApplicationFilter,
  by: CountedBy,
): Promise<Count[]> {
  const { read } = database
  // A search looks at every row: once is enough.
  const isByRow = by === 'status' && !filter.status && !filter.text
  if (isByRow) return finish.status(await countByStatus(database, filter))
  const columns = [values[by].as('value'), sql<number>`count(*)`.as('count')] as const
  const counted =
    filter.status || by === 'status'
      ? applicationsOf(read, filter).select(columns).groupBy(values[by])
      : applicationsAlone(read, filter).select(columns).groupBy(values[by])
  const rows = await counted.execute()
  const counts = rows.map(({ value, count }) => ({ value: value ?? 'none', count }))
  // Sorted here, since engines sort texts differently.
  const sorted = counts.toSorted(mostFrequentFirst)
  return by === 'college' ? colleges(sorted, await readCollegeNames(database)) : finish[by](sorted)
}

/** Those that have no row of a status are what is left of all. */
async function countByStatus(
  { read, readTogether }: Database,
  filter: ApplicationFilter,
): Promise<Count[]> {
  const changed = changedApplicationsOf(read, filter)
    .where('application_status.status', '!=', 'received')
    .select(({ fn }) => ['application_status.status as value', fn.countAll().as('count')])
    .groupBy('application_status.status')
  const [rows, [all]] = await readTogether([changed, countOf(read, filter)])
  const counts = rows.map(({ value, count }) => ({ value, count: Number(count) }))
  const received = counts.reduce((left, { count }) => left - count, Number(all?.count ?? 0))
  return received > 0 ? [...counts, { value: 'received', count: received }] : counts
}

const column = (name: string) => sql.ref<string | null>(`application.${name}`)

const values: Record<CountedBy, RawBuilder<string | null>> = {
  status: currentStatus,
  domain: column('domain'),
  // Not weeks, since engines count them differently. In India the next day begins at 18:30 UTC.
  week: sql<string>`substr(received_at, 1, 10) || case when substr(received_at, 12, 5) >= '18:30' then 'T20' else 'T00' end`,
  college: column('college'),
  year: column('year'),
  internship: column('internship'),
}

const finish: Record<Exclude<CountedBy, 'college'>, (counts: Count[]) => Count[]> = {
  status: (counts) => inOrderOf(applicationStatuses, counts),
  domain: (counts) => counts,
  week: (counts) =>
    withoutGaps(counts.map(({ value, count }) => ({ value: weekOf(value), count }))),
  year: (counts) => inOrderOf(years, counts),
  internship: (counts) =>
    counts.map(({ value, count }) => ({ value: internshipOnDisk(value)?.title ?? value, count })),
}

/** By the name that somebody said; otherwise by the spelling that comes first. */
function colleges(
  counts: readonly Count[],
  nameOf: (typed: string) => string | undefined,
): Count[] {
  const named = counts.map(({ value, count }) => ({ value: nameOf(value) ?? value, count }))
  return together(named, collegeKey)
}

const mostFrequentFirst = (one: Count, other: Count) =>
  other.count - one.count || (one.value < other.value ? -1 : 1)

function inOrderOf(order: readonly string[], counts: readonly Count[]): Count[] {
  const placeOf = ({ value }: Count) =>
    (order.indexOf(value) + order.length + 1) % (order.length + 1)
  return counts.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const weekOf = (hour: string) => mondayOf(dayInIndia(new Date(`${hour}:00:00Z`)))

/** @param counts the most frequent first, whose spelling is taken. */
function together(counts: readonly Count[], keyOf: (value: string) => string): Count[] {
  const byKey = new Map<string, Count>()
  for (const { value, count } of counts) {
    const key = keyOf(value)
    byKey.set(key, {
      value: byKey.get(key)?.value ?? value,
      count: count + (byKey.get(key)?.count ?? 0),
    })
  }
  return [...byKey.values()].toSorted(mostFrequentFirst)
}

function withoutGaps(counts: readonly Count[]): Count[] {
  const weeks = together(counts, (week) => week).toSorted((a, b) => (a.value < b.value ? -1 : 1))
  const [first, last] = [weeks[0]?.value ?? '', weeks.at(-1)?.value ?? '']
  const counted = new Map(weeks.map(({ value, count }) => [value, count]))
  const all: Count[] = []
  for (let week = first; week !== '' && week <= last; week = daysLater(week, 7)) {
    all.push({ value: week, count: counted.get(week) ?? 0 })
  }
  return all
}
