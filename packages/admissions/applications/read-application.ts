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
import { standingOf, standingsQuery } from '@naic/registry/issuing/stored-certificate.ts'
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
  const { id } = application
  const { read, readTogether } = database
  const changed = read
    .selectFrom('status_change')
    // The status is "note" if it stayed and somebody added a note.
    .select(['number', 'status', 'changed_at as changedAt', 'changed_by as changedBy'])
    .select(['note', 'letter_id'])
    .where('application_id', '=', id)
    .orderBy('number')
  const posted = selectLetters(read).where('about_id', '=', id).orderBy('created_at').orderBy('id')
  const kept = read
    .selectFrom('kept_change')
    .select(['number', 'fact', 'from_value as from', 'to_value as to'])
    .select(['changed_at as changedAt', 'changed_by as changedBy'])
    .where('application_id', '=', id)
    .orderBy('number')
  const [rows, letterRows, keptChanges] = await readTogether([changed, posted, kept])
  const letters = letterRows.map(toLetter)
  const changes = rows.map(({ number, status, changedAt, changedBy, note, letter_id }) => {
    /** Null if the applicant was not told. */
    const letter = letters.find((one) => one.id === letter_id) ?? null
    return { number, status, changedAt, changedBy, note, letter }
  })
  const certificates = await certificatesFor(database, [application])
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

/** @returns what was issued under the references of applications, oldest first. */
async function certificatesFor(
  { read }: Pick<Database, 'read'>,
  applications: readonly ListedApplication[],
) {
  if (applications.length === 0) return []
  const references = applications.flatMap(({ id, reference }) => [reference, id])
  const query = standingsQuery(read)
    .where('external_reference', 'in', references)
    .orderBy('certificate.log_index')
  const rows = await query.execute()
  const keys = await keysQuery(read).execute()
  return rows.map((row) => {
    return { id: row.id, under: row.external_reference, state: standingOf(row, keys) }
  })
}

/** @returns the valid certificates that say of completed applications that they are, by the ids of these. */
export async function certificatesBehind(
  database: Pick<Database, 'read'>,
  applications: readonly ListedApplication[],
): Promise<Map<string, string>> {
  const completed = applications.filter(({ status }) => status === 'completed')
  const issued = await certificatesFor(database, completed)
  return new Map(
    completed.flatMap(({ id, reference }) => {
      const valid = issued.find(
        ({ under, state }) => state === 'stands' && (under === reference || under === id),
      )
      return valid ? [[id, valid.id]] : []
    }),
  )
}
