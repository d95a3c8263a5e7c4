import { type RawBuilder, sql } from 'kysely'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import { years } from '#forms/application-form.ts'
import { referenceOf } from '#forms/reference.ts'
import type { Database, RowsOf, Reading } from '@naic/store/database/database.ts'
import {
  dayInIndia,
  daysLater,
  mondayOf,
  startOfDay,
  todayInIndia,
} from '@naic/store/sheets/indian-day.ts'
import { lettersAlone } from '@naic/store/sheets/nearest-meant.ts'
import { standingOf, standingsQuery } from '@naic/registry/issuing/stored-certificate.ts'
import { keysQuery, type RegistryKeys } from '@naic/registry/keys/registry-keys.ts'
import { applicationStatuses, noteAlone, statuses, statusFrom } from './application-status.ts'
import { currentStatus } from './application-filter.ts'
import {
  fewestNamed,
  type Funnel,
  type FunnelOf,
  type Period,
  type Report,
  type Stage,
  stages,
} from './funnel.ts'

/** Without the first, from the beginning; without the last, until today. */
type AskedPeriod = { since?: string | undefined; until?: string | undefined }

/**
 * @param asked the first and the last day on which applications came in; without the first, from the
 *   beginning, without the last, until today.
 */
export async function makeReport(
  database: Database,
  { since, until = todayInIndia() }: AskedPeriod,
  now: Date,
): Promise<Report> {
  const { read, readTogether } = database
  const earlier = since === undefined ? noDay : periodBefore({ since, until })
  const [rows, rowsBefore, issued, keys] = await readTogether([
    countedIn({ since, until }).compile(read),
    countedIn(earlier).compile(read),
    issuedQuery(read),
    keysQuery(read),
  ])
  const certificateOf = certificatesBy(issued, keys)
  const [own, before] = [rows.map(certificateOf), rowsBefore.map(certificateOf)]
  const colleges = countBy('college', own, usualName(own)).toSorted(mostFirst)
  const others = colleges.filter(({ received }) => received < fewestNamed)
  const domains = countBy('domain', own).toSorted(mostFirst)
  const days = countBy('half', own, dayOfHalf).toSorted(inOrder)
  const first = since ?? days[0]?.value
  return {
    period: first === undefined ? undefined : { since: first, until },
    madeAt: now.toISOString(),
    all: sumOf(domains),
    before: since === undefined ? undefined : { ...earlier, all: sumOf(countBy('domain', before)) },
    now: nowAt(own),
    certificates: countCertificates(own),
    domains,
    internships: countBy('internship', own, internshipInWords).toSorted(mostFirst),
    years: inOrderOf(years, countBy('year', own)),
    weeks: inWeeks(days),
    colleges: colleges.filter(({ received }) => received >= fewestNamed),
    otherColleges: { colleges: others.length, all: sumOf(others) },
  }
}

/** A period without a day. */
const noDay: Period = { since: '0002-01-01', until: '0001-01-01' }

/** @returns as many days, just before. */
function periodBefore({ since, until }: Period): Period {
  const days = (Date.parse(until) - Date.parse(since)) / 86_400_000 + 1
  return { since: daysLater(since, -days), until: daysLater(since, -1) }
}

/** What is counted by; of a row that counts by other columns, null. */
type Column = 'domain' | 'internship' | 'year' | 'half' | 'college'

/** So many applications that have the same; or one that was completed, with its id. */
type CountedRow = { [Of in Column | 'status' | 'id']: string | null } & {
  reached: string
  count: number | string
}

/** @returns the title of an internship; its id if the catalogue no longer has it. */
const internshipInWords = (id: string): string =>
  id === noneNamed ? 'No internship named' : (internshipOnDisk(id)?.title ?? id)

const noneNamed = 'none'

