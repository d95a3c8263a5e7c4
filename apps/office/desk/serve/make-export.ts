import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { Readable } from 'node:stream'
import { type AddFile, zipOf } from '#privacy/zip-of.ts'
import {
  applicationColumns,
  type ApplicationRow,
  countOf,
  toListed,
  walkApplications,
  walkByIds,
} from '@naic/admissions/applications/list-applications.ts'
import { readResume } from '@naic/admissions/applications/read-application.ts'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { resumeEnding } from '@naic/admissions/forms/resume.ts'
import { listMessages, messageColumns, walkMessages } from '@naic/admissions/messages/messages.ts'
import { certificateColumns } from '@naic/registry/issuing/find-certificate.ts'
import { searchCertificates, walkCertificates } from '@naic/registry/issuing/search-certificates.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import { makeSheet, type SheetKind, sheetKinds } from '@naic/store/sheets/write-sheet.ts'
import { mostSelected } from '../desk-api.ts'
import type { DeskServices } from './desk-services.ts'
import { type One, readBody } from './read-request.ts'
import { askedList } from './routes/applications.ts'
import { askedCertificates } from './routes/certificates.ts'
import { askedMessages } from './routes/messages.ts'

/** So that the page that has the whole file can still ask how it ended. */
const toldForMs = 60_000

/** Files of all that a list's filter matches, each made while it is sent. */
export function exportRoutes(api: FastifyInstance, services: DeskServices): void {
  const toKeep = { config: { right: 'keep' } } as const
  const underWay = new Map<string, ExportProgress>()

  api.post('/api/exports', toKeep, async ({ body, person }, reply) => {
    const asked = readBody(askedExport, body)
    const progress: ExportProgress = { what: 'rows', done: 0, total: 0, missing: 0 }
    const made = await makeExport(services, asked, progress, person.name)
    underWay.set(asked.id, progress)
    made.once('close', () => setTimeout(() => underWay.delete(asked.id), toldForMs).unref())
    return reply.type('application/octet-stream').send(made)
  })
  api.get<One>('/api/exports/:id', toKeep, ({ params }) => underWay.get(params.id) ?? null)
}

const askedExport = v.object({
  /** By which its progress is asked for. */
  id: v.pipe(v.string(), v.uuid()),
  of: v.picklist(['applications', 'messages', 'certificates']),
  /** What the list was asked for. */
  query: v.string(),
  /** Those applications alone, in place of the query. */
  ids: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(mostSelected))),
  /** Of the sheet of applications, by their keys; undefined for all. */
  columns: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  kind: v.picklist(sheetKinds),
  withResumes: v.boolean(),
})
export type AskedExport = v.InferOutput<typeof askedExport>

/** `missing`: how many resumes it is without. */
export type ExportProgress = {
  what: 'rows' | 'resumes'
  done: number
  total: number
  missing: number
}

/**
 * Enters the export into the journal, then makes it, and keeps `progress` up to date.
 *
 * @returns the sheet, or a ZIP of it and the resumes; it fails in the middle if something cannot be read.
 */
export async function makeExport(
  services: DeskServices,
  asked: AskedExport,
  progress: ExportProgress,
  who: string,
): Promise<Readable> {
  const table = await openTable(services, asked)
  progress.total = table.total
  const how = [
    `${table.total}${asked.ids ? ' selected' : ''}`,
    ...(asked.withResumes ? ['with resumes'] : []),
    `as ${asked.kind}`,
    ...(table.by.length > 0 ? [`filtered by ${table.by.join(' and ')}`] : []),
  ]
  const deed = { did: `${asked.of} export`, detail: how.join(', ') } as const
  await services.database.write((transaction) => enterDeed(transaction, who, deed, new Date()))
  return table.open(progress)
}

type Table = {
  total: number
  by: string[]
  open: (progress: ExportProgress) => Readable | Promise<Readable>
}

async function openTable(services: DeskServices, asked: AskedExport): Promise<Table> {
  const { database } = services
  const { of, ids, kind } = asked
  const query = Object.fromEntries(new URLSearchParams(asked.query))
  if (of === 'messages') {
    const filter = askedMessages(query)
    const { total } = await listMessages(database, filter, justCounted)
    const open = sheetOf(kind, 'Messages', messageColumns, () => walkMessages(database, filter))
    return { total, by: namesIn(filter), open }
  }
  if (of === 'certificates') {
    const filter = askedCertificates(query)
    const registry = await services.registry()
    const { total } = await searchCertificates(registry, filter, justCounted)
    const pages = () => walkCertificates(registry, filter)
    return {
      total,
      by: namesIn(filter),
      open: sheetOf(kind, 'Certificates', certificateColumns, pages),
    }
  }
  const { filter } = askedList(query)
  return {
    total: ids ? ids.length : await countOf(database, filter),
    by: ids ? [] : namesIn(filter),
    open: (progress) => {
      const pages = ids ? walkByIds(database, ids) : walkApplications(database, filter)
      return applicationsIn(services, asked, pages, progress)
    },
  }
}

