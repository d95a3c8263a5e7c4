import { randomUUID } from 'node:crypto'
import { open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { referenceOf } from '#forms/reference.ts'
import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { saveStream } from '../files/save-stream.ts'
import { csvHeading, csvLine, type SheetColumn } from '../sheets/to-csv.ts'
import { applicationColumns } from './application-columns.ts'
import { type ApplicationFilter, applicationsOf } from './application-filter.ts'
import { openExportFolder, resumeFileName } from './export-folder.ts'
import { type ApplicationRow, type ListedApplication, toListed } from './listed-application.ts'
import { walkApplications } from './walk-applications.ts'

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