const ofPeriod = ({ since, until }: AskedPeriod): RawBuilder<boolean> => {
  const end = startOfDay(daysLater(until ?? todayInIndia(), 1))
  const isBefore = sql<boolean>`application.received_at < ${end}`
  return since === undefined
    ? isBefore
    : sql<boolean>`${isBefore} AND application.received_at >= ${startOfDay(since)}`
}

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
const countedIn = (period: AskedPeriod) => sql<CountedRow>`
  WITH counted AS MATERIALIZED (
    SELECT application.id, domain, year, college, ${halfDay} AS half,
      coalesce(application.internship, ${sql.lit(noneNamed)}) AS internship,
      ${currentStatus} AS status, ${reached} AS reached
    FROM application
    LEFT JOIN application_status ON application_status.application_id = application.id
    WHERE ${ofPeriod(period)})
  SELECT domain, internship, year, status, NULL AS half, NULL AS college, NULL AS id, reached,
      count(*) AS count
    FROM counted GROUP BY domain, internship, year, status, reached
  UNION ALL SELECT NULL, NULL, NULL, NULL, half, NULL, NULL, reached, count(*)
    FROM counted GROUP BY half, reached
  UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, college, NULL, reached, count(*)
    FROM counted GROUP BY college, reached
  UNION ALL SELECT domain, internship, year, status, half, college, id, reached, 1
    FROM counted WHERE reached = 'completed'`

const issuedQuery = (read: Reading) =>
  standingsQuery(read).where('external_reference', 'is not', null).compile()

type Certificates = Report['certificates']
type OfCertificate = keyof Certificates

/** If an application has several, the first of these that one of them is. */
const byWorth = ['valid', 'withdrawn', 'erased'] as const
const worthOf = {
  stands: 'valid',
  revoked: 'withdrawn',
  void: 'withdrawn',
  erased: 'erased',
} as const

type Counted = CountedRow & {
  /** Null for rows that count several. */
  certificate: OfCertificate | null
}

/** @returns what adds to a row of one application what became of its certificates. */
function certificatesBy(
  issued: RowsOf<[ReturnType<typeof issuedQuery>]>[0],
  keys: RegistryKeys,
): (row: CountedRow) => Counted {
  const known = new Map<string, OfCertificate>()
  for (const { external_reference: reference, ...row } of issued) {
    const one = worthOf[standingOf(row, keys)]
    const other = known.get(reference ?? '')
    known.set(reference ?? '', byWorth.find((worth) => worth === one || worth === other) ?? one)
  }
  return (row) => ({
    ...row,
    certificate:
      row.id === null ? null : (known.get(referenceOf(row.id)) ?? known.get(row.id) ?? 'none'),
  })
}

function countCertificates(rows: readonly Counted[]): Certificates {
  const counts: Certificates = { valid: 0, withdrawn: 0, erased: 0, none: 0 }
  for (const { certificate } of rows) if (certificate) counts[certificate] += 1
  return counts
}

const emptyFunnel = () => Object.fromEntries(stages.map((stage) => [stage, 0])) as Funnel

/** Adds up what has the same in a column, by what its value stands for. */
function countBy(column: Column, rows: readonly Counted[], valueOf = (value: string) => value) {
  const funnels = new Map<string, FunnelOf>()
  for (const row of rows) {
    const { [column]: stands, certificate } = row
    if (stands === null || (certificate && certificate !== 'valid')) continue
    const value = valueOf(stands)
    const funnel = funnels.get(value) ?? { value, ...emptyFunnel() }
    funnels.set(value, funnel)
    if (certificate) funnel.certified += 1
    else for (const stage of stagesUntil(row.reached)) funnel[stage] += Number(row.count)
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

/** What is in no such order comes last. */
function inOrderOf<Row extends { value: string }>(order: readonly string[], rows: readonly Row[]) {
  const placeOf = ({ value }: Row) => (order.indexOf(value) + order.length + 1) % (order.length + 1)
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other))
}

const mostFirst = (one: FunnelOf, other: FunnelOf) =>
  other.received - one.received || (one.value < other.value ? -1 : 1)

const inOrder = (one: FunnelOf, other: FunnelOf) => (one.value < other.value ? -1 : 1)

/**
 * Whatever capitals, spaces, signs and width of letters people use, a college is one.
 *
 * @returns what says of a spelling the most frequent one.
 */
function usualName(rows: readonly Counted[]): (college: string) => string {
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
function nowAt(rows: readonly Counted[]): Report['now'] {
  return applicationStatuses.map((value) => {
    const own = rows.filter(({ id, status }) => id === null && status === value)
    return { value, count: own.reduce((sum, { count }) => sum + Number(count), 0) }
  })
}
