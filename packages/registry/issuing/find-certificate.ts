import { readJson } from '@naic/ledger/format/canonical-json.ts'
import type { CertificateFacts, SecuredCredential } from '@naic/ledger/format/credential.ts'
import { otherReading } from '@naic/ledger/format/id-format.ts'
import type { LogEntry } from '@naic/ledger/format/log-entry.ts'
import type { RowsOf, Reading } from '@naic/store/database/database.ts'
import type { SheetColumn } from '@naic/store/sheets/to-csv.ts'
import { certificateAddress, type Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { keysQuery, type ListedKey, type RegistryKeys, voidingKey } from '../keys/registry-keys.ts'
import { checkCertificate, whyVoid } from './stored-certificate.ts'

export type FoundCertificate = {
  /** What the signed credential says. */
  facts: CertificateFacts
  credential: SecuredCredential
  /** In the log. */
  logIndex: number
  /** Its key, if that was revoked from before it on: then it is void. */
  voidedBy: ListedKey | undefined
  /** With the place of its entry in the log. */
  revoked: { at: string; reason: string; logIndex: number } | undefined
  /** IDs, if its holder's name was put right, of the one before and the one after. Nobody signed this. */
  corrects: string | undefined
  correctedBy: string | undefined
}

/** Its credential was deleted at this time, so that nobody can read it. */
export type ErasedCertificate = { erasedAt: string }

/** With its credential, its entry and its revocation, if there is one; for `openCertificate`. */
export const certificateQuery = (read: Reading, id: string) =>
  certificatesQuery(read).where('id', '=', id)

export const certificatesQuery = (read: Reading) =>
  read
    .selectFrom('certificate')
    .leftJoin('credential', 'credential.certificate_id', 'id')
    .leftJoin('erasure', 'erasure.certificate_id', 'id')
    .leftJoin('log_entry', 'position', 'certificate.log_index')
    .leftJoin('revocation', 'revocation.certificate_id', 'id')
    // The link goes with either of the two.
    .leftJoin('credential as before', 'before.certificate_id', 'credential.corrects')
    .leftJoin('credential as after', 'after.corrects', 'id')
    .selectAll('certificate')
    .select(['credential.document', 'credential.address', 'erased_at', 'entry'])
    .select(['before.certificate_id as corrects', 'after.certificate_id as corrected_by'])
    .select(['revoked_at', 'reason', 'revocation.log_index as revoked_index'])

export type CertificateRow = RowsOf<[ReturnType<typeof certificateQuery>]>[0][number]

/**
 * @returns undefined when no certificate has this id.
 * @throws when the database cannot answer; RegistryRefused if it holds something else than was signed.
 */
export async function findCertificate(
  { database, log, siteUrl }: Pick<Registry, 'database' | 'log' | 'siteUrl'>,
  id: string,
): Promise<FoundCertificate | ErasedCertificate | undefined> {
  const { read, readTogether } = database
  const [[row], keys] = await readTogether([certificateQuery(read, id), keysQuery(read)])
  await log.believe(keys)
  return row && openCertificate(row, { siteUrl, keys })
}

/** The same for who goes on without one that is erased, or is not as it was signed. */
export async function findReadable(
  registry: Pick<Registry, 'database' | 'log' | 'siteUrl'>,
  id: string,
): Promise<FoundCertificate | { state: 'erased' | 'unreadable' } | undefined> {
  try {
    const found = await findCertificate(registry, id)
    return found && 'erasedAt' in found ? { state: 'erased' } : found
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return { state: 'unreadable' }
  }
}

/** @returns the existing id that somebody may have misread as this one, which no certificate has. */
export async function findMisread({ database: { read } }: Pick<Registry, 'database'>, id: string) {
  const reading = otherReading(id)
  if (reading === undefined) return []
  const rows = await read.selectFrom('certificate').select('id').where('id', '=', reading).execute()
  return rows.map((row) => row.id)
}

/**
 * Opens a row and checks it. This is the only way from a row to what is shown of it.
 *
 * @throws RegistryRefused where it is not what was signed.
 */
export async function openCertificate(
  row: CertificateRow,
  registry: { siteUrl: string; keys: RegistryKeys },
): Promise<FoundCertificate | ErasedCertificate> {
  if (row.erased_at) return { erasedAt: row.erased_at }
  const entry = readJson(row.entry ?? '') as LogEntry | undefined
  const checked = await checkCertificate(row, entry, registry)
  if ('fault' in checked) throw new RegistryRefused(`Certificate ${row.id}: ${checked.fault}.`)
  return {
    facts: checked.facts,
    credential: checked.credential,
    logIndex: row.log_index,
    voidedBy: voidingKey(registry.keys, row.log_index),
    revoked: row.revoked_at
      ? { at: row.revoked_at, reason: row.reason ?? '', logIndex: Number(row.revoked_index) }
      : undefined,
    corrects: row.corrects ?? undefined,
    correctedBy: row.corrected_by ?? undefined,
  }
}

/** A certificate as staff see it in a list. */
export type ListedCertificate = {
  id: string
  /** Of its public page. */
  address: string
  issuedAt: string
  reference: string | null
  /** Undefined if it was erased, or is not as it was signed. */
  facts: { holder: string; domain: string; duration: string; verifiedOn: string } | undefined
  /** "stands", or what happened to it, in words. */
  state: string
}

export const certificateColumns: readonly SheetColumn<ListedCertificate>[] = [
  { key: 'id', of: ({ id }) => id },
  { key: 'verified_on', of: ({ facts }) => facts?.verifiedOn ?? '' },
  { key: 'domain', of: ({ facts }) => facts?.domain ?? '' },
  { key: 'duration', of: ({ facts }) => facts?.duration ?? '' },
  { key: 'holder', of: ({ facts }) => facts?.holder ?? '' },
  { key: 'reference', of: ({ reference }) => reference },
  { key: 'issued_at', of: ({ issuedAt }) => issuedAt, kind: 'time' },
  { key: 'state', of: ({ state }) => state },
  { key: 'address', of: ({ address }) => address },
]

/** @returns what a query finds, each checked. */
export async function listCertificates(
  { database, siteUrl }: Pick<Registry, 'database' | 'siteUrl'>,
  query: ReturnType<typeof certificatesQuery>,
): Promise<ListedCertificate[]> {
  const [rows, keys] = await database.readTogether([query, keysQuery(database.read)])
  return Promise.all(rows.map((row) => describeRow(row, { siteUrl, keys })))
}

async function describeRow(
  ...[row, registry]: Parameters<typeof openCertificate>
): Promise<ListedCertificate> {
  const { id, issued_at: issuedAt, external_reference: reference } = row
  const address = certificateAddress(registry.siteUrl, id)
  const listed = { id, address, issuedAt, reference, facts: undefined }
  try {
    const found = await openCertificate(row, registry)
    if ('erasedAt' in found) return { ...listed, state: `erased at ${found.erasedAt}` }
    const { holder, domain, duration, verifiedOn } = found.facts
    const { revoked, voidedBy } = found
    const state = voidedBy ? whyVoid(voidedBy) : revoked ? `revoked: ${revoked.reason}` : 'stands'
    return { ...listed, facts: { holder, domain, duration, verifiedOn }, state }
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return { ...listed, state: `not as it was signed: ${error.message}` }
  }
}
