import { referenceOf } from '#forms/reference.ts'
import type { Database } from '../database/database.ts'
import { enterDeed } from '../journal/journal.ts'
import { eraseCertificate, lettersOf } from '../registry/issuing/erase-certificate.ts'
import { deleteRows, removeLetters } from './erase-rows.ts'
import type { Held } from './find-held.ts'
import { findLetterFiles, removeLetterFiles } from './letter-files.ts'
import { type ErasurePlaces, type ErasurePlan, standingOf } from './plan-erasure.ts'

/** What was removed, by kind. */
export type Erased = {
  applications: number
  statusChanges: number
  messages: number
  letters: number
  /** Letters that were still waiting to be sent: one that the server has in hand may go out. */
  waiting: number
  resumes: number
  /** Resumes that could not be removed now: no row names them any more, so that the server will. */
  resumesLeft: number
  letterFiles: number
  /** IDs of those that were erased. */
  certificates: string[]
}

/**
 * Erases what is held of a person: rows, resumes, and letters that became files. All rows go together
 * with the journal's entries, which name the references alone; what is a file goes after them. Where
 * that is broken off, no row leads to a file any more: resumes are swept by the server, letters that
 * are files are found again by another `planErasure`.
 *
 * @param plan what was found, and shown to whoever decided.
 * @param options.withCertificates erases those that belong to it, one by one, after all else.
 * @param options.who as the journal names them.
 * @throws `Unavailable` when it cannot be done now; NoRight where the database's user may not. Nothing
 *   was done then, unless it is said of a certificate.
 */
export async function erasePerson(
  { database, files, mailFolder }: ErasurePlaces & { database: Database },
  plan: ErasurePlan,
  { withCertificates, who, now }: { withCertificates: boolean; who: string; now: Date },
): Promise<Erased> {
  const { held } = plan
  await deleteAll(database, held, who, now)
  let resumesLeft = 0
  const resumes = held.applications.map(({ resume_key: key }) => key)
  const found = resumes.filter((key) => !plan.resumesMissing.includes(key))
  for (const key of found) await files.remove(key).catch(() => (resumesLeft += 1))
  const certificates = withCertificates ? standingOf(plan) : []
  for (const id of certificates) await eraseCertificate(database, id, who, now)
  const letterIds = [...held.letters.map(({ id }) => id), ...certificates.flatMap(lettersOf)]
  // Some may have been written since.
  const written = await findLetterFiles(mailFolder, { letterIds })
  const names = new Set([...plan.letterFiles, ...written])
  await removeLetterFiles(mailFolder, [...names])
  return {
    applications: held.applications.length,
    statusChanges: held.changes.length,
    messages: held.messages.length,
    letters: held.letters.length,
    waiting: held.letters.filter(isWaiting).length,
    resumes: found.length - resumesLeft,
    resumesLeft,
    letterFiles: names.size,
    certificates,
  }
}

async function deleteAll(database: Database, held: Held, who: string, now: Date): Promise<void> {
  const { atomic } = database
  const others = held.letters
    .map(({ id }) => id)
    .filter((id) => !held.ids.includes(id.slice(0, 36)))
  const statements = [...deleteRows(database, held.ids), ...removeLetters(database, others, now)]
  if (statements.length === 0) return
  const deeds = held.ids.map((id) => ({ subject: referenceOf(id), detail: kindOf(held, id) }))
  if (others.length > 0) deeds.push({ subject: '', detail: count(others.length, 'letter') })
  await atomic([
    ...statements,
    ...deeds.map(({ subject, detail }) =>
      enterDeed(database, who, { did: 'erase', subject: subject || undefined, detail }, now),
    ),
  ])
}

function kindOf({ applications, messages, letters }: Held, id: string): string {
  const own = letters.filter((letter) => letter.id.startsWith(id)).length
  const what = applications.some((row) => row.id === id)
    ? 'application with resume'
    : messages.some((row) => row.id === id)
      ? 'message'
      : 'what was left of it'
  return `${what}, ${count(own, 'letter')}`
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

const isWaiting = ({ sent_at, refused_at, gave_up_at, held_at }: Held['letters'][number]) =>
  sent_at === null && refused_at === null && gave_up_at === null && held_at === null
