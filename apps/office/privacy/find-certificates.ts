import { isAddressOf, readAddress, type SecuredCredential } from '@naic/ledger/format/credential.ts'
import {
  openCredential,
  type Standing,
  standingOf,
} from '@naic/registry/issuing/stored-certificate.ts'
import {
  type CertificateRow,
  certificatesQuery,
  openCertificate,
} from '@naic/registry/issuing/find-certificate.ts'
import { readKeys } from '@naic/registry/keys/registry-keys.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { RegistryRefused } from '@naic/registry/registry-refused.ts'

export type HeldCertificate = {
  id: string
  /** In the council's own records. */
  reference: string | null
  /** How it was found: by its reference, by the letter about it, or by the salted hash in it. */
  by: 'reference' | 'letter' | 'address'
  issuedAt: string
  state: Standing | 'not as it was signed'
  /** As it was signed; undefined if it was erased or altered. */
  credential: SecuredCredential | undefined
}

export type Holder = {
  /** References and ids of applications. */
  references: readonly string[]
  /** E-mail addresses, without letter case. */
  addresses: readonly string[]
  /** Certificates that a letter to the person was about. */
  certificateIds: readonly string[]
}

export type CertificatesFound = {
  certificates: HeldCertificate[]
  /** How many could not be opened: nobody can say whose they are. */
  unread: number
}

/**
 * Finds the certificates of a person. A certificate does not name its holder's address, but a hash of it
 * with a salt of its own, so each certificate has to be opened.
 *
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function findCertificatesOf(
  { database, siteUrl }: Pick<Registry, 'database' | 'siteUrl'>,
  holder: Holder,
): Promise<CertificatesFound> {
  const keys = await readKeys(database)
  const found: CertificatesFound = { certificates: [], unread: 0 }
  for await (const row of allCertificates(database)) {
    const by = await foundBy(row, holder)
    if (by === 'unread') found.unread += 1
    else if (by) found.certificates.push(await describe(row, by, { siteUrl, keys }))
  }
  return found
}

async function* allCertificates({ build, read }: Registry['database']) {
  for (let after = -1; ;) {
    const rows: CertificateRow[] = await read(
      certificatesQuery(build)
        .where('certificate.log_index', '>', after)
        .orderBy('certificate.log_index')
        .limit(256)
        .compile(),
    )
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.log_index
  }
}

/** Does not check the signature, which takes forty times as long. Only those that are found are checked. */
async function foundBy(
  row: CertificateRow,
  { references, addresses, certificateIds }: Holder,
): Promise<HeldCertificate['by'] | 'unread' | undefined> {
  const reference = row.external_reference
  if (reference !== null && references.some((one) => isSame(one, reference))) return 'reference'
  if (certificateIds.includes(row.id)) return 'letter'
  if (row.erased_at || addresses.length === 0) return undefined
  const hashed = readHashed(row)
  if (hashed === 'unread') return hashed
  for (const address of addresses) {
    if (hashed && (await isAddressOf(address, hashed))) return 'address'
  }
  return undefined
}

/** As people write references: in other letter case, with or without hyphens. */
const isSame = (one: string, other: string) => plain(one) === plain(other)
const plain = (reference: string) => reference.toUpperCase().replaceAll(/[\s-]/g, '')

function readHashed({ id, credential, key }: CertificateRow) {
  try {
    const { credentialSubject } = JSON.parse(openCredential(id, credential, key))
    return readAddress(credentialSubject?.identifier)
  } catch {
    return 'unread'
  }
}

async function describe(
  row: CertificateRow,
  by: HeldCertificate['by'],
  registry: Parameters<typeof openCertificate>[1],
): Promise<HeldCertificate> {
  const { id, external_reference: reference, issued_at: issuedAt } = row
  const known = { id, reference, by, issuedAt }
  try {
    const found = await openCertificate(row, registry)
    if ('erasedAt' in found) return { ...known, state: 'erased', credential: undefined }
    return { ...known, state: standingOf(row, registry.keys), credential: found.credential }
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return { ...known, state: 'not as it was signed', credential: undefined }
  }
}
