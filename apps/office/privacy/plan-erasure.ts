import path from 'node:path'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import { findLetterFiles } from '@naic/admissions/retention/letter-files.ts'
import type { Config } from '@naic/house/config.ts'
import type { Registry } from '@naic/registry/registry.ts'
import type { FileStore } from '@naic/store/files/file-store.ts'
import { counted } from '@naic/store/sheets/printable-text.ts'
import { findCertificatesOf, type HeldCertificate } from './find-certificates.ts'
import { type Asked, findHeldBy, findPerson, type Held, type Nobody } from './find-person.ts'

export type ErasurePlaces = { files: Pick<FileStore, 'has' | 'remove'> } & Pick<Config, 'dataDir'>

/** All that an erasure would take. */
type Taken = {
  held: Held
  /** Keys of resumes that are missing in the store. */
  resumesMissing: string[]
  /** Names of files in `mail/`. */
  letterFiles: string[]
  /** IDs of those that are erased as well. */
  certificates: string[]
}

export type ErasurePlan = Taken & {
  state: 'planned'
  /** Whether it leaves certificates that could be erased as well. */
  leavesCertificates: boolean
  /** What would be removed, line by line: references and IDs, and nobody's name. Empty if nothing is held. */
  goes: string[]
  /** What it leaves, and why. */
  stays: string[]
}

/**
 * Finds all that we hold of a person, and changes nothing. For a reference, that is only the application
 * or message, with the certificates that have the same reference. What else has the same address is
 * listed, and stays.
 *
 * @throws `Unavailable` when the database or the place of resumes cannot be asked.
 */
export async function planErasure(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  asked: Asked,
  places: ErasurePlaces & Pick<Config, 'staffEmail' | 'mailFrom' | 'database'>,
  withCertificates: boolean,
): Promise<ErasurePlan | Nobody> {
  const person = await findPerson(registry.database, asked, places)
  if (person.state === 'nobody') return person
  const { held, range, addresses } = person
  const lost = await findLostResumes(places.files, held)
  const letterIds = held.rows.letter.map(({ id }) => id)
  const [address] = range ? [] : addresses
  const found = await findCertificatesOf(registry, { asked, held, addresses })
  const isMeant = ({ by }: HeldCertificate) => !range || by === 'reference'
  const meant = found.filter(isMeant)
  const standing = meant.filter(({ state }) => state !== 'erased').map(({ id }) => id)
  const isOneOfSeveral = range && addresses.length > 0
  const ofSender = isOneOfSeveral ? (await findHeldBy(registry.database, addresses)).ids : []
  const taken = {
    held,
    resumesMissing: lost.map(({ resume_key: key }) => key),
    letterFiles: await findLetterFiles(mailFolderOf(places), { letterIds, range, address }),
    certificates: withCertificates ? standing : [],
  }
  const left = withCertificates ? [] : standing
  return {
    state: 'planned',
    ...taken,
    leavesCertificates: left.length > 0,
    goes: whatGoes(taken),
    stays: whatStays({
      certificates: left,
      erased: meant.filter(({ state }) => state === 'erased').map(({ id }) => id),
      besides: [
        ...ofSender.filter((id) => !held.ids.includes(id)).map(referenceOf),
        ...found.filter((one) => !isMeant(one)).map(({ id }) => id),
      ],
      isOnPostgres: places.database !== undefined,
    }),
  }
}

/** Where letters are files; it may be missing. */
export const mailFolderOf = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  path.join(dataDir, 'mail')

/** @returns the applications whose resumes are missing in the store. */
export async function findLostResumes(files: Pick<FileStore, 'has'>, { rows }: Held) {
  const lost = []
  for (const row of rows.application) if (!(await files.has(row.resume_key))) lost.push(row)
  return lost
}

function whatGoes({ held, resumesMissing, letterFiles, certificates }: Taken): string[] {
  const { application, status_change: changes, contact_message: messages, letter } = held.rows
  const sent = new Set([...application, ...messages].map(({ id }) => id))
  const traces = held.ids.filter((id) => !sent.has(id))
  const references = (ids: readonly string[]) => `: ${ids.map(referenceOf).join(', ')}`
  const idsOf = (rows: readonly { id: string }[]) => references(rows.map(({ id }) => id))
  const some = (of: readonly unknown[], what: string, more: string) =>
    of.length > 0 ? [`${counted(of.length, what)}${more}`] : []
  const andChanges = changes.length > 0 ? `, ${counted(changes.length, 'change')} of status` : ''
  const found = application.length - resumesMissing.length
  const resumes = `, with ${counted(found, 'resume')}${andChanges}`
  return [
    ...some(application, 'application', resumes + idsOf(application)),
    ...some(messages, 'message', idsOf(messages)),
    ...some(traces, 'trace', ` of what was removed before${references(traces)}`),
    ...some(letter, 'letter', ' in the outbox, sent or not'),
    ...some(letterFiles, 'letter', ' in mail/'),
    ...some(certificates, 'certificate', `: ${certificates.join(', ')}`),
  ]
}

type Left = Record<'certificates' | 'erased' | 'besides', string[]> & { isOnPostgres: boolean }

function whatStays({ certificates, erased, besides, isOnPostgres }: Left): string[] {
  const some = (ids: readonly string[], line: (all: string) => string) =>
    ids.length > 0 ? [line(ids.join(', '))] : []
  const ofPostgres =
    'In PostgreSQL what was deleted, until it vacuums these tables, and its own logs (docs/operating.md).'
  return [
    "The journal's entries, which say what was erased by its reference, and name nobody.",
    ...some(
      certificates,
      (all) =>
        `${counted(certificates.length, 'certificate')}, since others may have been shown it and check it: ${all}. They go as well if you choose so.`,
    ),
    ...some(erased, (all) => `Of certificates that were erased before, ID and reference: ${all}.`),
    ...some(
      besides,
      (all) => `What else has the same email address, and was not asked for: ${all}.`,
    ),
    'Backups that were made before, until the last of them is deleted. After one is restored, erase again.',
    ...(isOnPostgres ? [ofPostgres] : []),
    'Letters that reached a mailbox or a relay, and lists and files that were made before.',
  ]
}
