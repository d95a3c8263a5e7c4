import type { Readable } from 'node:stream'
import organisation from '@naic/content/organisation.json' with { type: 'json' }
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { Config } from '@naic/house/config.ts'
import type { Registry } from '@naic/registry/registry.ts'
import type { FileStore } from '@naic/store/files/file-store.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { compose, messageOf } from '@naic/store/mail/compose.ts'
import { letterIn } from '@naic/store/mail/letter-queue.ts'
import { dayInIndia } from '@naic/store/sheets/indian-day.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
import { findCertificatesOf } from './find-certificates.ts'
import { type Asked, findHeldBy, findPerson, type Nobody, nothingUnder } from './find-person.ts'
import { certificateFileOf, type PersonHeld, personPage, resumeFileOf } from './show-person.ts'
import { zipOf } from './zip-of.ts'

/**
 * Collects all that we hold of a person, once the journal says what becomes of it: that names the reference if
 * there is only one, and never a person. A reference means the person who sent it, with all that has the same
 * email address.
 *
 * @param deed.how such as "shown".
 * @returns or why that is nothing, in a sentence.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function openPerson(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  asked: Asked,
  own: Pick<Config, 'staffEmail' | 'mailFrom'>,
  { who, how, now }: { who: string; how: string; now: Date },
): Promise<PersonHeld | Nobody> {
  const { database } = registry
  const person = await findPerson(database, asked, own)
  if (person.state === 'nobody') return person
  const { addresses } = person
  // A trace of an application or message has none.
  const held = addresses.length > 0 ? await findHeldBy(database, addresses) : person.held
  const certificates = await findCertificatesOf(registry, { held, addresses })
  const [id, ...others] = held.ids
  const { application, contact_message, letter } = held.rows
  if (id === undefined && letter.length === 0 && certificates.length === 0) {
    return { state: 'nobody', detail: nothingUnder(asked) }
  }
  const subject = id !== undefined && others.length === 0 ? referenceOf(id) : undefined
  const detail = [
    counted(application.length, 'application'),
    counted(contact_message.length, 'message'),
    counted(letter.length, 'letter'),
    counted(certificates.length, 'certificate'),
    how,
  ].join(', ')
  await database.write((transaction) =>
    enterDeed(transaction, who, { did: 'person', subject, detail }, now),
  )
  return { held, certificates, addresses, day: dayInIndia(now) }
}

/**
 * A page to read, the rows for programs, resumes, letters and certificates. Resumes pass through and are never in
 * memory whole.
 *
 * @param places the resumes, and whom our letters are from.
 * @returns `missing`: names in it of resumes that are missing, once it is read.
 */
export function personArchive(
  person: PersonHeld,
  { files, mailFrom }: { files: Pick<FileStore, 'read'> } & Pick<Config, 'mailFrom'>,
): { zip: Readable; missing: string[] } {
  const { application, letter } = person.held.rows
  const from = { name: organisation.name, address: mailFrom }
  const missing: string[] = []
  const json = (content: unknown) => Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`)
  const zip = zipOf(new Date(), async (add) => {
    await add('your-data.html', Buffer.from(personPage(person)))
    await add('your-data.json', json(forPrograms(person)))
    for (const row of letter) {
      if (row.to_address === '') continue
      const bytes = { ...compose(letterIn(row), from), date: new Date(row.created_at) }
      await add(`letters/${fileNameOf(row.id)}.eml`, await messageOf(bytes))
    }
    for (const { id, credential } of person.certificates) {
      if (credential) await add(certificateFileOf(id), json(credential))
    }
    for (const row of application) {
      const bytes = await files.read(row.resume_key)
      if (bytes) await add(resumeFileOf(row), bytes)
      else missing.push(resumeFileOf(row))
    }
  })
  return { zip, missing }
}

/** Our own ids stay as they are; no other id may name another place in the zip. */
const fileNameOf = (id: string) => id.replaceAll(/[^\w-]/g, '_')

/** @returns the rows as they are kept, whatever tables there are, but for letters, which are files beside it. */
export function forPrograms({ held, certificates, ...under }: PersonHeld) {
  const rows = Object.entries(held.rows).map(
    ([table, kept]) => [table, kept.filter(isTheirs).map(withoutOurs)] as const,
  )
  const shown = rows.filter(([table, kept]) => table !== 'letter' && kept.length > 0)
  return {
    council: organisation.name,
    ...under,
    ...Object.fromEntries(shown),
    certificates: certificates.map(({ by: _by, ...certificate }) => certificate),
  }
}

/** Who of the staff has it is about them. */
const isTheirs = (row: object) => !('fact' in row && row.fact === 'assignee')

/** Columns that mean something to the program alone, beside those that name somebody of the staff. */
const ours = new Set(['assignee', 'changes', 'letter_id', 'resume_key', 'searched', 'settles_at'])

const withoutOurs = (row: object) =>
  Object.fromEntries(
    Object.entries(row).filter(([column]) => !column.endsWith('_by') && !ours.has(column)),
  )
