import { type RawBuilder, sql } from 'kysely'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import { years } from '#forms/application-form.ts'
import type { Database } from '@naic/store/database/database.ts'
import { dayInIndia, daysLater, mondayOf } from '@naic/store/sheets/indian-day.ts'
import { lettersAlone } from '@naic/store/sheets/nearest-meant.ts'
import {
  type ApplicationFilter,
  applicationsAlone,
  applicationsOf,
  changedApplicationsOf,
  countOf,
  currentStatus,
} from './application-filter.ts'
import { applicationStatuses } from './application-status.ts'

/** What applications can be counted by. */
export const countedBy = ['status', 'domain', 'week', 'college', 'year', 'internship'] as const

type CountedBy = (typeof countedBy)[number]
type Count = { value: string; count: number }

/**
 * Counts the applications of a filter, in the database.
 *
 * @returns weeks by their Monday in India, from the first to the last without a gap; status and year in
 *   their own order; everything else by frequency. An internship by its title, or "none"; a college
 *   under its most frequent spelling.
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
  return finish[by](counts.toSorted(mostFrequentFirst))
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

/**
 * Which half of which day in India it came in, such as "2026-03-14T20": the next day begins there at 18:30
 * UTC. Weeks are made of these, since engines count them differently.
 */
export const halfDay = sql<string>`substr(received_at, 1, 10) || CASE
    WHEN substr(received_at, 12, 5) >= '18:30' THEN 'T20' ELSE 'T00' END`

/** @returns the day in India, such as "2026-03-15". */
export const dayOfHalf = (half: string): string => dayInIndia(new Date(`${half}:00Z`))

const values: Record<CountedBy, RawBuilder<string | null>> = {
  status: currentStatus,
  domain: column('domain'),
  week: halfDay,
  college: column('college'),
  year: column('year'),
  internship: column('internship'),
}

/** @param counts the most frequent first. */
const finish: Record<CountedBy, (counts: Count[]) => Count[]> = {
  status: (counts) => inOrderOf(applicationStatuses, counts),
  domain: (counts) => counts,
  week(counts) {
    const weeks = addUp(counts, (half) => mondayOf(dayOfHalf(half)))
    const counted = new Map(weeks.map(({ value, count }) => [value, count]))
    return weeksWithin([...counted.keys()]).map((value) => ({
      value,
      count: counted.get(value) ?? 0,
    }))
  },
  college: (counts) => addUp(counts, usualSpelling(counts)),
  year: (counts) => inOrderOf(years, counts),
  internship: (counts) =>
    counts.map(({ value, count }) => ({ value: internshipOnDisk(value)?.title ?? value, count })),
}

const mostFrequentFirst = (one: Count, other: Count) =>
  other.count - one.count || (one.value < other.value ? -1 : 1)

/** What is in no such order comes last. */
export function inOrderOf<Row extends { value: string }>(
  order: readonly string[],
  rows: readonly Row[],
): Row[] {
  const placeOf = ({ value }: Row) => (order.indexOf(value) + order.length + 1) % (order.length + 1)
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Counts together what has one name, the most frequent first. */
export function addUp(counts: readonly Count[], nameOf: (value: string) => string): Count[] {
  const sums = new Map<string, number>()
  for (const { value, count } of counts) {
    sums.set(nameOf(value), (sums.get(nameOf(value)) ?? 0) + count)
  }
  return [...sums].map(([value, count]) => ({ value, count })).toSorted(mostFrequentFirst)
}

/**
 * Whatever capitals, spaces, signs and width of letters people use, a college is one.
 *
 * @param counts of each spelling, the most frequent first.
 * @returns what says of a spelling the most frequent one.
 */
export function usualSpelling(counts: readonly Count[]): (typed: string) => string {
  const usual = new Map(counts.toReversed().map(({ value }) => [lettersAlone(value), value]))
  return (typed) => usual.get(lettersAlone(typed)) ?? typed
}

/** @returns the Mondays from the first to the last of these, without a gap. */
export function weeksWithin(mondays: readonly string[]): string[] {
  const inOrder = mondays.toSorted()
  const [first, last] = [inOrder[0], inOrder.at(-1)]
  if (first === undefined || last === undefined) return []
  const weeks = (Date.parse(last) - Date.parse(first)) / (7 * 86_400_000)
  return Array.from({ length: weeks + 1 }, (_, at) => daysLater(first, at * 7))
}
