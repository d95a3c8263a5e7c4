import { sql } from 'kysely'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import { years } from '#forms/application-form.ts'
import { referenceOf } from '#forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import {
  dayInIndia,
  daysLater,
  mondayOf,
  startOfDay,
  todayInIndia,
} from '@naic/store/sheets/indian-day.ts'
import { lettersAlone } from '@naic/store/sheets/nearest-meant.ts'
import { standingOf, standingsQuery } from '@naic/registry/issuing/stored-certificate.ts'
import { keysQuery } from '@naic/registry/keys/registry-keys.ts'
import { applicationStatuses, noteAlone, statuses, statusFrom } from './application-status.ts'
import { currentStatus } from './application-filter.ts'
import { type Funnel, type FunnelOf, type Period, type Stage, stages } from './funnel.ts'

/** @param asked of days on which applications came in, the first and the last; all until today without these. */
export async function makeReport(
  database: Database,
  { since, until = todayInIndia() }: { [Day in keyof Period]?: string | undefined },
  now: Date,
) {
  const { read, readTogether } = database
  const [rows, issued, keys] = await readTogether([
    countedBetween(since ? startOfDay(since) : '', startOfDay(daysLater(until, 1))).compile(read),
    standingsQuery(read).where('external_reference', 'is not', null).compile(),
    keysQuery(read),
  ])
  const standing = issued.filter((row) => standingOf(row, keys) === 'stands')
  const certified = new Set(standing.map((row) => row.external_reference))
  const own = rows.filter(
    ({ id }) => id === null || certified.has(referenceOf(id)) || certified.has(id),
  )
  const colleges = countBy('college', own, usualName(own)).toSorted(mostFirst)
  const domains = countBy('domain', own).toSorted(mostFirst)
  const days = countBy('half', own, dayOfHalf).toSorted(inOrder)
  const first = since ?? days[0]?.value
  return {
    /** Undefined if there is no application, and no first day was asked for. */
    period: first === undefined ? undefined : { since: first, until },
    madeAt: now.toISOString(),
    all: sumOf(domains),
    /** Where they are now. */
    now: nowAt(own),
    domains,
    internships: countBy('internship', own, internshipInWords).toSorted(mostFirst),
    years: countBy('year', own).toSorted((one, other) => placeOf(one) - placeOf(other)),
    weeks: inWeeks(days),
    colleges: withOthersTogether(colleges),
  }
}
export type Report = Awaited<ReturnType<typeof makeReport>>

const mostNamed = 20

/** Of fewer applications than this, people might be guessed. */
export const fewestNamed = 5

/** @param colleges the largest first. @returns those that are named, and one row for all others. */
function withOthersTogether(colleges: readonly FunnelOf[]): FunnelOf[] {
  const isNamed = ({ received }: FunnelOf) => received >= fewestNamed
  const named = colleges.slice(0, mostNamed).filter(isNamed)
  const others = colleges.slice(named.length)
  if (others.length === 0) return named
  const value = others.length === 1 ? '1 other college' : `${others.length} other colleges`
  return [...named, { value, ...sumOf(others) }]
}

/** What is counted by; of a row that counts by other columns, null. */
type Column = 'domain' | 'internship' | 'year' | 'half' | 'college'

/** So many applications that have the same; or one that was completed, with its id. */
type CountedRow = { [Of in Column | 'status' | 'id']: string | null } & {
  reached: string
  count: number | string
}

const noneNamed = 'none'

/** @returns the title of an internship; its id if the catalogue no longer has it. */
const internshipInWords = (id: string): string =>
  id === noneNamed ? 'No internship named' : (internshipOnDisk(id)?.title ?? id)

/**
 * Which half of which day in India it came in, such as "2026-03-14T20": the next day begins there at 18:30
 * UTC. Weeks are made of these, since engines count them differently.
 */
const halfDay = sql<string>`substr(received_at, 1, 10) || CASE
    WHEN substr(received_at, 12, 5) >= '18:30' THEN 'T20' ELSE 'T00' END`

/** @returns the day in India, such as "2026-03-15". */
const dayOfHalf = (half: string): string => dayInIndia(new Date(`${half}:00Z`))

/**
 * The newest status that says how far it came. Of those that were declined, and not at once, the history
 * is read.
 */
