import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
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
import { Refusal } from '@naic/house/web/refusal.ts'
import type { Right } from '#staff/roles.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import { makeSheet, type SheetKind, sheetKinds } from '@naic/store/sheets/write-sheet.ts'
import { type Exported, mostSelected, rightsToExport } from '../desk-api.ts'
import type { DeskServices } from './desk-services.ts'
import { actionsFor, type One } from './read-request.ts'
import { askedList } from './routes/applications.ts'
import { askedCertificates } from './routes/certificates.ts'
import { askedMessages } from './routes/messages.ts'

/** For so long a file can be taken, and asked how it ended once it is. */
const knownForMs = 60_000

/**
 * Files of all that a list's filter matches. Whoever asks for one gets a ticket, which is good once, so that the
 * browser takes the file as it takes any; it is made while it is sent.
 */
export function exportRoutes(api: FastifyInstance, services: DeskServices): void {
  const toTake = { config: { right: ['keep', 'issue'] } } as const
  const asked = new Map<string, Export & { rights: readonly Right[]; who: string }>()
  const forgetLater = (id: string) => {
    const forget = () => asked.get(id)?.progress.state === 'goes' || asked.delete(id)
    setTimeout(forget, knownForMs).unref()
  }
  const ticketOf = ({ params: { id }, person }: FastifyRequest<One>) => {
    const ticket = asked.get(id)
    // Whoever asked for it may have another role by now, such as an issuer, who takes other files here.
    const mayHave = ticket?.rights.some((right) => person.rights.includes(right))
    if (mayHave && ticket?.who === person.name) return ticket
    throw new Refusal(404, 'There is no such file now. Please begin again.')
  }

  for (const of of Object.keys(rightsToExport) as Exported[]) {
    const rights = rightsToExport[of]
    const act = actionsFor(api, services, rights)
    act(`/api/exports/${of}`, askedExport, async (_, wanted, { who }): Promise<ExportTicket> => {
      const id = randomUUID()
      const made = await prepareExport(services, { ...wanted, of }, who)
      asked.set(id, { ...made, rights, who })
      forgetLater(id)
      return { id, file: made.file }
    })
  }
  api.get<One>('/api/exports/:id', toTake, async (request, reply) => {
    const { file, open, progress } = ticketOf(request)
    if (progress.state !== 'waits') throw new Refusal(410, 'It was taken. Please begin again.')
    progress.state = 'goes'
    const sent = open()
    sent.once('close', () => {
      progress.state = sent.readableEnded ? 'whole' : 'cut off'
      forgetLater(request.params.id)
    })
    reply.header('Content-Disposition', `attachment; filename="${file}"`)
    return reply.type('application/octet-stream').send(sent)
  })
  api.get<One>('/api/exports/:id/progress', toTake, (request) => ticketOf(request).progress)
}

const askedExport = v.object({
  /** What the list was asked for. */
  query: v.string(),
  /** Those applications alone, in place of the query. */
  ids: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(mostSelected))),
  /** Of the sheet of applications, by their keys; undefined for all. */
  columns: v.optional(v.pipe(v.array(v.string()), v.minLength(1))),
  /** Of the sheet of applications; all others are workbooks. */
  kind: v.optional(v.picklist(sheetKinds), 'xlsx'),
  withResumes: v.optional(v.boolean(), false),
})
type AskedExport = v.InferOutput<typeof askedExport> & { of: Exported }

/** `missing`: how many resumes it is without. */
export type ExportProgress = {
  state: 'waits' | 'goes' | 'whole' | 'cut off'
  what: 'rows' | 'resumes'
  done: number
  total: number
  missing: number
}

/** With which the browser takes a file, once. */
export type ExportTicket = { id: string; file: string }

type Export = {
  /** Its name. */
  file: string
  progress: ExportProgress
  /** It fails in the middle if something cannot be read. */
  open: () => Readable
}

