import { referenceOf } from '#forms/reference.ts'
import type { Database } from '../database/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { writeNewFile } from '../files/write-new-file.ts'
import { enterDeed } from '../journal/journal.ts'
import type { Mailbox } from '../mail/mailer.ts'
import type { Collected } from './collect-person.ts'
import { writePersonArchive } from './person-archive.ts'

export type ArchiveSaved =
  /** `missing`: names in it of resumes that are not there any more. */
  | { state: 'saved'; missing: string[] }
  /** There is such a file, which may not be replaced. */
  | { state: 'taken' }
  /** The system's reason. */
  | { state: 'refused'; reason: string }

/**
 * Saves all that is held of a person as one zip, for its owner alone.
 *
 * @param mayReplace a file that is there.
 * @throws `Unavailable` where a resume cannot be read.
 */
export async function saveArchive(
  found: Collected,
  from: { files: Pick<FileStore, 'read'>; from: Mailbox },
  { file, mayReplace, now }: { file: string; mayReplace: boolean; now: Date },
): Promise<ArchiveSaved> {
  try {
    const written = await writeNewFile(file, mayReplace, (to) =>
      writePersonArchive(found, from, to, now),
    )
    return written === 'taken' ? { state: 'taken' } : { state: 'saved', ...written }
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (!code || !syscall) throw error
    // Without the temporary name, which says nothing to anybody.
    return { state: 'refused', reason: message.split(',', 1)[0] ?? code }
  }
}

/**
 * Enters into the journal that what is held of a person was handed over. It names nobody: under an
 * address there may be several references, and then none is named either.
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
  const counts: [number, string][] = [
    [held.applications.length, 'application'],
    [held.messages.length, 'message'],
    [held.letters.length, 'letter'],
    [certificates.length, 'certificate'],
  ]
  const words = counts.map(([count, what]) => `${count} ${what}${count === 1 ? '' : 's'}`)
  const detail = [...words, how].join(', ')
  await database.atomic([enterDeed(database, who, { did: 'person', subject, detail }, now)])
}
