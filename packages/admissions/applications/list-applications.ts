import { sql } from 'kysely'
import { internshipOnDisk } from '@naic/content/internships-on-disk.ts'
import { applicationSchema } from '#forms/application-form.ts'
import { answersOf, fieldsOf } from '#forms/form-schema.ts'
import { idsOf, referenceOf } from '#forms/reference.ts'
import { type ShownField, shownOfApplication } from '#forms/shown-fields.ts'
import type { Database, Reading } from '@naic/store/database/database.ts'
import { allOf, idWithin } from '@naic/store/database/search-conditions.ts'
import { rowsAtOnce, walkPages } from '@naic/store/database/walk-pages.ts'
import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import { type ApplicationFilter, applicationsOf, currentStatus } from './application-filter.ts'
import { applicationStatuses, statusFrom } from './application-status.ts'
import {
  type Kept,
  type KeptFact,
  keptFacts,
  keptInWords,
  type Receipt,
  tagsOf,
} from './kept-facts.ts'

/** With the table, since the status has an internship too. */
const answerColumns = fieldsOf(applicationSchema).map((field) => `application.${field}` as const)

/** The query of `applicationsOf` with the columns that `toListed` takes. */
export const selectListed = (read: Reading, filter: ApplicationFilter) =>
  applicationsOf(read, filter)
    .leftJoin('application_kept', 'application_kept.application_id', 'application.id')
    .select(answerColumns)
    .select(['application.id', 'received_at', 'notice_version'])
    .select(['resume_key', 'resume_sha256', 'resume_name', 'resume_type', 'resume_bytes'])
    .select(['status', 'application_status.changed_at', 'application_status.changes'])
    .select(['completed_on', 'application_status.internship as completed_internship'])
    .select(['application_kept.changes as kept_changes', 'assignee', 'score', 'tags'])
    .select([
      'application_kept.name as corrected_name',
      'application_kept.email as corrected_email',
    ])
    .select(['tasks_on', 'tasks_reference', 'tasks_by', 'fee_on', 'fee_reference', 'fee_by'])

export type ApplicationRow = Awaited<ReturnType<ReturnType<typeof selectListed>['execute']>>[number]

/**
 * One application without its resume's bytes: every answer of the form, and what is stored with it. Times
 * are RFC 3339 in UTC. Name and email address are the corrected ones, if the staff corrected them.
 */
export type ListedApplication = ReturnType<typeof toListed>

export const toListed = (row: ApplicationRow) => ({
  ...answersOf(applicationSchema, row),
  name: row.corrected_name ?? row.name,
  email: row.corrected_email ?? row.email,
  id: row.id,
  /** Such as "NAIC-7F3K-92QD". */
  reference: referenceOf(row.id),
  receivedAt: row.received_at,
  /** Also null if the catalogue no longer has the internship. */
  internshipTitle: (row.internship !== null && internshipOnDisk(row.internship)?.title) || null,
  resumeName: row.resume_name,
  resumeType: row.resume_type,
  resumeBytes: row.resume_bytes,
  noticeVersion: row.notice_version,
  status: statusFrom(row.status),
  /** Null if it never changed. */
  statusChangedAt: row.changed_at,
  /** A number that is higher after each change and each note, and after one that was taken back. */
  version: row.changes ?? 0,
  completedOn: row.completed_on,
  /** Of the catalogue, by its ID, as the staff chose when they accepted or completed it. */
  completedInternship: row.completed_internship,
  /** As the applicant typed them. */
  sentName: row.name,
  sentEmail: row.email,
  kept: keptOf(row),
})

const keptOf = (row: ApplicationRow): Kept => ({
  name: row.corrected_name,
  email: row.corrected_email,
  assignee: row.assignee,
  score: row.score,
  tags: tagsOf(row.tags),
  tasks: received(row.tasks_on, row.tasks_reference, row.tasks_by),
  fee: received(row.fee_on, row.fee_reference, row.fee_by),
})

const received = (on: string | null, reference: string | null, by: string | null) =>
  on === null ? null : { on, reference, by: by ?? '' }

