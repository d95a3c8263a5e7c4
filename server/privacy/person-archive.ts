import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { FileStore } from '../files/file-store.ts'
import { compose, messageOf } from '../mail/compose.ts'
import type { Mailbox } from '../mail/mailer.ts'
import { type Collected, resumeFileOf } from './collect-person.ts'
import { certificateFileOf } from './describe-person.ts'
import { personPage } from './person-page.ts'

/**
 * Writes all that is held of a person as one zip: a page to read, the same for programs, resumes,
 * letters and certificates. Resumes pass through and are never in memory whole.
 *
 * @param from whom the letters are from.
 * @param to is ended.
 * @returns names in it of resumes that are not there any more.
 * @throws `Unavailable` where a resume cannot be read; what writing throws.
 */
export async function writePersonArchive(
  { data, held, certificates }: Omit<Collected, 'state' | 'unread'>,
  { files, from }: { files: Pick<FileStore, 'read'>; from: Mailbox },
  to: Writable,
  now: Date,
): Promise<{ missing: string[] }> {
  const zip = new ZipFile()
  const options = { mtime: now, mode: 0o100600 }
  const failed = once(zip, 'error').then(([error]: unknown[]) => Promise.reject(error as Error))
  const written = pipeline(zip.outputStream, to)
  const add = (name: string, content: string | Buffer) =>
    zip.addBuffer(Buffer.from(content as string), name, options)

  const missing: string[] = []
  const fill = async () => {
    add('your-data.html', personPage(data))
    add('your-data.json', `${JSON.stringify(data, undefined, 2)}\n`)
    for (const row of held.letters) {
      if (row.to_address === '') continue
      add(`letters/${fileNameOf(row.id)}.eml`, await letterBytes(row, from))
    }
    for (const { id, credential } of certificates) {
      if (credential) add(certificateFileOf(id), `${JSON.stringify(credential, undefined, 2)}\n`)
    }
    for (const row of held.applications) {
      const bytes = await files.read(row.resume_key)
      if (!bytes) {
        missing.push(resumeFileOf(row))
        continue
      }
      zip.addReadStream(bytes, resumeFileOf(row), options)
      // One after the other: each is an open file, or an answer of a store that would not wait.
      await finished(bytes)
    }
    zip.end()
  }
  failed.catch(() => undefined)
  await Promise.race([Promise.all([fill(), written]), failed])
  return { missing }
}

/** Ours are made so; whatever else a row has names no other place. */
const fileNameOf = (id: string) => id.replaceAll(/[^\w-]/g, '_')

function letterBytes(row: Collected['held']['letters'][number], from: Mailbox): Promise<Buffer> {
  const replyTo =
    row.reply_to_address === null
      ? undefined
      : { name: row.reply_to_name ?? '', address: row.reply_to_address }
  const { id, subject, body } = row
  const letter = { id, to: { name: row.to_name, address: row.to_address }, replyTo, subject, body }
  return messageOf({ ...compose(letter, from), date: new Date(row.created_at) })
}
