import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { findLetterFiles, removeLetterFiles } from '@naic/admissions/retention/letter-files.ts'
import { deleteNothing, deleteRows, removeLetters } from '@naic/admissions/retention/people-rows.ts'
import { eraseCertificate, lettersOf } from '@naic/registry/issuing/erase-certificate.ts'
import { type Database, NoRight } from '@naic/store/database/database.ts'
import { isOfPeople, tablesThat } from '@naic/store/database/tables.ts'
import { enterDeed } from '@naic/store/journal/journal.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
import type { Held } from './find-person.ts'
import { type ErasurePlaces, type ErasurePlan, mailFolderOf } from './plan-erasure.ts'

/**
 * Whether the database's user has every right that an erasure takes, that of certificates too. Changes nothing.
 *
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function mayErase(database: Database): Promise<boolean> {
  const tables = [...tablesThat(database.schema, isOfPeople), 'credential' as const]
  try {
    await database.write(async (transaction) => {
      await deleteNothing(transaction, tables)
      const nothing = transaction
        .selectFrom('erasure')
        .select(['certificate_id', 'erased_at'])
        .where(({ lit }) => lit(false))
      await transaction
        .insertInto('erasure')
        .columns(['certificate_id', 'erased_at'])
        .expression(nothing)
        .execute()
    })
    return true
  } catch (error) {
    if (error instanceof NoRight) return false
    throw error
  }
}

/**
 * Erases what we hold of a person: rows, resumes, and letters that became files. All rows go together
 * with the journal's entries, which name only the references; files go after them. If that is cut off,
 * no row leads to a file any more: the server sweeps resumes, and another `planErasure` finds letters
 * that are files.
 *
 * @param plan what was found, and shown to the person who decided. Its certificates are erased one by one, after
 *   all else.
 * @returns `waiting`: letters that had not left, of which the server may just be sending one. `resumesLeft`: those
 *   that could not be removed now. No row names them, so the server will remove them.
 * @throws `Unavailable` when it cannot be done now; NoRight if the database's user may not. Nothing was
 *   done then, unless the error names a certificate.
 */
export async function erasePerson(
  database: Database,
  { files, ...places }: ErasurePlaces,
  { held, certificates, ...plan }: ErasurePlan,
  { who, now }: { who: string; now: Date },
) {
  await deleteAll(database, held, who, now)
  let resumesLeft = 0
  const { application, letter } = held.rows
  const resumes = application.map(({ resume_key: key }) => key)
  for (const key of resumes.filter((one) => !plan.resumesMissing.includes(one))) {
    await files.remove(key).catch(() => (resumesLeft += 1))
  }
  for (const id of certificates) await eraseCertificate(database, id, who, now)
  const letterIds = [...letter.map(({ id }) => id), ...certificates.flatMap(lettersOf)]
  const mailFolder = mailFolderOf(places)
  // Some may have been written since.
  const written = await findLetterFiles(mailFolder, { letterIds })
  await removeLetterFiles(mailFolder, [...new Set([...plan.letterFiles, ...written])])
  return { waiting: letter.filter(isWaiting).length, resumesLeft }
}

async function deleteAll(database: Database, held: Held, who: string, now: Date): Promise<void> {
  const others = held.rows.letter
    .filter(({ about_id: about }) => about === null || !held.ids.includes(about))
    .map(({ id }) => id)
  const deeds = held.ids.map((id) => ({ subject: referenceOf(id), detail: kindOf(held, id) }))
  if (others.length > 0) deeds.push({ subject: '', detail: counted(others.length, 'letter') })
  if (deeds.length === 0) return
  await database.write(async (transaction) => {
    await deleteRows(transaction, database.schema, held.ids)
    await removeLetters(transaction, others, now)
    for (const { subject, detail } of deeds) {
      const deed = { did: 'erase', subject: subject || undefined, detail } as const
      await enterDeed(transaction, who, deed, now)
    }
  })
}

function kindOf({ rows }: Held, id: string): string {
  const own = rows.letter.filter((letter) => letter.about_id === id).length
  const what = rows.application.some((row) => row.id === id)
    ? 'application with resume'
    : rows.contact_message.some((row) => row.id === id)
      ? 'message'
      : 'trace'
  return `${what}, ${counted(own, 'letter')}`
}

const isWaiting = ({ sent_at, refused_at, gave_up_at, held_at }: Held['rows']['letter'][number]) =>
  sent_at === null && refused_at === null && gave_up_at === null && held_at === null