/** What a list can be sorted by. Engines put letters outside A to Z in different places. */
const sortedBy = {
  received: sql`application.received_at`,
  name: sql`lower(coalesce(application_kept.name, application.name))`,
  college: sql`lower(application.college)`,
  domain: sql`application.domain`,
  year: sql`application.year`,
  status: currentStatus,
  changed: sql`coalesce(application_status.changed_at, '')`,
  assignee: sql`coalesce(application_kept.assignee, '')`,
  score: sql`coalesce(application_kept.score, 0)`,
}

/** A column, with "-" before it for the last first. */
export type ApplicationSort = `${'' | '-'}${keyof typeof sortedBy}`

export const isApplicationSort = (text: string): text is ApplicationSort =>
  Object.hasOwn(sortedBy, text.replace(/^-/, ''))

type Place = {
  /** Counted from 1; past the last, it is empty. */
  page: number
  perPage: number
  /** What of the same value stays in the same order, the newest first. */
  sort?: ApplicationSort
}

/**
 * Reads one page of the applications of a filter. For the newest or the oldest first an index has the first
 * pages, however many applications there are.
 */
export async function listApplications(
  { read }: Pick<Database, 'read'>,
  filter: ApplicationFilter,
  { page, perPage, sort = '-received' }: Place,
): Promise<ListedApplication[]> {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const column = sort.replace('-', '') as keyof typeof sortedBy
  const order =
    column === 'received'
      ? sql`application.received_at ${direction}, application.id ${direction}`
      : sql`${sortedBy[column]} ${direction}, application.received_at desc, application.id desc`
  // Of those that are not on the page, no more is read than what they are sorted by.
  const onPage = applicationsOf(read, filter)
    .leftJoin('application_kept', 'application_kept.application_id', 'application.id')
    .select('application.id')
    .limit(perPage)
    .offset((page - 1) * perPage)
    // All have one. SQLite would go through the index by id, whose rows lie scattered: four times as slow.
    .where('application.received_at', '>', '')
    .orderBy(order)
  const listed = selectListed(read, {}).where('application.id', 'in', onPage).orderBy(order)
  return (await listed.execute()).map(toListed)
}

/** Counts the applications of a filter by their status; those that none has are left out. */
export async function countByStatus(
  { read, readTogether }: Pick<Database, 'read' | 'readTogether'>,
  filter: Omit<ApplicationFilter, 'status'>,
) {
  const count = sql<number | string>`count(*)`.as('count')
  const all = applicationsOf(read, filter)
  const byStatus = all.select([currentStatus.as('status'), count]).groupBy(currentStatus)
  // Most have no row of a status, and none is looked for. A search looks at every row: once is enough.
  const decided = byStatus.where('application_status.status', '!=', 'received')
  const [rows, [total]] = filter.text
    ? [await byStatus.execute(), []]
    : await readTogether([decided, all.select(count)])
  const counts = new Map(rows.map((row) => [row.status, Number(row.count)]))
  const counted = rows.reduce((sum, row) => sum + Number(row.count), 0)
  if (total) counts.set('received', Number(total.count) - counted)
  return applicationStatuses.flatMap((value) => {
    const many = counts.get(value)
    return many ? [{ value, count: many }] : []
  })
}

/** How many applications a filter has. */
export const countOf = async (
  database: Pick<Database, 'read' | 'readTogether'>,
  { status, ...filter }: ApplicationFilter,
) => totalOf(await countByStatus(database, filter), status)

/** @returns how many have a status; all without one. */
export const totalOf = (
  counts: Awaited<ReturnType<typeof countByStatus>>,
  status: ApplicationFilter['status'],
) =>
  counts
    .filter(({ value }) => !status || value === status)
    .reduce((sum, { count }) => sum + count, 0)

/** Reads those of the ids that there are, in the same order, some at a time. */
export async function* walkByIds({ read }: Pick<Database, 'read'>, ids: readonly string[]) {
  for (let at = 0; at < ids.length; at += rowsAtOnce) {
    const some = ids.slice(at, at + rowsAtOnce)
    const rows = await selectListed(read, {}).where('application.id', 'in', some).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield some.flatMap((id) => byId.get(id) ?? [])
  }
}