/** Enters an export into the journal. @returns the sheet, or a ZIP of it and the resumes, which is not made yet. */
export async function prepareExport(
  services: DeskServices,
  asked: AskedExport,
  who: string,
): Promise<Export> {
  const { of, kind, withResumes } = asked
  const { total, filter, open } = await openTable(services, asked)
  const by = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : name))
  const how = [
    `${total}${asked.ids ? ' selected' : ''}`,
    ...(withResumes ? ['with resumes'] : []),
    `as ${kind}`,
    ...(by.length > 0 ? [`filtered by ${by.join(' and ')}`] : []),
  ]
  const deed = { did: `${of} export`, detail: how.join(', ') } as const
  await services.database.write((transaction) => enterDeed(transaction, who, deed, new Date()))
  const progress: ExportProgress = { state: 'waits', what: 'rows', done: 0, total, missing: 0 }
  return { file: `${of}.${withResumes ? 'zip' : kind}`, progress, open: () => open(progress) }
}

type Table = {
  total: number
  filter: object
  open: (progress: ExportProgress) => Readable
}

async function openTable(services: DeskServices, asked: AskedExport): Promise<Table> {
  const { database } = services
  const { of, ids, kind } = asked
  const query = Object.fromEntries(new URLSearchParams(asked.query))
  if (of === 'messages') {
    const filter = askedMessages(query)
    const { total } = await listMessages(database, filter, justCounted)
    const pages = walkMessages(database, filter)
    return { total, filter, open: sheetOf(kind, 'Messages', messageColumns, pages) }
  }
  if (of === 'certificates') {
    const filter = askedCertificates(query)
    const registry = await services.registry()
    const { total } = await searchCertificates(registry, filter, justCounted)
    const pages = walkCertificates(registry, filter)
    return { total, filter, open: sheetOf(kind, 'Certificates', certificateColumns, pages) }
  }
  const { filter } = askedList(query)
  return {
    total: ids ? ids.length : await countOf(database, filter),
    filter: ids ? {} : filter,
    open: applicationsIn(
      services,
      asked,
      ids ? walkByIds(database, ids) : walkApplications(database, filter),
    ),
  }
}

const justCounted = { page: 1, perPage: 1 }

const sheetOf =
  <Row>(
    kind: SheetKind,
    name: string,
    columns: readonly SheetColumn<Row>[],
    pages: AsyncIterable<Row[]>,
  ) =>
  (progress: ExportProgress): Readable => {
    async function* rows() {
      for await (const page of pages) {
        yield* page
        progress.done += page.length
      }
    }
    return Readable.from(makeSheet(kind, name, rows(), columns))
  }

function applicationsIn(
  services: DeskServices,
  { kind, columns: wanted, withResumes }: AskedExport,
  pages: AsyncIterable<ApplicationRow[]>,
): Table['open'] {
  // Who chose them reads the sheet; programs go by the keys of all.
  const titled = (key: string) =>
    applicationColumns.flatMap((column) =>
      column.key === key ? { ...column, key: column.title } : [],
    )
  const columns = wanted ? wanted.flatMap(titled) : applicationColumns
  /** By id: the resumes are those of the sheet, whatever changes meanwhile. */
  const resumes = new Map<string, string>()
  const taken = new Set<string>()
  async function* listed() {
    for await (const rows of pages) {
      for (const row of rows) resumes.set(row.id, fileOf(row, taken))
      yield rows.map(toListed)
    }
  }
  if (!withResumes) return sheetOf(kind, 'Applications', columns, listed())
  const resumeColumn: SheetColumn<{ id: string }> = {
    key: 'resume_file',
    of: ({ id }) => resumes.get(id) ?? null,
  }
  const open = sheetOf(kind, 'Applications', [...columns, resumeColumn], listed())
  return (progress) =>
    zipOf(new Date(), async (add) => {
      await add(`applications.${kind}`, open(progress))
      Object.assign(progress, { what: 'resumes', done: 0, total: resumes.size })
      const missing = await addResumes(services, resumes, progress, add)
      if (missing.length > 0) await add('missing.txt', Readable.from([`${missing.join('\n')}\n`]))
    })
}

/**
 * @param taken references that others have, to which this one's is added.
 * @returns where an application's resume is, named by the reference, or by the id if another has that.
 */
function fileOf({ id, resume_key, resume_type }: ApplicationRow, taken: Set<string>): string {
  const reference = referenceOf(id)
  const name = taken.has(reference) ? id : reference
  taken.add(reference)
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