const reached = sql<string>`CASE
    WHEN application_status.status IS NULL THEN 'received'
    WHEN application_status.status <> 'declined' THEN application_status.status
    WHEN application_status.changes = 1 THEN 'received'
    ELSE coalesce((
      SELECT status_change.status FROM status_change
      WHERE status_change.application_id = application.id
        AND status_change.status NOT IN ('declined', ${sql.lit(noteAlone)})
      ORDER BY status_change.number DESC LIMIT 1), 'received') END`

/**
 * Looks at every application of a period once, in an index that has all but the status, and counts them
 * in three ways. Those that were completed come one by one as well: their certificates are found by their
 * references, which SQL cannot tell from their ids.
 */
const countedBetween = (from: string, before: string) => sql<CountedRow>`
  WITH counted AS MATERIALIZED (
    SELECT application.id, domain, year, college, ${halfDay} AS half,
      coalesce(application.internship, ${sql.lit(noneNamed)}) AS internship,
      ${currentStatus} AS status, ${reached} AS reached
    FROM application
    LEFT JOIN application_status ON application_status.application_id = application.id
    WHERE application.received_at >= ${from} AND application.received_at < ${before})
  SELECT domain, internship, year, status, NULL AS half, NULL AS college, NULL AS id, reached,
      count(*) AS count
    FROM counted GROUP BY domain, internship, year, status, reached
  UNION ALL SELECT NULL, NULL, NULL, NULL, half, NULL, NULL, reached, count(*)
    FROM counted GROUP BY half, reached
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, college, NULL, reached, count(*)
    FROM counted GROUP BY college, reached
  UNION ALL SELECT domain, internship, year, status, half, college, id, reached, 1
    FROM counted WHERE reached = 'completed'`

const emptyFunnel = () => Object.fromEntries(stages.map((stage) => [stage, 0])) as Funnel

/** Adds up what has the same in a column, by what its value stands for. */
function countBy(column: Column, rows: readonly CountedRow[], valueOf = (value: string) => value) {
  const funnels = new Map<string, FunnelOf>()
  for (const { [column]: stands, id, reached: furthest, count } of rows) {
    if (stands === null) continue
    const value = valueOf(stands)
    const funnel = funnels.get(value) ?? { value, ...emptyFunnel() }
    funnels.set(value, funnel)
    // One that was completed is in another row as well: this one says that it has its certificate.
    if (id !== null) funnel.certified += 1
    else for (const stage of stagesUntil(furthest)) funnel[stage] += Number(count)
  }
  return [...funnels.values()]
}

const stagesUntil = (reachedAs: string): readonly Stage[] =>
  stages.slice(0, stages.indexOf(statuses[statusFrom(reachedAs)].reaches ?? 'received') + 1)

function sumOf(funnels: readonly Funnel[]): Funnel {
  const sum = emptyFunnel()
  for (const funnel of funnels) for (const stage of stages) sum[stage] += funnel[stage]
  return sum
}

const placeOf = ({ value }: FunnelOf) => (years as readonly string[]).indexOf(value)

const mostFirst = (one: FunnelOf, other: FunnelOf) =>
  other.received - one.received || (one.value < other.value ? -1 : 1)

const inOrder = (one: FunnelOf, other: FunnelOf) => (one.value < other.value ? -1 : 1)

/**
 * Whatever capitals, spaces, signs and width of letters people use, a college is one.
 *
 * @returns what says of a spelling the most frequent one.
 */
function usualName(rows: readonly CountedRow[]): (college: string) => string {
  const spellings = countBy('college', rows).toSorted(mostFirst).toReversed()
  const usual = new Map(spellings.map(({ value }) => [lettersAlone(value), value]))
  return (typed) => usual.get(lettersAlone(typed)) ?? typed
}

/** @param days in their order. @returns the weeks from the first to the last, without a gap. */
function inWeeks(days: readonly FunnelOf[]): FunnelOf[] {
  const ofWeek = Map.groupBy(days, ({ value }) => mondayOf(value))
  const weeks: FunnelOf[] = []
  let [value] = ofWeek.keys()
  for (const last = days.at(-1)?.value ?? ''; value && value <= last; value = daysLater(value, 7)) {
    weeks.push({ value, ...sumOf(ofWeek.get(value) ?? []) })
  }
  return weeks
}

/** Every status, also one that none has. */
function nowAt(rows: readonly CountedRow[]) {
  return applicationStatuses.map((value) => {
    const own = rows.filter(({ id, status }) => id === null && status === value)
    return { value, count: own.reduce((sum, { count }) => sum + Number(count), 0) }
  })
}
