import { commonHeadings, headingsOf } from '#forms/common-headings.ts'
import { idsOf } from '#forms/reference.ts'
import {
  headingMistake,
  type Mistake,
  mistakeAt,
  readHeading,
  type Table,
} from '@naic/platform/sheets/read-table.ts'
import { applicationColumns, type ListedApplication } from './list-applications.ts'
import { readOneOf } from './application-filter.ts'
import { applicationStatuses, type ApplicationStatus } from './application-status.ts'
import {
  type Planned,
  planStatusChange,
  type StatusPlan,
  type StatusServices,
} from './set-status.ts'
import type { StatusAsked, StatusMistake } from './status-rules.ts'

/** Changes of status by the rows of a sheet: read, then planned. `changeStatus` makes each of them. */

/** A change as a row of a sheet asks for it. */
export type StatusLine = {
  /** Such as "line 7", or "row 7" of a workbook. */
  where: string
  wanted: StatusAsked
  /**
   * When the sheet was written, its status had changed last at this time (milliseconds since 1970; null:
   * never). Undefined if the sheet does not say.
   */
  changedMs: number | null | undefined
}

/** The columns of a sheet of changes; the first two are needed. */
const columns = {
  needed: ['reference', 'status'],
  optional: ['note', 'message', 'completed_on', 'internship'],
} as const
const changeColumns: readonly string[] = [...columns.needed, ...columns.optional]
const exportedColumns = [...applicationColumns.map(({ key }) => key), 'resume_file']
const knownColumns = [...changeColumns, ...exportedColumns]
/** Columns that the staff also write into their own sheets, to know who is who. */
const ofAnySheet = new Set<string>([...changeColumns, 'id', 'name', 'email'])

/** In an export, these two columns have the applicant's own answers, and the third says what was completed. */
const exportNames: Readonly<Record<string, string>> = {
  message: 'message of the applicant',
  internship: 'internship of the applicant',
  completed_internship: 'internship',
}

/** What people call the columns. */
const alsoCalled: Readonly<Record<string, string>> = {
  ...headingsOf('reference', ...commonHeadings.reference),
  ...headingsOf('name', ...commonHeadings.name),
  ...headingsOf('email', ...commonHeadings.email),
  ...headingsOf('phone', ...commonHeadings.phone),
  ...headingsOf('college', ...commonHeadings.college),
  ...headingsOf('note', 'notes'),
  ...headingsOf('completed_on', 'completed', 'completiondate', 'dateofcompletion'),
}

/**
 * Reads many changes of status from a table, with columns in any order. An empty cell counts as left out. Our own exports are taken too; columns that are not the staff's to change are
 * ignored there.
 *
 * @param withLetter false if no applicant is to be told.
 * @returns the changes that can be read, and every mistake that shows without the database; for an
 *   export, the ignored columns that could be taken for the staff's words.
 */
export function readStatusChanges(
  table: Table,
  withLetter: boolean,
): { lines: StatusLine[]; mistakes: Mistake[]; passedOver: string[] } {
  if ('mistake' in table) return nothingBut(table.mistake)
  const [first, ...records] = table.records
  const named = readHeading(first?.record ?? [], knownColumns, alsoCalled)
  const isExport = named.some((name) => exportedColumns.includes(name) && !ofAnySheet.has(name))
  const heading = isExport ? named.map((name) => exportNames[name] ?? name) : named
  const wrong =
    unknownColumns(named, records) ?? headingMistake(heading.filter(isForChange), columns)
  const { unit } = table
  if (wrong) return nothingBut(mistakeAt(unit, first?.at ?? 1, wrong))
  if (records.length === 0) return nothingBut(mistakeAt(unit, 2, 'there are no rows'))

  const lines: StatusLine[] = []
  const mistakes: Mistake[] = []
  for (const { record, at } of records) {
    const read = readLine(heading, record, { withLetter, isExport })
    if ('wanted' in read) lines.push({ where: `${unit} ${at}`, ...read })
    else mistakes.push(...read.reasons.map((reason) => mistakeAt(unit, at, reason, heading)))
  }
  const passedOver = isExport
    ? ['message', 'internship'].filter((column) => named.includes(column))
    : []
  return { lines, mistakes, passedOver }
}

const nothingBut = (mistake: Mistake) => ({ lines: [], mistakes: [mistake], passedOver: [] })

