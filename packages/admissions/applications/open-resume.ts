import type { Readable } from 'node:stream'
import type { Database } from '@naic/platform/database/database.ts'
import type { FileStore } from '@naic/platform/files/file-store.ts'
import { saveStream } from '@naic/platform/files/save-stream.ts'
import { referenceOf } from '#forms/reference.ts'
import { findApplication, type FoundRow } from './list-applications.ts'

export type OpenedResume =
  /** `name` is the applicant's name of the file: for people to read, never a path. */
  | { state: 'found'; reference: string; name: string; sha256: string; bytes: Readable }
  /** The application is there, but the file store has no such file. */
  | { state: 'lost'; reference: string }
  | Exclude<FoundRow, { state: 'found' }>

/**
 * @param asked a reference as people type it, or a whole id.
 * @throws `Unavailable` when rows or files cannot be read now.
 */
export async function openResume(
  { database, files }: { database: Database; files: FileStore },
  asked: string,
): Promise<OpenedResume> {
  const found = await findApplication(database, asked)
  if (found.state !== 'found') return found
  const { row } = found
  const reference = referenceOf(row.id)
  const bytes = await files.read(row.resume_key)
  if (!bytes) return { state: 'lost', reference }
  return { state: 'found', reference, name: row.resume_name, sha256: row.resume_sha256, bytes }
}

/**
 * Writes an opened resume as a file for its owner alone.
 *
 * @param mayReplace an existing file; without this, the answer is "taken".
 * @returns "damaged" if it is not as it was sent; then there is no file, or the one from before. A
 *   fault is the system's code, such as "ENOSPC".
 */
export async function saveResume(
  { bytes, sha256 }: Extract<OpenedResume, { state: 'found' }>,
  file: string,
  mayReplace: boolean,
): Promise<'saved' | 'taken' | 'damaged' | { fault: string }> {
  try {
    return await saveStream(bytes, file, { sha256, mayReplace })
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (!code || !syscall) throw error
    return { fault: code }
  }
}
