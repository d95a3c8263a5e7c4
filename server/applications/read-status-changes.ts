import { idsOf } from '#forms/reference.ts'
import { decodeTable, type Mistake } from '../sheets/decode-table.ts'
import { headingMistake } from '../sheets/heading-mistake.ts'
import { applicationStatuses, type ApplicationStatus } from './application-status.ts'
import { readOneOf } from './read-filter.ts'
import type { StatusAsked } from './status-rules.ts'

const needed = ['reference', 'status'] as const
const optional = ['note', 'message', 'completed_on', 'internship'] as const

/** A change as a line of a file asks for it. */
export type StatusLine = { line: number; wanted: StatusAsked }

/**
 * Reads many changes of status: CSV as `decodeTable` takes it, with a heading that names the columns, in
 * any order. What is empty is as good as left out.
 *
 * @param withLetters false where nobody is to be told.
 * @returns the changes that can be read, and every mistake that is seen without asking the database.
 */
export function readStatusChanges(
  bytes: Uint8Array,
  withLetters: boolean,
): { lines: StatusLine[]; mistakes: Mistake[] } {
  const table = decodeTable(bytes)
  if ('mistake' in table) return { lines: [], mistakes: [table.mistake] }
  const [heading, ...records] = table.records
  const columns = heading?.record.map((name) => name.trim().toLowerCase()) ?? []
  const wrong = headingMistake(columns, { needed, optional })
  if (wrong) return { lines: [], mistakes: [{ line: heading?.info.lines ?? 1, reason: wrong }] }
  if (records.length === 0)
    return { lines: [], mistakes: [{ line: 2, reason: 'there are no rows' }] }

  const lines: StatusLine[] = []
  const mistakes: Mistake[] = []
  for (const { record, info } of records) {
    const read = readLine(columns, record, withLetters)
    if ('wanted' in read) lines.push({ line: info.lines, wanted: read.wanted })
    else mistakes.push(...read.reasons.map((reason) => ({ line: info.lines, reason })))
  }
  return { lines, mistakes }
}

function readLine(
  columns: readonly string[],
  record: readonly string[],
  withLetters: boolean,
): { wanted: StatusAsked } | { reasons: string[] } {
  if (record.length !== columns.length) {
    return { reasons: [`has ${record.length} values where the heading has ${columns.length}`] }
  }
  const value = (column: (typeof needed)[number] | (typeof optional)[number]) =>
    record[columns.indexOf(column)]?.trim() || undefined
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
  if (reasons.length > 0 || asked === undefined || 'reason' in to) return { reasons }
  const wanted = {
    asked,
    to: to.value as ApplicationStatus,
    note: value('note'),
    message: value('message'),
    completedOn: value('completed_on'),
    internship: value('internship'),
    withLetter: withLetters,
  }
  return { wanted }
}
