import { referenceOf } from '#forms/reference.ts'
import type { Config } from '../config.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Registry } from '../registry/registry.ts'
import {
  type CertificatesFound,
  findCertificatesOf,
  type HeldCertificate,
} from './find-certificates.ts'
import { findHeldBy, type Held } from './find-held.ts'
import { findLetterFiles } from './letter-files.ts'
import { type Asked, findPerson, type PersonFound } from './person-asked.ts'

export type ErasurePlaces = { files: Pick<FileStore, 'has' | 'remove'>; mailFolder: string }

/** All that an erasure would take, and what it would leave. */
export type ErasurePlan = {
  state: 'planned'
  held: Held
  /** Keys of resumes that are not where resumes are kept. */
  resumesMissing: string[]
  /** Names of files in `mail/`. */
  letterFiles: string[]
  /** Those that belong to what is erased, erased before or not. */
  certificates: HeldCertificate[]
  /** Certificates that could not be opened, so that nobody can say whose they are. */
  unread: number
  /** Without letter case. */
  addresses: string[]
  /** What else the same address has, where a reference alone was asked for. */
  besides: { references: string[]; certificates: string[] }
}

/**
 * Finds all that is held of a person, and changes nothing. Under a reference that is the application or
 * the message alone, with the certificates that have the same reference: another of the same address
 * was not asked for, and is only told of.
 *
 * @param places.files where resumes are kept.
 * @param places.mailFolder where letters become files.
 * @param onLooked as `findCertificatesOf` has it.
 * @throws `Unavailable` when the database or the place of resumes cannot be asked.
 */
export async function planErasure(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  asked: Asked,
  { files, mailFolder, ...own }: ErasurePlaces & Pick<Config, 'staffEmail' | 'mailFrom'>,
  onLooked?: (count: number, of: number) => void,
): Promise<ErasurePlan | Exclude<PersonFound, { state: 'found' }>> {
  const { database } = registry
  const person = await findPerson(database, asked, own)
  if (person.state !== 'found') return person
  const { held, range, addresses } = person
  const letterIds = held.letters.map(({ id }) => id)
  const [address] = range ? [] : addresses
  const letterFiles = await findLetterFiles(mailFolder, { letterIds, range, address })
  const found = await findCertificates(registry, person, asked, onLooked)
  const isMeant = ({ by }: HeldCertificate) => !range || by === 'reference'
  const elsewhere = range ? await idsElsewhere(registry, person) : []
  return {
    state: 'planned',
    held,
    resumesMissing: await missingFrom(files, held),
    letterFiles,
    certificates: found.certificates.filter(isMeant),
    unread: found.unread,
    addresses,
    besides: {
      references: elsewhere.map(referenceOf),
      certificates: found.certificates.filter((one) => !isMeant(one)).map(({ id }) => id),
    },
  }
}

async function missingFrom(
  files: Pick<FileStore, 'has'>,
  { applications }: Held,
): Promise<string[]> {
  const missing = []
  for (const { resume_key: key } of applications) if (!(await files.has(key))) missing.push(key)
  return missing
}

function findCertificates(
  registry: Pick<Registry, 'database' | 'siteUrl'>,
  { held, addresses }: Extract<PersonFound, { state: 'found' }>,
  asked: Asked,
  onLooked?: (count: number, of: number) => void,
): Promise<CertificatesFound> {
  const named = 'reference' in asked ? [asked.reference.trim()] : []
  const references = [...named, ...held.ids, ...held.ids.map(referenceOf)]
  return findCertificatesOf(
    registry,
    { references, addresses, certificateIds: certificatesToldOf(held.letters) },
    onLooked,
  )
}

/** @returns the ids of the certificates that letters told of. */
export const certificatesToldOf = (letters: Held['letters']): string[] =>
  letters.flatMap(({ id }) => /^certificate-([A-Z0-9]+)/.exec(id)?.[1] ?? [])

async function idsElsewhere(
  { database }: Pick<Registry, 'database'>,
  { held, addresses }: Extract<PersonFound, { state: 'found' }>,
): Promise<string[]> {
  const all = await Promise.all(addresses.map((address) => findHeldBy(database, address)))
  return all.flatMap(({ ids }) => ids).filter((id) => !held.ids.includes(id))
}

/** @returns the IDs of the certificates that can still be erased. */
export const standingOf = ({ certificates }: Pick<ErasurePlan, 'certificates'>): string[] =>
  certificates.filter(({ state }) => state !== 'erased').map(({ id }) => id)

/** Whether there is nothing that an erasure would take, certificates apart. */
export const isEmpty = ({ held, letterFiles }: ErasurePlan): boolean =>
  held.ids.length === 0 && held.letters.length === 0 && letterFiles.length === 0
