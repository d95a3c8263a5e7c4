import { sql } from 'kysely'
import { referenceOf } from '@naic/admissions/forms/reference.ts'
import type { HashedAddress, SecuredCredential } from '@naic/ledger/format/credential.ts'
import { isAddressOf } from '@naic/ledger/format/hash-address.ts'
import { type Standing, standingOf } from '@naic/registry/issuing/stored-certificate.ts'
import {
  type CertificateRow,
  certificatesQuery,
  openCertificate,
} from '@naic/registry/issuing/find-certificate.ts'
import { readKeys } from '@naic/registry/keys/registry-keys.ts'
import type { Registry } from '@naic/registry/registry.ts'
import { RegistryRefused } from '@naic/registry/registry-refused.ts'
import { walkPages } from '@naic/store/database/walk-pages.ts'
import type { Asked, Held } from './find-person.ts'

export type HeldCertificate = {
  id: string
  /** In the council's own records. */
  reference: string | null
  /** How it was found: by its reference, by the letter about it, or by the salted hash beside it. */
  by: 'reference' | 'letter' | 'address'
  issuedAt: string
  state: Standing | 'not as it was signed'
  /** As it was signed; undefined if it was erased or altered. */
  credential: SecuredCredential | undefined
}

/** What is known of a person: by what was asked, the rows, and email addresses in small letters. */
type Known = { asked?: Asked; held: Held; addresses: readonly string[] }

/**
 * Finds the certificates of a person. The registry does not have a holder's address, but a hash of it
 * with a salt of its own, which cannot be looked up, so that each is compared.
 *
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function findCertificatesOf(
  { database, siteUrl }: Pick<Registry, 'database' | 'siteUrl'>,
  { asked, held, addresses }: Known,
): Promise<HeldCertificate[]> {
  const named = asked && 'reference' in asked ? [asked.reference] : []
  const holder = {
    references: new Set([...named, ...held.ids, ...held.ids.map(referenceOf)].map(plain)),
    told: new Set(held.rows.letter.filter(isOfCertificate).map(({ about_id: id }) => id)),
    addresses,
  }
  const keys = await readKeys(database)
  const found: HeldCertificate[] = []
  const pages = walkPages(
    certificatesQuery(database.read).orderBy('certificate.log_index'),
    ({ log_index: index }) => sql`certificate.log_index > ${index}`,
  )
  for await (const rows of pages) {
    for (const row of rows) {
      const by = await foundBy(row, holder)
      if (by) found.push(await describe(row, by, { siteUrl, keys }))
    }
  }
  return found
}

type Holder = {
  references: ReadonlySet<string>
  told: ReadonlySet<string | null>
  addresses: readonly string[]
}

/** Does not check the signature, which takes forty times as long. Only those that are found are checked. */
async function foundBy(
  row: CertificateRow,
  { references, told, addresses }: Holder,
): Promise<HeldCertificate['by'] | undefined> {
  const reference = row.external_reference
  if (reference !== null && references.has(plain(reference))) return 'reference'
  if (told.has(row.id)) return 'letter'
  if (row.address === null) return undefined
  const hashed = JSON.parse(row.address) as HashedAddress
  for (const address of addresses) {
    if (await isAddressOf(address, hashed)) return 'address'
  }
  return undefined
}

const isOfCertificate = ({ about_kind: kind }: Held['rows']['letter'][number]) =>
  kind === 'certificate'

/** As people write references: in other letter case, with or without hyphens. */
const plain = (reference: string) => reference.toUpperCase().replaceAll(/[\s-]/g, '')

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
