import { idsOf } from '#forms/reference.ts'
import { decodeTable, type Mistake } from '../sheets/decode-table.ts'
import { headingMistake, readHeading } from '../sheets/heading-mistake.ts'
import { applicationStatuses, type ApplicationStatus } from './application-status.ts'
import { readOneOf } from './read-filter.ts'
import {
  describeStrange,
  isExport,
  knownColumns,
  placesOf,
  statusColumns,
  type StatusColumn,
  strangeColumns,
} from './status-columns.ts'
import type { StatusAsked } from './status-rules.ts'

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
