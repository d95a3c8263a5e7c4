import { idsOf } from '#forms/reference.ts'
import { decodeTable, type Mistake } from '@naic/platform/sheets/decode-table.ts'
import { headingMistake, readHeading } from '@naic/platform/sheets/heading-mistake.ts'
import { applicationColumns } from './application-columns.ts'
import { readOneOf } from './application-filter.ts'
import { applicationStatuses, type ApplicationStatus } from './application-status.ts'
import type { ListedApplication } from './list-applications.ts'
import {
  type Planned,
  planStatusChange,
  type StatusPlan,
  type StatusServices,
} from './set-status.ts'
import type { StatusAsked, StatusMistake } from './status-rules.ts'

/** Changes of status by the rows of a sheet: read, then planned. Each is carried out by `changeStatus`. */

/** A change as a line of a file asks for it. */
export type StatusLine = {
  line: number
  wanted: StatusAsked
  /**
   * When its status had changed last as the sheet was written, in milliseconds since 1970; null if it never
   * had; undefined where the sheet does not say.
   */
  changedMs: number | null | undefined
}

/**
 * Reads many changes of status: CSV as `decodeTable` takes it, with a heading that names the columns, in
 * any order. What is empty is as good as left out. The sheets that we write ourselves are taken as well:
 * what is not the staff's to change is passed over there.
 *
 * @param withLetters false where nobody is to be told.
 * @returns the changes that can be read, and every mistake that is seen without asking the database;
 *   of our own sheets, the columns that could be taken for the staff's words and are the applicant's.
 */
export function readStatusChanges(
  bytes: Uint8Array,
  withLetters: boolean,
): { lines: StatusLine[]; mistakes: Mistake[]; passedOver: string[] } {
  const table = decodeTable(bytes)
  if ('mistake' in table) return nothingBut(table.mistake)
  const [heading, ...records] = table.records
  const columns = readHeading(heading?.record ?? [], knownColumns)
  const wrong = whyNotRead(
    columns,
    records.map(({ record }) => record),
  )
  if (wrong) return nothingBut({ line: heading?.info.lines ?? 1, reason: wrong })
  if (records.length === 0) return nothingBut({ line: 2, reason: 'there are no rows' })

  const lines: StatusLine[] = []
  const mistakes: Mistake[] = []
  for (const { record, info } of records) {
    const read = readLine(columns, record, withLetters)
    if ('wanted' in read) lines.push({ line: info.lines, ...read })
    else mistakes.push(...read.reasons.map((reason) => ({ line: info.lines, reason })))
  }
  const passedOver = isExport(columns)
    ? ['message', 'internship'].filter((column) => columns.includes(column))
    : []
  return { lines, mistakes, passedOver }
}

const nothingBut = (mistake: Mistake) => ({ lines: [], mistakes: [mistake], passedOver: [] })

function whyNotRead(columns: readonly string[], records: readonly string[][]): string | undefined {
  const strange = strangeColumns(columns, records)
  if (strange.length > 0) return describeStrange(strange)
  const { needed, optional } = statusColumns
  const ours = new Set<string>([...needed, ...optional])
  return headingMistake(
    columns.filter((column) => ours.has(column)),
    statusColumns,
  )
}

function readLine(
  columns: readonly string[],
  record: readonly string[],
  withLetters: boolean,
): Omit<StatusLine, 'line'> | { reasons: string[] } {
  if (record.length !== columns.length) {
    return { reasons: [`has ${record.length} values where the heading has ${columns.length}`] }
  }
  const places = placesOf(columns)
  const value = (column: StatusColumn) => record[places[column] ?? -1]?.trim() || undefined
  const reasons: string[] = []
  const asked = value('reference')
  if (asked === undefined) reasons.push('reference is missing')
  else if (!idsOf(asked) && !/^[\da-f-]{36}$/.test(asked)) {
    reasons.push(`reference "${asked}" is none, such as NAIC-7F3K-92QD`)
  }
  const status = value('status')
  const to =
    status === undefined ? { reason: 'is missing' } : readOneOf(applicationStatuses, status)
  if ('reason' in to) reasons.push(`status ${to.reason}`)
  const at = columns.indexOf('status_changed_at')
  const changedMs = at < 0 ? undefined : readMoment(record[at]?.trim() ?? '')
  if (Number.isNaN(changedMs)) {
    reasons.push(
      `status_changed_at "${record[at]}" is not as an export writes it, such as 2026-03-14T09:30:00.000+05:30; export again, and change the status alone`,
    )
  }
  if (reasons.length > 0 || asked === undefined || 'reason' in to) return { reasons }
  const wanted = {
    asked,
    to: to.value as ApplicationStatus,
    note: value('note'),
    message: value('message'),
    // What our own sheets say of a status that is no more is no wish.
    ...(to.value === 'completed' || !isExport(columns)
      ? { completedOn: value('completed_on'), internship: value('internship') }
      : {}),
    withLetter: withLetters,
  }
  return { wanted, changedMs }
}

/** @returns null for an empty text; NaN for one that is no moment. */
function readMoment(text: string): number | null {
  if (text === '') return null
  const isWhole = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)
  return isWhole ? Date.parse(text) : Number.NaN
}