/** Reads all applications of a filter, newest first, some at a time. Those that come in meanwhile are left out. */
export function walkApplications(
  { read }: Pick<Database, 'read'>,
  filter: ApplicationFilter,
): AsyncGenerator<ApplicationRow[]> {
  return walkPages(
    selectListed(read, filter).orderBy('received_at', 'desc').orderBy('application.id', 'desc'),
    (last) => sql`(received_at, application.id) < (${last.received_at}, ${last.id})`,
  )
}

/** @param id the whole id. */
export const findRow = ({ read }: Pick<Database, 'read'>, id: string) =>
  selectListed(read, {}).where('application.id', '=', id).executeTakeFirst()

/**
 * @param asked a reference as people type it, or a whole id.
 * @returns what it means: several if they share the reference.
 */
export function findMeant({ read }: Pick<Database, 'read'>, asked: string) {
  const id = asked.trim().toLowerCase()
  const meant = idsOf(asked) ?? { first: id, last: id }
  return selectListed(read, {})
    .where(allOf(idWithin('application.id', meant)))
    .orderBy('application.id')
    .execute()
}

type Column = SheetColumn<ListedApplication> & { title: string }

/** What is kept, in the order of the sheet. The corrected name and address are among the answers. */
const keptColumns: Record<KeptFact, readonly Column[]> = {
  name: [{ key: 'name_sent', title: 'Name as sent', of: ({ sentName }) => sentName }],
  email: [{ key: 'email_sent', title: 'Email as sent', of: ({ sentEmail }) => sentEmail }],
  tags: [{ key: 'tags', title: 'Tags', of: ({ kept }) => keptInWords(kept, 'tags') }],
  assignee: [{ key: 'assignee', title: 'Who has it', of: ({ kept }) => kept.assignee }],
  score: [{ key: 'score', title: 'Score', of: ({ kept }) => kept.score, kind: 'number' }],
  tasks: receivedColumns('tasks'),
  fee: receivedColumns('fee'),
}

function receivedColumns(receipt: Receipt): Column[] {
  return [
    {
      key: `${receipt}_received_on`,
      title: keptFacts[receipt].label,
      of: ({ kept }) => kept[receipt]?.on ?? null,
      kind: 'day',
    },
    {
      key: `${receipt}_reference`,
      title: 'Its reference',
      of: ({ kept }) => kept[receipt]?.reference ?? null,
    },
  ]
}

/** The columns of a sheet of applications. Programs use their keys, which must not change. */
export const applicationColumns: readonly Column[] = [
  { key: 'reference', title: 'Reference', of: ({ reference }) => reference },
  { key: 'id', title: 'ID', of: ({ id }) => id },
  { key: 'received_at', title: 'Received', of: ({ receivedAt }) => receivedAt, kind: 'time' },
  { key: 'status', title: 'Status', of: ({ status }) => status },
  {
    key: 'status_changed_at',
    title: 'Changed',
    of: ({ statusChangedAt }) => statusChangedAt,
    kind: 'time',
  },
  { key: 'completed_on', title: 'Completed on', of: ({ completedOn }) => completedOn, kind: 'day' },
  {
    key: 'completed_internship',
    title: 'Completed',
    of: ({ status, completedInternship }) => (status === 'completed' ? completedInternship : null),
  },
  ...fieldsOf(applicationSchema).map(columnOf),
  ...Object.values(keptColumns).flat(),
  { key: 'internship_title', title: 'Internship', of: ({ internshipTitle }) => internshipTitle },
  { key: 'notice_version', title: 'Privacy notice', of: ({ noticeVersion }) => noticeVersion },
  { key: 'resume_name', title: 'Resume', of: ({ resumeName }) => resumeName },
  { key: 'resume_type', title: 'Type', of: ({ resumeType }) => resumeType },
  { key: 'resume_bytes', title: 'Bytes', of: ({ resumeBytes }) => resumeBytes, kind: 'number' },
]

function columnOf(field: keyof typeof shownOfApplication): Column {
  const { short: title, kind }: ShownField = shownOfApplication[field]
  const column = { key: field, title, of: (application: ListedApplication) => application[field] }
  return kind === 'telephone' ? { ...column, kind } : column
}
