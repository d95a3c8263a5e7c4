import type { Readable } from 'node:stream'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { Database } from '@naic/store/database/database.ts'
import type { FileStore } from '@naic/store/files/file-store.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { letterIn } from '@naic/store/mail/letter-queue.ts'
import { compose, messageOf } from '@naic/store/mail/compose.ts'
import type { Mailbox } from '@naic/store/mail/mailer.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
import { certificateFileOf, type Collected, resumeFileOf } from './collect-person.ts'
import { personPage } from './show-person.ts'
import { zipOf } from './zip-of.ts'

/** Where the resumes are, and whom our letters are from. */
type Sources = { files: Pick<FileStore, 'read'>; from: Mailbox }

/**
 * A page to read, the same for programs, resumes, letters and certificates. Resumes pass through and are never
 * in memory whole.
 *
 * @returns `missing`: names in it of resumes that are missing, once it is read.
 */
export function personArchive(
  { data, held, certificates }: Collected,
  { files, from }: Sources,
  now: Date,
): { zip: Readable; missing: string[] } {
  const missing: string[] = []
  const json = (content: unknown) => Buffer.from(`${JSON.stringify(content, undefined, 2)}\n`)
  const zip = zipOf(now, async (add) => {
    await add('your-data.html', Buffer.from(personPage(data)))
    await add('your-data.json', json(data))
    for (const row of held.rows.letter) {
      if (row.to_address === '') continue
      const bytes = { ...compose(letterIn(row), from), date: new Date(row.created_at) }
      await add(`letters/${fileNameOf(row.id)}.eml`, await messageOf(bytes))
    }
    for (const { id, credential } of certificates) {
      if (credential) await add(certificateFileOf(id), json(credential))
    }
    for (const row of held.rows.application) {
      const bytes = await files.read(row.resume_key)
      if (bytes) await add(resumeFileOf(row), bytes)
      else missing.push(resumeFileOf(row))
    }
  })
  return { zip, missing }
}

/** Our own ids stay as they are; no other id may name another place in the zip. */
const fileNameOf = (id: string) => id.replaceAll(/[^\w-]/g, '_')

/**
 * Enters into the journal that a person's data was handed over. It names the reference if there is only
 * one, and never a person.
 *
 * @param how such as "shown".
 */
export async function enterHandOver(
  database: Database,
  { held, certificates }: Collected,
  { who, how, now }: { who: string; how: string; now: Date },
): Promise<void> {
  const [id, ...others] = held.ids
  const subject = id !== undefined && others.length === 0 ? referenceOf(id) : undefined
  const detail = [
    counted(held.rows.application.length, 'application'),
    counted(held.rows.contact_message.length, 'message'),
    counted(held.rows.letter.length, 'letter'),
    counted(certificates.length, 'certificate'),
    how,
  ].join(', ')
  await database.write((transaction) =>
    enterDeed(transaction, who, { did: 'person', subject, detail }, now),
  )
}
