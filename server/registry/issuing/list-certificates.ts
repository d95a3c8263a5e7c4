import { readKeys } from '../keys/registry-keys.ts'
import type { Registry } from '../registry.ts'
import { RegistryRefused } from '../registry-refused.ts'
import { whyVoid } from './certificate-standing.ts'
import { certificatesQuery, openCertificate } from './find-certificate.ts'

/** A certificate as staff see it in a list. */
export type ListedCertificate = {
  id: string
  issuedAt: string
  reference: string | null
  /** Of what was erased, or is not as it was signed, nothing is shown. */
  facts: { holder: string; domain: string; duration: string; verifiedOn: string } | undefined
  /** "stands", or what happened to it, in words. */
  state: string
}

/**
 * @param newest how many.
 * @returns them, newest first.
 * @throws `Unavailable` when the database cannot be asked.
 */
export async function listCertificates(
  { database, siteUrl }: Pick<Registry, 'database' | 'siteUrl'>,
  newest: number,
): Promise<ListedCertificate[]> {
  const query = certificatesQuery(database.build)
    .orderBy('certificate.log_index', 'desc')
    .limit(newest)
  const rows = await database.read(query.compile())
  const keys = await readKeys(database)
  const listed: ListedCertificate[] = []
  for (const row of rows) {
    const { id, issued_at: issuedAt, external_reference: reference } = row
    const said = await describe(row, { siteUrl, keys })
    listed.push({ id, issuedAt, reference, ...said })
  }
  return listed
}

async function describe(
  ...[row, registry]: Parameters<typeof openCertificate>
): Promise<Pick<ListedCertificate, 'facts' | 'state'>> {
  try {
    const found = await openCertificate(row, registry)
    if ('erasedAt' in found) return { facts: undefined, state: `erased at ${found.erasedAt}` }
    const { holder, domain, duration, verifiedOn } = found.facts
    const { revoked, voidedBy } = found
    const state = voidedBy ? whyVoid(voidedBy) : revoked ? `revoked: ${revoked.reason}` : 'stands'
    return { facts: { holder, domain, duration, verifiedOn }, state }
  } catch (error) {
    if (!(error instanceof RegistryRefused)) throw error
    return { facts: undefined, state: `not as it was signed: ${error.message}` }
  }
}
