import { randomUUID } from 'node:crypto'
import { chmod, lstat, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { referenceOf } from '#forms/reference.ts'
import type { Database } from '@naic/platform/database/database.ts'
import type { FileStore } from '@naic/platform/files/file-store.ts'
import { saveStream } from '@naic/platform/files/save-stream.ts'
import { csvHeading, csvLine, type SheetColumn } from '@naic/platform/sheets/to-csv.ts'
import { applicationColumns } from './application-columns.ts'
import { type ApplicationFilter, applicationsOf } from './application-filter.ts'
import {
  type ApplicationRow,
  type ListedApplication,
  toListed,
  walkApplications,
} from './list-applications.ts'

type Sources = { database: Database; files: FileStore }

export type Exported = {
  state: 'exported'
  applications: number
  /** Resumes that were written now, and that were there already. */
  written: number
  kept: number
  /** Of resumes that the store has not, or not as they were sent. */
  missing: { reference: string; id: string; why: 'missing' | 'damaged' }[]
}

const exportColumns: readonly SheetColumn<ListedApplication & { resumeFile: string }>[] = [
  ...applicationColumns,
  { key: 'resume_file', of: ({ resumeFile }) => resumeFile },
]

/** Resumes that are under way together; a store elsewhere takes its time for each. */
const atOnce = 6

/**
 * Writes the applications that are meant as a CSV for spreadsheets, and each resume as a file called by
 * its reference, or by the id where two share one. The same folder again gets what it has not; the CSV is
 * written anew.
 *
 * @param tell how many applications are done, and how many there are.
 * @throws `Unavailable` where rows or files cannot be had now; what the disk says.
 */
export async function exportApplications(
  sources: Sources,
  filter: ApplicationFilter,
  folder: string,
  tell: (done: number, total: number) => void = () => undefined,
): Promise<Exported | { state: 'not ours'; found: string }> {
  const opened = await openExportFolder(folder)
  if (opened.state !== 'open') return opened
  const { table, resumes } = opened.folder
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

  const unfinished = `${table}.${randomUUID()}.tmp`
  const sheet = await open(unfinished, 'wx', 0o600)
  try {
    await sheet.write(csvHeading(exportColumns))
    for await (const rows of walkApplications(database, filter)) {
      const lines = rows.map((row) => {
        const exportable = { ...toListed(row), resumeFile: `resumes/${nameOf(row)}` }
        return csvLine(exportable, exportColumns)
      })
      await sheet.write(lines.join(''))
      await inParallel(rows, async (row) => {
        await saveResume(sources, row, path.join(resumes, nameOf(row)), exported)
        exported.applications += 1
        tell(exported.applications, Math.max(total, exported.applications))
      })
    }
    await sheet.close()
    await rename(unfinished, table)
  } finally {
    await sheet.close().catch(() => undefined)
    await rm(unfinished, { force: true })
  }
  return exported
}

async function count({ build, read }: Database, filter: ApplicationFilter): Promise<number> {
  const query = applicationsOf(build, filter).select(({ fn }) => fn.countAll<number>().as('count'))
  const [row] = await read(query.compile())
  return row?.count ?? 0
}

/** How long the part of an id is that its reference says. */
const saidOfId = 11

/** References that several share are so few that they fit into memory, of however many. */
async function resumeNames({ build, read }: Database): Promise<(row: ApplicationRow) => string> {
  const begin = sql<string>`substr(id, 1, ${sql.lit(saidOfId)})`
  const shared = build
    .selectFrom('application')
    .select(begin.as('begin'))
    .groupBy(begin)
    .having(({ fn }) => fn.countAll(), '>', 1)
  const begins = new Set((await read(shared.compile())).map((row) => row.begin))
  return ({ id, resume_key, resume_type }) => {
    const name = begins.has(id.slice(0, saidOfId)) ? id : referenceOf(id)
    // An id that a hand has put there may be anything; a key never is.
    return resumeFileName(/^[\w-]{14,36}$/.test(name) ? name : resume_key, resume_type)
  }
}

async function saveResume(
  { files }: Sources,
  row: ApplicationRow,
  file: string,
  exported: Exported,
): Promise<void> {
  const there = await stat(file).catch(() => undefined)
  if (there?.size === row.resume_bytes) {
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

/** A folder that applications are exported to, for its owner alone. */
type ExportFolder = { table: string; resumes: string }

const tableName = 'applications.csv'
const resumesName = 'resumes'

/** What a stopped leaves, which the next one removes. */
const unfinished = /\.[0-9a-f-]{36}\.tmp$/
const ofResume = /^(NAIC-[0-9A-Z]{4}-[0-9A-Z]{4}|[0-9a-f-]{36})\.(pdf|doc|docx|bin)$/

/**
 * Makes the folder where there is none.
 *
 * @returns what is in it that no has made; then nothing of it was touched.
 * @throws what the disk says.
 */
async function openExportFolder(
  folder: string,
): Promise<{ state: 'open'; folder: ExportFolder } | { state: 'not ours'; found: string }> {
  const resumes = path.join(folder, resumesName)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const above = await lookInto(folder, (name) => [tableName, resumesName].includes(name))
  if (above.strange !== undefined) return { state: 'not ours', found: above.strange }
  const there = await lstat(resumes).catch(() => undefined)
  if (there && !there.isDirectory()) return { state: 'not ours', found: resumesName }
  await mkdir(resumes, { recursive: true, mode: 0o700 })
  const within = await lookInto(resumes, (name) => ofResume.test(name))
  if (within.strange !== undefined) {
    return { state: 'not ours', found: path.join(resumesName, within.strange) }
  }
  for (const file of [...above.unfinished, ...within.unfinished]) await rm(file, { force: true })
  for (const each of [folder, resumes]) await chmod(each, 0o700)
  return { state: 'open', folder: { table: path.join(folder, tableName), resumes } }
}

/** One name after the other: there may be as many as there are applications. */
async function lookInto(folder: string, isOurs: (name: string) => boolean) {
  const left: string[] = []
  for await (const { name } of await opendir(folder)) {
    if (unfinished.test(name)) left.push(path.join(folder, name))
    else if (!isOurs(name)) return { strange: name, unfinished: left }
  }
  return { strange: undefined, unfinished: left }
}

const endings = new Map([
  ['application/pdf', 'pdf'],
  ['application/msword', 'doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
])

/**
 * @param name a reference or an id: what an applicant called the file names none here.
 * @param type of the resume, as its bytes were looked at.
 */
const resumeFileName = (name: string, type: string): string =>
  `${name}.${endings.get(type) ?? 'bin'}`
