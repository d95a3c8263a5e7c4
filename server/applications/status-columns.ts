import { applicationColumns } from './application-columns.ts'

/** What a sheet of changes may say; the first two it must. */
export const statusColumns = {
  needed: ['reference', 'status'],
  optional: ['note', 'message', 'completed_on', 'internship'],
} as const
export type StatusColumn = (typeof statusColumns)['needed' | 'optional'][number]

/** Where the value of each stands in a record; what is not there is as good as empty. */
export type StatusPlaces = Partial<Record<StatusColumn, number>>

const taken: readonly string[] = [...statusColumns.needed, ...statusColumns.optional]
const exported = [...applicationColumns.map(({ key }) => key), 'resume_file']
/** All that a sheet of ours may have. */
export const knownColumns = [...taken, ...exported]
/** Those that staff write into a sheet of their own as well, to know who is who. */
const ofAnySheet = new Set<string>([...taken, 'id', 'name', 'email'])

/** Whether a sheet was written by us, where "message" and "internship" are the applicant's own. */
export const isExport = (columns: readonly string[]): boolean =>
  columns.some((column) => exported.includes(column) && !ofAnySheet.has(column))

/** @returns the columns that are neither ours, nor nameless, nor empty in every row. */
export const strangeColumns = (
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
export function placesOf(columns: readonly string[]): StatusPlaces {
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
export const describeStrange = (strange: readonly string[]): string =>
  `This sheet may have the columns ${all.format(taken)}; ${all.format(strange)} ${strange.length === 1 ? 'is' : 'are'} none of them.`
