import { chmod, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { resumeEnding } from '#forms/resume.ts'
import { referenceOf } from '#forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import type { FileStore } from '@naic/store/files/file-store.ts'
import { isUnfinished, removeUnfinished } from '@naic/store/files/durable-file.ts'
import { saveStream, writeNewFile } from '@naic/store/files/write-new-file.ts'
import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import { type SheetKind, sheetKinds, writeSheet } from '@naic/store/sheets/write-sheet.ts'
import {
  applicationColumns,
  type ApplicationRow,
  type ListedApplication,
  toListed,
  walkApplications,
} from './list-applications.ts'
import { type ApplicationFilter, countOf } from './application-filter.ts'

type Sources = { database: Database; files: FileStore }

export type Exported = {
  state: 'exported'
  applications: number
  /** Resumes that were written now, and that were there already. */
  written: number
  kept: number
  /** Resumes that the store does not have, or not as they were sent. */
  missing: MissingResume[]
}
type MissingResume = { reference: string; id: string; why: 'missing' | 'damaged' }

export const exportColumns: readonly SheetColumn<ListedApplication & { resumeFile: string }>[] = [
  ...applicationColumns,
  { key: 'resume_file', of: ({ resumeFile }) => resumeFile },
]

/**
 * Writes the applications of a filter as a sheet, and each resume as a file named by
 * its reference, or by the id if two share one. A folder of an earlier export gets what it lacks, and
 * its sheet is written again.
 *
 * @param tell how many applications are done, and how many there are.
 * @returns "not ours" if the folder has a file that no export has written; then nothing was done.
 * @throws `Unavailable` when rows or files cannot be read now; what the disk says.
 */
export async function exportApplications(
  sources: Sources,
  filter: ApplicationFilter,
  { folder, sheet }: { folder: string; sheet: SheetKind },
  tell: (done: number, total: number) => void = () => undefined,
): Promise<Exported | { state: 'not ours'; found: string }> {
  const opened = await openExportFolder(folder)
  if ('found' in opened) return { state: 'not ours', ...opened }
  const { resumes } = opened
  const { database } = sources
  const total = await count(database, filter)
  const nameOf = await resumeNames(database)
  const exported: Exported = {
    state: 'exported',
    applications: 0,
    written: 0,
    kept: 0,
    missing: [],
  }

  async function* withTheirResumes() {
    for await (const rows of walkApplications(database, filter)) {
      yield* rows.map((row) => withResumeFile(row, nameOf))
      await inParallel(rows, async (row) => {
        await exportResume(sources, row, path.join(resumes, nameOf(row)), exported)
        exported.applications += 1
        tell(exported.applications, Math.max(total, exported.applications))
      })
    }
  }
  const table = path.join(folder, `${tableName}.${sheet}`)
  await writeNewFile(table, true, (to) =>
    writeSheet(to, sheet, {
      name: 'Applications',
      rows: withTheirResumes(),
      columns: exportColumns,
    }),
  )
  return exported
}

/** The folder of the resumes, beside the sheet. */
export const resumesName = 'resumes'

async function count({ read }: Pick<Database, 'read'>, filter: ApplicationFilter): Promise<number> {
  const row = await countOf(read, filter).executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** The length of the part of an id that its reference tells. */
const toldOfId = 11

export const withResumeFile = (row: ApplicationRow, nameOf: (row: ApplicationRow) => string) =>
  Object.assign(toListed(row), { resumeFile: `${resumesName}/${nameOf(row)}` })

/**
 * @returns what names an application's resume: by its reference, or by the id if two share one.
 *
 * Only the beginnings of ids that share a reference are kept in memory; they are always few.
 */
export async function resumeNames({
  read,
}: Pick<Database, 'read'>): Promise<(row: ApplicationRow) => string> {
  const begin = sql<string>`substr(id, 1, ${sql.lit(toldOfId)})`
  const shared = read
    .selectFrom('application')
    .select(begin.as('begin'))
    .groupBy(begin)
    .having(({ fn }) => fn.countAll(), '>', 1)
  const begins = new Set((await shared.execute()).map((row) => row.begin))
  return ({ id, resume_key, resume_type }) => {
    const name = begins.has(id.slice(0, toldOfId)) ? id : referenceOf(id)
    // An id that somebody wrote into the database may be anything; a key never is.
    const safe = /^[\w-]{14,36}$/.test(name) ? name : resume_key
    return `${safe}.${resumeEnding(resume_type)}`
  }
}

async function exportResume(
  { files }: Sources,
  row: ApplicationRow,
  file: string,
  exported: Exported,
): Promise<void> {
  const facts = await stat(file).catch(() => undefined)
  if (facts?.size === row.resume_bytes) {
    exported.kept += 1
    return
  }
  const bytes = await files.read(row.resume_key)
  const saved = bytes
    ? await saveStream(bytes, file, { sha256: row.resume_sha256, mayReplace: true })
    : 'missing'
  if (saved === 'saved') exported.written += 1
  else {
    const why = saved === 'missing' ? saved : 'damaged'
    exported.missing.push({ reference: referenceOf(row.id), id: row.id, why })
  }
}

/** How many resumes are under way together; a remote store takes its time for each. */
const atOnce = 6

async function inParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const worker = async () => {
    for (const item of waiting) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

const tableName = 'applications'
const resumeName = /^(NAIC-[0-9A-Z]{4}-[0-9A-Z]{4}|[0-9a-f-]{36})\.(pdf|doc|docx|bin)$/

/** Makes the folder, and removes what an export that was stopped left in it. */
async function openExportFolder(folder: string): Promise<{ resumes: string } | { found: string }> {
  const resumes = path.join(folder, resumesName)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const beside = await strangeIn(folder, (name) =>
    [resumesName, ...sheetKinds.map((kind) => `${tableName}.${kind}`)].includes(name),
  )
  if (beside !== undefined) return { found: beside }
  const facts = await lstat(resumes).catch(() => undefined)
  if (facts && !facts.isDirectory()) return { found: resumesName }
  await mkdir(resumes, { recursive: true, mode: 0o700 })
  const within = await strangeIn(resumes, (name) => resumeName.test(name))
  if (within !== undefined) return { found: path.join(resumesName, within) }
  for (const each of [folder, resumes]) {
    await removeUnfinished(each)
    await chmod(each, 0o700)
  }
  return { resumes }
}

/** @returns a name that no export has written. */
async function strangeIn(folder: string, isOurs: (name: string) => boolean) {
  const names = await readdir(folder)
  return names.find((name) => !isOurs(name) && !isUnfinished(name))
}
