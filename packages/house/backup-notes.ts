import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as v from 'valibot'

const when = v.pipe(v.string(), v.isoTimestamp(), v.toDate())

const backupNote = v.object({
  at: when,
  file: v.string(),
  bytes: v.number(),
  /** Whether something was missing or damaged when it was made. */
  damaged: v.optional(v.boolean(), false),
})

const rehearsalNote = v.object({
  at: when,
  file: v.string(),
  /** `complete`: the file is as it was written, and nobody here can open it. */
  outcome: v.picklist(['restored', 'complete', 'failed', 'unfinished']),
  /** When one was restored last, whatever came after. */
  restoredAt: v.optional(when),
})

/**
 * The word that deploy/naic-backup and deploy/naic-rehearsal leave in BACKUP_STATE for those who may not read the
 * backups, of the newest of each.
 */
export const readBackupNotes = async (folder: string) => ({
  backup: await readNote(path.join(folder, 'backup.json'), backupNote),
  rehearsal: await readNote(path.join(folder, 'rehearsal.json'), rehearsalNote),
})

async function readNote<Note extends v.GenericSchema>(file: string, note: Note) {
  try {
    return v.parse(note, JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}