/** What a sheet of changes may say; the first two it must. */
const statusColumns = {
  needed: ['reference', 'status'],
  optional: ['note', 'message', 'completed_on', 'internship'],
} as const
type StatusColumn = (typeof statusColumns)['needed' | 'optional'][number]

/** Where the value of each stands in a record; what is not there is as good as empty. */
type StatusPlaces = Partial<Record<StatusColumn, number>>

const taken: readonly string[] = [...statusColumns.needed, ...statusColumns.optional]
const exported = [...applicationColumns.map(({ key }) => key), 'resume_file']
/** All that a sheet of ours may have. */
const knownColumns = [...taken, ...exported]
/** Those that staff write into a sheet of their own as well, to know who is who. */
const ofAnySheet = new Set<string>([...taken, 'id', 'name', 'email'])

/** Whether a sheet was written by us, where "message" and "internship" are the applicant's own. */
const isExport = (columns: readonly string[]): boolean =>
  columns.some((column) => exported.includes(column) && !ofAnySheet.has(column))

/** @returns the columns that are neither ours, nor nameless, nor empty in every row. */
const strangeColumns = (
  columns: readonly string[],
  records: readonly (readonly string[])[],
): string[] =>
  columns.filter(
    (column, at) =>
      column !== '' &&
      !knownColumns.includes(column) &&
      records.some((record) => (record[at] ?? '').trim() !== ''),
  )

/** @returns where the values of a sheet are; in our own, what was completed has a name of its own. */
function placesOf(columns: readonly string[]): StatusPlaces {
  const isOurs = isExport(columns)
  const nameOf = (column: string) =>
    column === 'internship' && isOurs ? 'completed_internship' : column
  return Object.fromEntries(
    taken
      .filter((column) => !(isOurs && column === 'message'))
      .map((column) => [column, columns.indexOf(nameOf(column))]),
  )
}

const all = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** @param strange at least one. */
const describeStrange = (strange: readonly string[]): string =>
  `This sheet may have the columns ${all.format(taken)}; ${all.format(strange)} ${strange.length === 1 ? 'is' : 'are'} none of them.`

/** A line of a file that may be carried out. */
export type PlannedLine = { line: number; note: string | undefined; plan: StatusPlan }

/** A line that is left alone: somebody has changed that application since the sheet was written. */
export type OutdatedLine = { line: number; application: ListedApplication }

/** As the columns of the file are called. */
const columnOf: Record<StatusMistake['field'], string> = {
  status: 'status',
  note: 'note',
  message: 'message',
  completedOn: 'completed_on',
  internship: 'internship',
}

/**
 * Says what the lines of a file will change, and changes nothing.
 *
 * @param tell how many were looked at.
 * @returns what is to be changed, in the order of the file, what is left alone, and how many are so
 *   already; or every mistake of every line.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function planStatusChanges(
  services: Pick<StatusServices, 'database'>,
  lines: readonly StatusLine[],
  tell: (looked: number) => void = () => undefined,
): Promise<
  | { ok: true; planned: PlannedLine[]; outdated: OutdatedLine[]; already: number }
  | { ok: false; mistakes: Mistake[] }
> {
  const planned: PlannedLine[] = []
  const outdated: OutdatedLine[] = []
  const mistakes: Mistake[] = []
  const lineOf = new Map<string, number>()
  let already = 0
  for (const [at, { line, wanted, changedMs }] of lines.entries()) {
    const result = await planStatusChange(services, wanted)
    const application = applicationOf(result)
    if (application) {
      const before = lineOf.get(application.id)
      if (before) mistakes.push({ line, reason: `reference is that of line ${before}` })
      lineOf.set(application.id, before ?? line)
    }
    if (result.state === 'already') already += 1
    else if (application && isOutdated(application, changedMs)) outdated.push({ line, application })
    else if (result.state === 'planned') {
      planned.push({ line, note: wanted.note, plan: result.plan })
    } else mistakes.push(...reasonsOf(result, wanted.asked).map((reason) => ({ line, reason })))
    tell(at + 1)
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, planned, outdated, already }
}

function applicationOf(result: Planned): ListedApplication | undefined {
  if ('plan' in result) return result.plan.application
  return 'application' in result ? result.application : undefined
}

/** A status that never changed is as old as its application, also where somebody made a note of it. */
function isOutdated(
  { statusChangedAt, receivedAt }: ListedApplication,
  changedMs: number | null | undefined,
): boolean {
  if (changedMs === undefined) return false
  return (changedMs ?? Date.parse(receivedAt)) !== Date.parse(statusChangedAt ?? receivedAt)
}

function reasonsOf(result: Planned, asked: string): string[] {
  if (result.state === 'unknown') return [`there is no application with the reference ${asked}`]
  if (result.state === 'several') {
    const ids = result.others.map(({ id, name }) => `${id} (${name})`)
    return [`several have the reference ${asked}; name one by its id: ${ids.join(', ')}`]
  }
  if (result.state !== 'refused') return []
  return result.mistakes.map(({ field, reason }) => `${columnOf[field]} ${reason}`)
}
