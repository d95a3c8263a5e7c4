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

const atATime = 256

export type HeldCertificate = {
  id: string
  /** What the council's own records call it. */
  reference: string | null
  /** By what it was found: its reference, the letter that told of it, or the salted hash in it. */
  by: 'reference' | 'letter' | 'address'
  issuedAt: string
  state: Standing | 'not as it was signed'
  /** As it was signed; undefined where nobody can read it any more, or it is not as it was. */
  credential: SecuredCredential | undefined
}

/** Whose certificates are meant. */
export type Holder = {
  /** References and ids of applications, of which the certificate's own reference is one. */
  references: readonly string[]
  /** E-mail addresses, without letter case. */
  addresses: readonly string[]
  /** Certificates that a letter to one of them told of. */
  certificateIds: readonly string[]
}

export type CertificatesFound = {
  certificates: HeldCertificate[]
  /** How many could not be opened, so that nobody can say whose they are. */
  unread: number
}

/**
 * Finds the certificates of somebody. Since a certificate does not say its holder's address, but a hash
 * of it with a salt of its own, each one there is has to be opened.
 *
 * @param onLooked called with how many were looked at so far, and how many there are.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function findCertificatesOf(
  { database, siteUrl }: Pick<Registry, 'database' | 'siteUrl'>,
  holder: Holder,
  onLooked: (count: number, of: number) => void = () => undefined,
): Promise<CertificatesFound> {
  const keys = await readKeys(database)
  const found: CertificatesFound = { certificates: [], unread: 0 }
  const total = await countCertificates(database)
  let looked = 0
  for await (const row of allCertificates(database)) {
    const by = await foundBy(row, holder)
    if (by === 'unread') found.unread += 1
    else if (by) found.certificates.push(await describe(row, by, { siteUrl, keys }))
    looked += 1
    if (looked % atATime === 0) onLooked(looked, total)
  }
  onLooked(looked, looked)
  return found
}

async function countCertificates({ build, read }: Registry['database']): Promise<number> {
  const query = build.selectFrom('certificate').select(({ fn }) => fn.countAll().as('count'))
  const [row] = await read(query.compile())
  return Number(row?.count)
}

async function* allCertificates({ build, read }: Registry['database']) {
  for (let after = -1; ;) {
    const rows: CertificateRow[] = await read(
      certificatesQuery(build)
        .where('certificate.log_index', '>', after)
        .orderBy('certificate.log_index')
        .limit(atATime)
        .compile(),
    )
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.log_index
  }
}

/** Without a look at the signature, which takes forty times as long: what is found is looked at. */
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
