import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
import { type ErasurePlan, standingOf } from './erase-person.ts'

/** What an erasure takes and leaves, line by line, for the person who decides. It names references and IDs, and nobody. */

/** @returns what would be removed, or was. */
export function whatGoes(
  { held, letterFiles, ...plan }: ErasurePlan,
  withCertificates: boolean,
): string[] {
  const { application, status_change: changes, contact_message: messages, letter } = held.rows
  const standing = withCertificates ? standingOf(plan) : []
  const references = (rows: readonly { id: string }[]) =>
    `: ${rows.map(({ id }) => referenceOf(id)).join(', ')}`
  const some = (rows: readonly unknown[], what: string, more: string) =>
    rows.length > 0 ? [`${counted(rows.length, what)}${more}`] : []
  const andChanges = changes.length > 0 ? `, ${counted(changes.length, 'change')} of status` : ''
  const found = application.length - plan.resumesMissing.length
  const resumes = `, with ${counted(found, 'resume')}${andChanges}`
  return [
    ...some(application, 'application', resumes + references(application)),
    ...some(messages, 'message', references(messages)),
    ...some(letter, 'letter', ' in the outbox, sent or not'),
    ...some(letterFiles, 'letter', ' in mail/'),
    ...some(standing, 'certificate', `: ${standing.join(', ')}`),
  ]
}

type Left = {
  isOnPostgres: boolean
  withCertificates: boolean
  /** How certificates that stay are erased as well: a sentence. */
  howToErase: string
}

/** @returns what it leaves, and why. */
export function whatStays(
  plan: ErasurePlan,
  { isOnPostgres, withCertificates, howToErase }: Left,
): string[] {
  const standing = withCertificates ? [] : standingOf(plan)
  const erased = plan.certificates.filter(({ state }) => state === 'erased').map(({ id }) => id)
  const besides = [...plan.besides.references, ...plan.besides.certificates]
  const lines: [isSo: boolean, line: string][] = [
    [true, "The journal's entries, which say what was erased by its reference, and name nobody."],
    [
      standing.length > 0,
      `${counted(standing.length, 'certificate')}, since others may have been shown it and check it: ${standing.join(', ')}. ${howToErase}`,
    ],
    [
      erased.length > 0,
      `Of certificates that were erased before, ID and reference: ${erased.join(', ')}.`,
    ],
    [
      besides.length > 0,
      `What else has the same email address, and was not asked for: ${besides.join(', ')}.`,
    ],
    [
      true,
      'Backups that were made before, until the last of them is deleted. After one is restored, erase again.',
    ],
    [
      isOnPostgres,
      'In PostgreSQL what was deleted, until it vacuums these tables, and its own logs (docs/operating.md).',
    ],
    [true, 'Letters that reached a mailbox or a relay, and lists and files that were made before.'],
  ]
  return lines.flatMap(([isSo, line]) => (isSo ? line : []))
}