const isForChange = (column: string) => changeColumns.includes(column)

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** @returns undefined if each column is ours, or nameless, or empty in every row. */
function unknownColumns(
  named: readonly string[],
  records: readonly { record: readonly string[] }[],
): string | undefined {
  const unknown = named.filter(
    (column, at) =>
      column !== '' &&
      !knownColumns.includes(column) &&
      records.some(({ record }) => (record[at] ?? '').trim() !== ''),
  )
  return unknown.length === 0
    ? undefined
    : `This sheet may have the columns ${inWords.format(changeColumns)}; ${inWords.format(unknown)} ${unknown.length === 1 ? 'is' : 'are'} none of them.`
}

function readLine(
  heading: readonly string[],
  record: readonly string[],
  { withLetter, isExport }: { withLetter: boolean; isExport: boolean },
): Omit<StatusLine, 'where'> | { reasons: string[] } {
  if (record.length !== heading.length) {
    return { reasons: [`has ${record.length} values where the heading has ${heading.length}`] }
  }
  const value = (column: string) => record[heading.indexOf(column)]?.trim() || undefined
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
  const changedMs = heading.includes('status_changed_at')
    ? readMoment(value('status_changed_at'))
    : undefined
  if (Number.isNaN(changedMs)) {
    reasons.push(
      `status_changed_at "${value('status_changed_at')}" is not as an export writes it, such as 2026-03-14T09:30:00.000+05:30; export again, and change the status alone`,
    )
  }
  if (reasons.length > 0 || asked === undefined || 'reason' in to) return { reasons }
  // An export also says what was completed before, which is no wish for another status.
  const saysCompletion = to.value === 'completed' || !isExport
  const wanted = {
    asked,
    to: to.value as ApplicationStatus,
    note: value('note'),
    message: value('message'),
    completedOn: saysCompletion ? value('completed_on') : undefined,
    internship: saysCompletion ? value('internship') : undefined,
    withLetter,
  }
  return { wanted, changedMs }
}

/** @returns null for an empty cell; NaN for a text that is no moment. */
function readMoment(text: string | undefined): number | null {
  if (text === undefined) return null
  const isWhole = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text)
  return isWhole ? Date.parse(text) : Number.NaN
}

/** A row whose change can be made. */
export type PlannedLine = { where: string; note: string | undefined; plan: StatusPlan }

/** A line that is skipped: somebody has changed that application since the sheet was written. */
export type OutdatedLine = { where: string; application: ListedApplication }

/** The columns of the file, by the fields of a change. */
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
 * @param tell how many lines were checked.
 * @returns the changes in the order of the file, the skipped lines, and how many lines change nothing;
 *   or every mistake of every line.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function planStatusChanges(
  services: Pick<StatusServices, 'database'>,
  lines: readonly StatusLine[],
  tell: (checked: number) => void = () => undefined,
): Promise<
  | { ok: true; planned: PlannedLine[]; outdated: OutdatedLine[]; already: number }
  | { ok: false; mistakes: Mistake[] }
> {
  const planned: PlannedLine[] = []
  const outdated: OutdatedLine[] = []
  const mistakes: Mistake[] = []
  const placeOf = new Map<string, string>()
  let already = 0
  for (const [at, { where, wanted, changedMs }] of lines.entries()) {
    const result = await planStatusChange(services, wanted)
    const application = applicationOf(result)
    if (application) {
      const before = placeOf.get(application.id)
      if (before) mistakes.push({ where, reason: `reference is that of ${before}` })
      placeOf.set(application.id, before ?? where)
    }
    if (result.state === 'already') already += 1
    else if (application && isOutdated(application, changedMs))
      outdated.push({ where, application })
    else if (result.state === 'planned') {
      planned.push({ where, note: wanted.note, plan: result.plan })
    } else mistakes.push(...reasonsOf(result, wanted.asked).map((reason) => ({ where, reason })))
    tell(at + 1)
  }
  return mistakes.length > 0 ? { ok: false, mistakes } : { ok: true, planned, outdated, already }
}

function applicationOf(result: Planned): ListedApplication | undefined {
  if ('plan' in result) return result.plan.application
  return 'application' in result ? result.application : undefined
}

/** A status that never changed is as old as its application, even if somebody added a note. */
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