const justCounted = { page: 1, perPage: 1 }

const namesIn = (filter: object) =>
  Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))

const sheetOf =
  <Row>(
    kind: SheetKind,
    name: string,
    columns: readonly SheetColumn<Row>[],
    pages: () => AsyncIterable<Row[]>,
  ) =>
  (progress: ExportProgress): Readable => {
    async function* rows() {
      for await (const page of pages()) {
        yield* page
        progress.done += page.length
      }
    }
    return Readable.from(makeSheet(kind, name, rows(), columns))
  }

async function applicationsIn(
  services: DeskServices,
  { kind, columns: wanted, withResumes }: AskedExport,
  pages: AsyncIterable<ApplicationRow[]>,
  progress: ExportProgress,
): Promise<Readable> {
  const byKey = new Map(applicationColumns.map((column) => [column.key, column]))
  // Who chose them reads the sheet; programs go by the keys of all.
  const columns = wanted
    ? wanted.flatMap((key) => {
        const column = byKey.get(key)
        return column ? [{ ...column, key: column.title }] : []
      })
    : applicationColumns
  const name = 'Applications'
  if (!withResumes) {
    const listed = async function* () {
      for await (const rows of pages) yield rows.map(toListed)
    }
    return sheetOf(kind, name, columns, listed)(progress)
  }
  /** By id: the resumes are those of the sheet, whatever changes meanwhile. */
  const resumes = new Map<string, string>()
  const references = new Set<string>()
  const listed = async function* () {
    for await (const rows of pages) {
      yield rows.map((row) => {
        const resumeFile = fileOf(row, references.has(referenceOf(row.id)))
        references.add(referenceOf(row.id))
        resumes.set(row.id, resumeFile)
        return Object.assign(toListed(row), { resumeFile })
      })
    }
  }
  const resumeColumn: SheetColumn<{ resumeFile: string }> = {
    key: 'resume_file',
    of: ({ resumeFile }) => resumeFile,
  }
  const sheet = sheetOf(kind, name, [...columns, resumeColumn], listed)(progress)
  return zipOf(new Date(), async (add) => {
    await add(`applications.${kind}`, sheet)
    Object.assign(progress, { what: 'resumes', done: 0, total: resumes.size })
    const missing = await addResumes(services, resumes, progress, add)
    if (missing.length > 0) await add('missing.txt', Readable.from([`${missing.join('\n')}\n`]))
  })
}

/** @returns where an application's resume is, named by the reference, or by the id if another has that. */
function fileOf({ id, resume_key, resume_type }: ApplicationRow, isTaken: boolean): string {
  const name = isTaken ? id : referenceOf(id)
  // An id that somebody wrote into the database may be anything; a key never is.
  const safe = /^[\w-]{14,36}$/.test(name) ? name : resume_key
  return `resumes/${safe}.${resumeEnding(resume_type)}`
}

/** How many are read together; a remote store takes its time for each. */
const atOnce = 3

/** @param named where each goes, by the application's id. @returns a line about each that is not there. */
async function addResumes(
  { database, files }: DeskServices,
  named: ReadonlyMap<string, string>,
  progress: ExportProgress,
  add: AddFile,
): Promise<string[]> {
  async function* rows() {
    for await (const page of walkByIds(database, [...named.keys()])) yield* page
  }
  const resumes = Readable.from(rows()).map(
    async (row: ApplicationRow) => ({ row, read: await readResume(files, row) }),
    { concurrency: atOnce },
  )
  const missing: string[] = []
  for await (const { row, read } of resumes as AsyncIterable<Resume>) {
    if (typeof read === 'string') {
      missing.push(`${referenceOf(row.id)} (${row.name}): ${whyNot[read]}`)
      progress.missing += 1
    } else {
      await add(named.get(row.id) ?? row.id, Readable.from([read]), { compress: false })
    }
    progress.done += 1
  }
  const gone = named.size - progress.done
  if (gone > 0) missing.push(`${gone} were removed while this was being made.`)
  progress.missing += gone
  return missing
}

type Resume = { row: ApplicationRow; read: Awaited<ReturnType<typeof readResume>> }

const whyNot = {
  missing: 'the resume is missing where resumes are kept.',
  damaged: 'the resume is not as it was sent.',
}
