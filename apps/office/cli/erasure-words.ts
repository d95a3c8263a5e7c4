import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { Config } from '@naic/installation/config.ts'
import { type Erased, type ErasurePlan, standingOf } from '#privacy/erase-person.ts'
import { forgetDeletedRows } from '@naic/installation/storage.ts'
import { call } from './command.ts'
import type { Run } from './command-run.ts'
import { counted } from './print.ts'

/** What is said of an erasure, before it and after it. It names references and IDs, and nobody. */

/** @returns what would be removed, line by line. */
export function inPlan(plan: ErasurePlan, withCertificates: boolean): string[] {
  const { held, letterFiles } = plan
  const references = (rows: readonly { id: string }[]) =>
    rows.length > 0 ? `: ${rows.map(({ id }) => referenceOf(id)).join(', ')}` : ''
  const some = (rows: readonly unknown[], what: string, more = '') =>
    rows.length > 0 ? [`- ${counted(rows.length, what)}${more}`] : []
  const { application, status_change, contact_message, letter } = held.rows
  const changes =
    status_change.length > 0 ? `, ${counted(status_change.length, 'change')} of status` : ''
  const resumes = `, with ${counted(application.length, 'resume')}${changes}`
  const standing = withCertificates ? standingOf(plan) : []
  return [
    ...some(application, 'application', `${resumes}${references(application)}`),
    ...some(contact_message, 'message', references(contact_message)),
    ...some(letter, 'letter', ' in the outbox, sent or not'),
    ...some(letterFiles, 'letter', ' in mail/'),
    ...some(standing, 'certificate', `: ${standing.join(', ')}`),
  ]
}

/** @returns what was removed. */
export function inCounts(erased: Erased): string {
  const { applications, resumes, statusChanges, messages, letters, letterFiles } = erased
  const kinds: [number, string][] = [
    [applications, 'application'],
    [resumes, 'resume'],
    [statusChanges, 'change'],
    [messages, 'message'],
    [letters, 'letter'],
    [letterFiles, 'file'],
    [erased.certificates.length, 'certificate'],
  ]
  const more: Record<string, string> = { change: ' of status', file: ' in mail/' }
  const named = kinds
    .filter(([number]) => number > 0)
    .map(([number, what]) => `${counted(number, what)}${more[what] ?? ''}`)
  return new Intl.ListFormat('en-GB').format(named)
}

/** @returns what an erasure leaves, and why, line by line. */
export function whatStays(
  plan: ErasurePlan,
  { database }: Pick<Config, 'database'>,
  withCertificates: boolean,
): string[] {
  const standing = withCertificates ? [] : standingOf(plan)
  const erased = plan.certificates.filter(({ state }) => state === 'erased').map(({ id }) => id)
  const { references, certificates } = plan.besides
  const besides = [...references, ...certificates]
  return [
    "- The journal's entries, which say what was erased by its reference, and name nobody.",
    ...(standing.length > 0
      ? [
          `- ${counted(standing.length, 'certificate')}, since whoever was shown one may check it: ${standing.join(', ')}. "${call} certificates erase ID" erases one, --with-certificates all of these.`,
        ]
      : []),
    ...(erased.length > 0
      ? [`- Of certificates that were erased before, ID and reference: ${erased.join(', ')}.`]
      : []),
    ...(plan.unread > 0
      ? [
          `- ${counted(plan.unread, 'certificate')} could not be opened, so that nobody can say whose they are: see "${call} log verify".`,
        ]
      : []),
    ...(besides.length > 0
      ? [`- What else has the same e-mail address, and was not asked for: ${besides.join(', ')}.`]
      : []),
    '- Backups that were made before, until the last of them is deleted. After one is restored, erase again.',
    ...(database
      ? [
          '- In PostgreSQL what was deleted, until it vacuums these tables, and its own logs (docs/operating.md).',
        ]
      : []),
    '- Letters that reached a mailbox or a relay, and lists and files that were made before.',
  ]
}

/**
 * Cleans the database's files of what was deleted, once the database is closed here.
 *
 * @returns false if something may be left, which is said.
 */
export function forgetInFiles(run: Run, config: Config): boolean {
  if (forgetDeletedRows(config)) return true
  run.say(
    'What was deleted may still be in naic.sqlite or naic.sqlite-wal: another program is reading them, or the disk has no room for a second copy. Run this again in a minute.',
  )
  run.exitCode = 1
  return false
}
