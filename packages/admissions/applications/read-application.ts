import { type Database } from '@naic/store/database/database.ts'
import { selectLetters, toStoredLetter } from '@naic/store/mail/stored-letters.ts'
import { findSamePerson } from './same-person.ts'
import {
  type ApplicationRow,
  findMeant,
  type ListedApplication,
  toListed,
} from './list-applications.ts'
import { hash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from '@naic/store/files/file-store.ts'
import {
  type Standing,
  standingOf,
  standingsQuery,
} from '@naic/registry/issuing/stored-certificate.ts'
import { keysQuery } from '@naic/registry/keys/registry-keys.ts'

/**
 * Reads everything about one application, without the resume's bytes.
 *
 * @param asked its id or its reference.
 * @returns also its changes, its letters and the certificates that were issued for it, each oldest first.
 */
export async function readApplication(database: Database, asked: string) {
  const [found] = await findMeant(database, asked)
  if (!found) return { state: 'unknown' as const }
  const application = toListed(found)
  const { read, readTogether } = database
  const changed = read
    .selectFrom('status_change')
    .selectAll()
    .where('application_id', '=', application.id)
    .orderBy('number')
  const posted = selectLetters(read)
    .where('about_id', '=', application.id)
    .orderBy('created_at')
    .orderBy('id')
  const kept = read
    .selectFrom('kept_change')
    .selectAll()
    .where('application_id', '=', application.id)
    .orderBy('number')
  const [rows, letterRows, keptRows] = await readTogether([changed, posted, kept])
  const letters = letterRows.map(toLetter)
  const changes = rows.map((row) => ({
    number: row.number,
    /** "note" if the status stayed and somebody added a note. */
    status: row.status,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    note: row.note,
    /** Until then it can be taken back, if it is the newest. */
    settlesAt: row.settles_at,
    /** Null if the applicant was not told. */
    letter: letters.find((letter) => letter.id === row.letter_id) ?? null,
  }))
  const keptChanges = keptRows.map((row) => ({
    number: row.number,
    fact: row.fact,
    from: row.from_value,
    to: row.to_value,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
  }))
  const certificates = (await certificatesFor(database, [application])).get(application.id) ?? []
  const samePerson = await findSamePerson(database, application)
  return {
    state: 'found' as const,
    application,
    changes,
    /** In words; null for nothing. */
    keptChanges,
    letters,
    certificates,
    samePerson,
  }
}

type ApplicationRead = Extract<Awaited<ReturnType<typeof readApplication>>, { state: 'found' }>
export type StatusChange = ApplicationRead['changes'][number]

function toLetter(row: Parameters<typeof toStoredLetter>[0]) {
  const { id, to, subject, state, at, why } = toStoredLetter(row)
  return { id, to: to.address, subject, state, at, why }
}

/**
 * @returns a resume; or why there is none as it was sent.
 * @throws `Unavailable` when it cannot be read now.
 */
export async function readResume(
  files: Pick<FileStore, 'read'>,
  { resume_key: key, resume_sha256: sha256 }: ApplicationRow,
): Promise<Buffer | 'missing' | 'damaged'> {
  const stream = await files.read(key)
  if (!stream) return 'missing'
  const bytes = await buffer(stream)
  return hash('sha256', bytes) === sha256 ? bytes : 'damaged'
}

type IssuedFor = { id: string; state: Standing }
type Referred = Pick<ListedApplication, 'id' | 'reference'>

/** @returns what was issued under the references of applications, by their ids, oldest first. */
async function certificatesFor(
  { read }: Pick<Database, 'read'>,
  applications: readonly Referred[],
): Promise<Map<string, IssuedFor[]>> {
  if (applications.length === 0) return new Map()
  const references = applications.flatMap(({ id, reference }) => [reference, id])
  const query = standingsQuery(read)
    .where('external_reference', 'in', references)
    .orderBy('certificate.log_index')
  const rows = await query.execute()
  const keys = await keysQuery(read).execute()
  return new Map(
    applications.map(({ id, reference }) => {
      const its = rows.filter((row) => [reference, id].includes(row.external_reference ?? ''))
      return [id, its.map((row) => ({ id: row.id, state: standingOf(row, keys) }))]
    }),
  )
}

/** @returns the id of the valid certificate of each application that has one, by the application's. */
export async function standingCertificatesOf(
  database: Pick<Database, 'read'>,
  applications: readonly Referred[],
): Promise<Map<string, string>> {
  const issued = await certificatesFor(database, applications)
  return new Map(
    [...issued].flatMap(([id, its]) => {
      const standing = its.find(({ state }) => state === 'stands')
      return standing ? [[id, standing.id]] : []
    }),
  )
}
