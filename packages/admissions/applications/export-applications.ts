import { sql } from 'kysely'
import { resumeEnding } from '#forms/resume.ts'
import { referenceOf } from '#forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import {
  applicationColumns,
  type ApplicationRow,
  type ListedApplication,
  toListed,
} from './list-applications.ts'

export const exportColumns: readonly SheetColumn<ListedApplication & { resumeFile: string }>[] = [
  ...applicationColumns,
  { key: 'resume_file', of: ({ resumeFile }) => resumeFile },
]

/** The folder of the resumes, beside the sheet. */
export const resumesName = 'resumes'

/** The length of the part of an id that its reference tells. */
const toldOfId = 11

export const withResumeFile = (row: ApplicationRow, nameOf: (row: ApplicationRow) => string) =>
  Object.assign(toListed(row), { resumeFile: `${resumesName}/${nameOf(row)}` })

/**
 * @returns what names an application's resume: by its reference, or by the id if two share one.
 *
 * Only the beginnings of ids that share a reference are kept in memory; they are always few.
 */
export async function resumeNames({ read }: Pick<Database, 'read'>) {
  const begin = sql<string>`substr(id, 1, ${sql.lit(toldOfId)})`
  const shared = read
    .selectFrom('application')
    .select(begin.as('begin'))
    .groupBy(begin)
    .having(({ fn }) => fn.countAll(), '>', 1)
  const begins = new Set((await shared.execute()).map((row) => row.begin))
  return ({ id, resume_key, resume_type }: ApplicationRow): string => {
    const name = begins.has(id.slice(0, toldOfId)) ? id : referenceOf(id)
    // An id that somebody wrote into the database may be anything; a key never is.
    const safe = /^[\w-]{14,36}$/.test(name) ? name : resume_key
    return `${safe}.${resumeEnding(resume_type)}`
  }
}
